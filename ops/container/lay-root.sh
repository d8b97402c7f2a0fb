#!/bin/sh
# Copies programs and the shared libraries that they ask for below a folder that becomes the root of an image. What lies
# below /app is copied by itself. lay-root.sh FOLDER PROGRAM...
set -eu
root=$1
shift
copy() {
  [ -e "$root$1" ] || { mkdir -p "$root$(dirname "$1")" && cp -L "$1" "$root$1"; }
}
for program in "$@"; do
  case $program in /app/*) ;; *) copy "$program" ;; esac
  ldd "$program" | sed -n 's/^.*=> \(\/[^ ]*\) (.*$/\1/p; s/^[[:space:]]*\(\/[^ ]*\) (.*$/\1/p' | while read -r library; do
    case $library in /app/*) ;; *) copy "$library" ;; esac
  done
done
