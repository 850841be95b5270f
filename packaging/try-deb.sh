#!/usr/bin/env bash
# Installs the .deb in a clean Debian root, points it at a site and starts what its unit starts. Needs root; mmdebstrap
# makes that root of Debian's packages of the machine's own release.
#   packaging/try-deb.sh OUT   after packaging/package.sh OUT
set -euo pipefail
cd "$(dirname "$0")/.."
out=$(realpath "${1:-target/package}")
command -v mmdebstrap >/dev/null || {
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends mmdebstrap
}
root=$(mktemp -d)
server=
clean() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$root"
}
trap clean EXIT
# shellcheck source=/dev/null
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
mmdebstrap --quiet --variant=minbase --include=adduser,systemd,init-system-helpers "$suite" "$root"
cp "$out"/oxipress_*.deb "$root/oxipress.deb"
chroot "$root" dpkg --install /oxipress.deb
chroot "$root" oxipress --version
chroot "$root" systemd-analyze verify --man=no /usr/lib/systemd/system/oxipress.service /usr/lib/systemd/system/oxipress.socket

# A site: the demo site of the program itself is unpacked, and then served as somebody's own.
# In the place of its shell: what is killed is the program.
run() { exec chroot --userspec oxipress:oxipress "$root" env -i HOME=/var/lib/oxipress PATH=/usr/bin:/bin "$@"; }
port=$(shuf -i 20000-30000 -n 1)
start=$(sed -n 's/^ExecStart=//p' "$root/usr/lib/systemd/system/oxipress.service")
wait_for() {
    for _ in $(seq 100); do
        curl --silent --fail --output "$root/page.html" "$1" && return 0
        sleep 0.1
    done
    echo "nobody answers at $1" >&2
    return 1
}
sed -i "s/^listen = .*/listen = \"127.0.0.1:$port\"/; /^admin_listen/d" "$root/etc/oxipress/oxipress.toml"
# shellcheck disable=SC2086
run $start &
server=$!
wait_for "http://127.0.0.1:$port/"
kill "$server"
wait "$server" || true
site=$(basename "$(find "$root/var/lib/oxipress" -maxdepth 1 -name 'casas-cueva-*')")
sed -i "s|^\[site\]|[site]\nsite_url = \"http://127.0.0.1:$port\"\nwp_root = \"/var/lib/oxipress/$site/wp-root\"\ndatabase = \"sqlite:/var/lib/oxipress/$site/site.sqlite\"|" "$root/etc/oxipress/oxipress.toml"
# shellcheck disable=SC2086
run $start &
server=$!
wait_for "http://127.0.0.1:$port/"
grep -q 'wp-content/oxipress/modules/' "$root/page.html"
script=$(grep -o '/wp-content/oxipress/modules/[^"]*\.js' "$root/page.html" | head -n 1)
wait_for "http://127.0.0.1:$port$script"
chroot "$root" dpkg --purge oxipress
[ ! -e "$root/usr/bin/oxipress" ] && [ ! -e "$root/etc/oxipress/oxipress.toml" ]
echo "the .deb installs, serves a site and goes again"
