# Oxipress: two commands. `make serve` runs the demo site, `make test` proves everything.

.PHONY: serve test check check-rust check-browser test-rust test-browser bench screenshots tools-rust tools-test clean
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c

LISTEN ?= 127.0.0.1:8080
DEMO   := fixtures/casas-cueva
DEMO_DB := var/casas-cueva.sqlite
BINARY := target/release/oxipress
MODULES := react-modules/dist/loader.js
MODULE_SOURCES := $(shell find react-modules/src -type f 2>/dev/null) react-modules/webpack.config.js react-modules/package.json

# Runs the demo site at http://127.0.0.1:8080/
serve: $(MODULES) $(DEMO_DB)
	@cargo build --release --quiet --package endpoints
	@$(BINARY) serve --wp-root $(DEMO)/wp-root --config $(DEMO)/oxipress.toml --database sqlite:$(DEMO_DB) \
		--site-url http://$(LISTEN) --listen $(LISTEN)

$(DEMO_DB): $(DEMO)/site.sql
	@mkdir -p var
	cargo build --release --package endpoints
	rm -f $@ $@-shm $@-wal
	$(BINARY) import $< --to sqlite:$@

react-modules/node_modules/.package-lock.json: react-modules/package.json react-modules/package-lock.json
	cd react-modules && npm ci --no-fund --no-audit
	touch $@

$(MODULES): react-modules/node_modules/.package-lock.json $(MODULE_SOURCES)
	cd react-modules && npm run --silent build

# Every check, on both databases.
test: check test-browser test-rust

check: check-rust check-browser

check-rust: tools-rust
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings

check-browser: react-modules/node_modules/.package-lock.json
	cd react-modules && npm run --silent check

test-browser: $(MODULES)
	cd react-modules && npm run --silent test

test-rust: tools-rust tools-test
	cargo build --package endpoints
	cargo nextest run --workspace

tools-rust:
	@command -v cargo-nextest >/dev/null || cargo install --locked cargo-nextest
	@command -v cargo-clippy >/dev/null || rustup component add clippy rustfmt

tools-test:
	@command -v mariadbd >/dev/null && command -v chromium >/dev/null || { \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq mariadb-server chromium; }

bench: tools-test
	@command -v wrk >/dev/null && command -v nginx >/dev/null || { \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq wrk nginx-light; }
	cargo build --release --package endpoints --examples --bins
	cargo build --release --package tests-contract --bins
	target/release/bench

clean:
	rm -rf var target react-modules/dist react-modules/node_modules
