#!/usr/bin/env bash
# Makes the packages: a tarball, a .deb, an OCI image, an SBOM, checksums. `make package`, or
#   PROFILE=dev packaging/package.sh OUT
# The program is linked statically: with musl where the toolchain has that target, else with glibc (crt-static).
set -euo pipefail
cd "$(dirname "$0")/.."
out=$(realpath -m "${1:-target/package}")
profile=${PROFILE:-release}
target_dir=$(realpath -m "${CARGO_TARGET_DIR:-target}")
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
commit=$(git rev-parse --short=12 HEAD 2>/dev/null || true)
arch=$(dpkg --print-architecture 2>/dev/null || uname -m)
triple=$(rustc --print host-tuple)
# The same commit makes the same bytes.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
export SOURCE_DATE_EPOCH PACK_MODULES=1

built=$target_dir/$([ "$profile" = dev ] && echo debug || echo "$profile")/examples/static
target=()
musl=${triple/-gnu/-musl}
# The libraries in C that come with crates need a compiler for musl too.
if [ -d "$(rustc --print target-libdir --target "$musl" 2>/dev/null)" ] && command -v musl-gcc >/dev/null; then
    target=(--target "$musl")
    built=${built/$target_dir/$target_dir/$musl}
fi
# The commit is told to release builds alone: tests would be compiled again for each.
if [ "$profile" != dev ]; then export BUILD_COMMIT=$commit; fi
cargo rustc --quiet --profile "$profile" --package endpoints --example static ${FEATURES:-} "${target[@]}" -- -C target-feature=+crt-static

rm -rf "$out"
root=$out/root
install -D -m 755 "$built" "$root/usr/bin/oxipress"
[ "$profile" = dev ] || strip --strip-debug "$root/usr/bin/oxipress"
install -D -m 644 -t "$root/usr/lib/systemd/system" packaging/systemd/*
install -D -m 644 -t "$root/etc/oxipress" packaging/oxipress.toml
install -D -m 644 -t "$root/usr/share/doc/oxipress" README.md CHANGELOG.md LICENSE-MIT docs/migrating.md docs/beside-php.md docs/operating.md
install -D -m 644 -t "$root/usr/share/doc/oxipress/examples" packaging/proxies/*
install -m 644 LICENSE-MIT "$root/usr/share/doc/oxipress/copyright"
"$root/usr/bin/oxipress" man --out "$root/usr/share/man/man1"
gzip -9 -n "$root"/usr/share/man/man1/*.1
completions=$root/usr/share
mkdir -p "$completions/bash-completion/completions" "$completions/zsh/vendor-completions" "$completions/fish/vendor_completions.d"
"$root/usr/bin/oxipress" completions bash >"$completions/bash-completion/completions/oxipress"
"$root/usr/bin/oxipress" completions zsh >"$completions/zsh/vendor-completions/_oxipress"
"$root/usr/bin/oxipress" completions fish >"$completions/fish/vendor_completions.d/oxipress.fish"

name=oxipress-$version-$arch
tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --format=gnu \
    --transform "s,^\\.,$name," -C "$root" -cf - . | gzip -9 -n >"$out/$name.tar.gz"

deb=$out/deb
cp -a "$root" "$deb"
mkdir -p "$deb/DEBIAN"
size=$(du -sk "$root" | cut -f 1)
sed "s/@VERSION@/$version/; s/@ARCH@/$arch/; s/@SIZE@/$size/" packaging/debian/control >"$deb/DEBIAN/control"
install -m 755 packaging/debian/{postinst,prerm,postrm} "$deb/DEBIAN"
install -m 644 packaging/debian/conffiles "$deb/DEBIAN"
dpkg-deb --root-owner-group -Zgzip --build "$deb" "$out/oxipress_${version}_$arch.deb" >/dev/null
rm -rf "$deb"

# What packaging/Containerfile copies: the program, and folders that its user may write.
image=$out/image
install -d "$image/usr/bin" "$image/data/var/lib/oxipress"
install -d -m 1777 "$image/data/tmp"
ln "$root/usr/bin/oxipress" "$image/usr/bin/oxipress"

node packaging/oci.mjs "$root/usr/bin/oxipress" "$out/$name-oci.tar" "$version" "$arch"
node packaging/sbom.mjs "$version" "$commit" >"$out/$name.cdx.json"
(cd "$out" && sha256sum -- *.tar.gz *.deb *-oci.tar *.cdx.json >SHA256SUMS)
ls -l "$out"
