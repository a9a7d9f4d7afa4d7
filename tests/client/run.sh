#!/usr/bin/env bash
# Installs a build into a temporary prefix, moves it, and builds and runs clients against it:
# through find_package and through pkg-config, shared and static.
#
# usage: run.sh CMAKE BUILD_DIR CC CXX
set -euo pipefail

cmake=$1 build=$2 cc=$3 cxx=$4
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$cmake" --install "$build" --prefix "$work/first" >/dev/null
mv "$work/first" "$work/prefix" # nothing installed may remember where it was put
prefix=$work/prefix
libdir=$(dirname "$(find "$prefix" -name libtarn.a)")
test -x "$prefix/bin/tarn"
"$prefix/bin/tarn" --version

echo "find_package:"
"$cmake" -S "$here" -B "$work/build" -G Ninja -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_C_COMPILER="$cc" -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
"$cmake" --build "$work/build" >/dev/null
"$work/build/client_shared"
"$work/build/client_static"

echo "pkg-config:"
export PKG_CONFIG_PATH=$libdir/pkgconfig
# shellcheck disable=SC2046 # the flags are words
"$cc" -std=c99 "$here/client.c" $(pkg-config --cflags --libs tarn) -o "$work/client"
LD_LIBRARY_PATH=$libdir "$work/client"
rm "$libdir"/libtarn.so* # leaves the linker libtarn.a only
# shellcheck disable=SC2046
"$cc" -std=c99 "$here/client.c" $(pkg-config --static --cflags --libs tarn) -o "$work/client_static"
"$work/client_static"
