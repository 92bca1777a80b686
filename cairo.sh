#!/bin/sh
# Make sure that the cairo library is there: sh cairo.sh PYTHON
# Installs it on Debian and Ubuntu when it may, otherwise says how.
set -eu

found() {
    "$1" -c 'import ctypes.util, sys; sys.exit(ctypes.util.find_library("cairo") is None)'
}

if found "$1"; then
    exit 0
fi
if [ "$(id -u)" = 0 ]; then
    as_root=""
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    as_root="sudo"
else
    as_root="none"
fi
if command -v apt-get >/dev/null && [ "$as_root" != none ]; then
    $as_root apt-get update -qq
    $as_root apt-get install -y -qq libcairo2
fi
if ! found "$1"; then
    echo "The cairo library is missing; install it with 'apt-get install libcairo2'," \
        "'dnf install cairo' or 'brew install cairo', then run make again." >&2
    exit 2
fi
