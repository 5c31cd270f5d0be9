#!/usr/bin/env bash
# Installs the system packages Espressivo needs, and says what it does.
#
#   packaging/install_system.sh run     what the program needs
#   packaging/install_system.sh test    and what its tests need; stops if it stays missing
#   packaging/install_system.sh list    only prints what is missing
#
# Each need is looked for itself (a library, a program), not by package name, so
# that a machine which has it from elsewhere is left alone. Nothing is downloaded
# when nothing is missing. Knows Debian 12 and 13 and Ubuntu; elsewhere it names
# what to install. PYTHON may name the interpreter to make the environment with.
set -euo pipefail

mode=${1:-run}
python=${PYTHON:-python3}
missing=()
reasons=()
alsa_to_pulse=libasound_module_pcm_pulse.so

need() { # package, what it is for
    missing+=("$1")
    reasons+=("$1: $2")
}

has_file() { # any of these patterns
    local pattern
    for pattern in "$@"; do
        if compgen -G "$pattern" >/dev/null; then
            return 0
        fi
    done
    return 1
}

has_library() {
    { ldconfig -p 2>/dev/null || /sbin/ldconfig -p 2>/dev/null; } | grep "$1" >/dev/null ||
        has_file "/usr/lib*/$1*" "/usr/lib/*/$1*" "/usr/local/lib/$1*"
}

if ! "$python" -c 'import ensurepip, venv' >/dev/null 2>&1; then
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    need "python$version-venv" "the virtual environment everything else goes into"
    venv_missing=yes
fi
has_library libportaudio.so.2 || need libportaudio2 "playing sound (files are written without it)"
command -v espeak-ng >/dev/null || need espeak-ng "reading words that are in no dictionary"
command -v ffmpeg >/dev/null || need ffmpeg "narrating books: coding and measuring files"
while read -r package library; do
    has_library "$library" || need "$package" "the window"
done <<'WINDOW'
libegl1 libEGL.so.1
libgl1 libGL.so.1
libglib2.0-0 libglib-2.0.so.0
libdbus-1-3 libdbus-1.so.3
libfontconfig1 libfontconfig.so.1
libfreetype6 libfreetype.so.6
libx11-xcb1 libX11-xcb.so.1
libxkbcommon0 libxkbcommon.so.0
libxkbcommon-x11-0 libxkbcommon-x11.so.0
libxcb-cursor0 libxcb-cursor.so.0
libxcb-icccm4 libxcb-icccm.so.4
libxcb-image0 libxcb-image.so.0
libxcb-keysyms1 libxcb-keysyms.so.1
libxcb-randr0 libxcb-randr.so.0
libxcb-render-util0 libxcb-render-util.so.0
libxcb-shape0 libxcb-shape.so.0
libxcb-shm0 libxcb-shm.so.0
libxcb-sync1 libxcb-sync.so.1
libxcb-xfixes0 libxcb-xfixes.so.0
libxcb-xkb1 libxcb-xkb.so.1
libwayland-client0 libwayland-client.so.0
libwayland-cursor0 libwayland-cursor.so.0
WINDOW
fonts="/usr/share/fonts/*/*"
has_file "$fonts.[ot]tf" "$fonts/*.[ot]t[fc]" "${HOME:-/root}/.local/share/fonts/*" ||
    need fonts-dejavu-core "writing in the window"
if [ "$mode" = test ]; then # playing is tested on a silent sound server of the tests' own
    { command -v pulseaudio && command -v parec; } >/dev/null || need pulseaudio "tests of playing"
    has_file "/usr/lib*/alsa-lib/$alsa_to_pulse" "/usr/lib/*/alsa-lib/$alsa_to_pulse" ||
        need libasound2-plugins "tests of playing"
    command -v g++ >/dev/null || need g++ "tests of the graphics card's arithmetic, run on the processor"
    # The window is tested on a screen in memory, in all its languages, and as a screen
    # reader sees it.
    command -v Xvfb >/dev/null || need xvfb "tests of the window"
    command -v dbus-run-session >/dev/null || need dbus-daemon "tests of what screen readers see"
    has_file /usr/libexec/at-spi-bus-launcher "/usr/lib*/at-spi2-core/at-spi-bus-launcher" \
        "/usr/lib/at-spi2-core/at-spi-bus-launcher" ||
        need at-spi2-core "tests of what screen readers see"
    command -v java >/dev/null || need default-jre-headless "tests of EPUB files"
    has_file "$fonts/*CJK*" "$fonts/wqy*" "$fonts/*Fallback*" ||
        need fonts-wqy-microhei "tests of the window in Chinese"
fi

if [ "${#missing[@]}" -eq 0 ]; then
    exit 0
fi

echo "System packages missing:"
printf '  %s\n' "${reasons[@]}"
if [ "$mode" = list ]; then
    exit 0
fi

# Without these the program still speaks; without the environment nothing works,
# and the tests need everything.
give_up() {
    echo "$1"
    if [ "$mode" = test ] || [ "${venv_missing:-no}" = yes ]; then
        exit 1
    fi
    echo "Going on without them."
    exit 0
}

if ! command -v apt-get >/dev/null; then
    give_up "This machine has no apt-get. Please install, by your system's own means: Python's venv and
ensurepip modules, the PortAudio library (portaudio, portaudio19), the programs espeak-ng and ffmpeg, and for
the window the libraries EGL, GL, xkbcommon and xcb (xcb-util-cursor above all) and a font."
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
        as_root=(sudo)
    else
        give_up "They need an administrator. Please have this run, then start again:
  apt-get install ${missing[*]}"
    fi
fi

echo "Installing them with apt-get (${#missing[@]} and what they need)."
apt() { # quiet, unless it fails
    local said
    said=$("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y "$@" 2>&1) || {
        echo "$said"
        return 1
    }
}
if ! apt update || ! apt install --no-install-recommends --no-remove "${missing[@]}"; then
    give_up "apt-get could not install: ${missing[*]}"
fi
