#!/usr/bin/env bash
# Takes pictures of the running demo site: screenshots/*.png for looking at, docs/casas-cueva.png for the README.
# Usage: docs/screenshots.sh http://127.0.0.1:8080
set -euo pipefail
cd "$(dirname "$0")/.."
site=${1%/}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p screenshots

# picture FILE WIDTH HEIGHT ADDRESS
picture() {
	timeout 90 chromium --headless --no-sandbox --disable-gpu --disable-background-networking --hide-scrollbars \
		--user-data-dir="$work/profile" \
		--host-resolver-rules="MAP * ~NOTFOUND, EXCLUDE 127.0.0.1" \
		--screenshot="$1" --window-size="$2,$3" "$4" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
}

# frame WIDTH HEIGHT ADDRESS: a window of its own width (chromium's own windows are 500 pixels wide at least).
frame() {
	printf '<iframe src="%s" style="width:%spx;height:%spx"></iframe>' "$3" "$1" "$2"
}

# page FILE CONTENT
page() {
	printf '<!DOCTYPE html><meta charset="utf-8"><style>body{margin:0;display:flex;gap:28px;align-items:flex-start;background:#d9d0c1}iframe{flex:none;border:0;background:#fff}</style>%s' \
		"$2" >"$1"
}

for entry in portada=/ noticias=/noticias/ entrada=/paseo-por-las-carcavas/ proyecto=/project/cueva-grande/ \
	contacto=/contacto/ busqueda='/?s=cueva' perdida=/no-existe/; do
	name=${entry%%=*} address=$site${entry#*=}
	picture "screenshots/$name-1440.png" 1440 1800 "$address"
	picture "screenshots/$name-820.png" 820 1800 "$address"
	page "$work/frame.html" "$(frame 390 1800 "$address")"
	picture "screenshots/$name-390.png" 390 1800 "file://$work/frame.html"
done

post=$site/paseo-por-las-carcavas/
page "$work/readme.html" "$(frame 1280 860 "$site/noticias/")$(frame 390 860 "$post")"
picture docs/casas-cueva.png 1698 860 "file://$work/readme.html"
stat --printf '%n: %s bytes\n' docs/casas-cueva.png
