# Oxipress: two commands. `make serve` runs the demo site, `make test` proves everything.
# Both install what is missing (Debian); Rust and Node are expected.

.PHONY: serve test check check-format check-rust check-browser check-docs build-rust compile-rust test-rust run-rust run-words run-functions test-units run-browser test-browser bench fuzz screenshots recorded-words binary tools-build tools-assembler tools-rust tools-browser tools-test audit clean package package-test-files package-test
.DELETE_ON_ERROR:
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
export PATH := $(HOME)/.cargo/bin:$(PATH):/usr/sbin

# Where the demo site listens, and the address that its links use.
LISTEN ?= 127.0.0.1:8080
SITE_URL ?= http://$(subst [::],localhost,$(subst 0.0.0.0,127.0.0.1,$(LISTEN)))
# `make serve PROFILE=dev` builds faster and serves slower.
PROFILE ?= release
TARGET := $(or $(CARGO_TARGET_DIR),target)
BINARY := $(TARGET)/$(if $(filter dev,$(PROFILE)),debug,$(PROFILE))/oxipress

# Without it the demo site would be kept in the home folder.
export OXIPRESS_SITE_DATA_DIR ?= var

# Both builds; `site.modules` chooses which one is served.
MODULES := react-modules/dist/react/loader.js react-modules/dist/preact/loader.js
NODE_MODULES := react-modules/node_modules/.package-lock.json
MODULE_SOURCES := $(shell find react-modules/src -type f) react-modules/webpack.config.js react-modules/preact.js react-modules/sizes.js react-modules/fonts.js react-modules/tsconfig.json react-modules/package.json

APT := $(shell [ "$$(id -u)" = 0 ] || echo sudo) DEBIAN_FRONTEND=noninteractive apt-get
# $(call install,PROGRAMS,PACKAGES): installs the packages when one of the programs is missing.
install = @for program in $(1); do command -v $$program >/dev/null || { \
	$(APT) update -qq && $(APT) install -y -qq --no-install-recommends $(2); break; }; done

# AVIF is encoded by code in assembly language; on x86-64 that needs an assembler. Tests do without, as it takes
# minutes to assemble.
ASSEMBLER := $(if $(filter x86_64,$(shell uname -m)),nasm)
FEATURES = $(if $(shell command -v $(or $(ASSEMBLER),cc)),--features endpoints/assembler)

# Runs the demo site at http://127.0.0.1:8080/
serve: binary $(MODULES)
	@exec $(BINARY) serve --site-url $(SITE_URL) --listen $(LISTEN)

binary: tools-assembler
	@cargo build --profile $(PROFILE) --package endpoints $(FEATURES)

# The lock file names no registry: the one that npm is set to is asked.
$(NODE_MODULES): react-modules/package.json react-modules/package-lock.json
	@command -v npm >/dev/null || { echo "Node 20 or newer with npm is needed: https://nodejs.org/" >&2; exit 1; }
	cd react-modules && npm ci --loglevel=error
	@touch $@

# webpack leaves a file alone whose content stays: its time is set here, so that the next run has nothing to do.
$(MODULES): react-modules/dist/%/loader.js: $(NODE_MODULES) $(MODULE_SOURCES)
	cd react-modules && npm run --silent build:$*
	@touch $@

# The recorded site's folder with its complete translations, and the tests that print texts.
RECORDED_ROOT := ../shared/recordings/wp-root
TESTS_OF_WORDS := (package(compat) & test(/^vectors::/)) \
	| (package(themes) & test(/^(contact_form_7|contact_form_7_pages|pages|widgets)::/)) \
	| (package(tests-contract) & test(/^(contact_form_7|divi|divi_spam|moove_gdpr|rest|reviews|wordpress|wordpress_answers)::/))
# What computes: these tests start no server of the site, send no load and have no limit by the clock. They run beside the
# browser's, with what those leave of the machine.
TESTS_OF_FUNCTIONS := (package(compat) - test(/^(db|hostile_content|wordpress::formatting::hostile)::/)) \
	| (package(themes) - test(/^divi_hostile/)) | package(recordings) | package(pictures) | package(oxipress-fuzz)

# Every check, on both databases. Two things are done at once: the browser's tests wait much, and hold beside a compiler.
# What measures load has the machine to itself.
STEP := @$(MAKE) --no-print-directory
# The workspace is compiled once: clippy's driver lints what it compiles.
test: export RUSTC_WORKSPACE_WRAPPER := clippy-driver
test: export CLIPPY_ARGS := -D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__
test: export CARGO_PROFILE_DEV_CODEGEN_UNITS := 4
test: tools-rust tools-test tools-browser $(NODE_MODULES)
	$(STEP) -j2 --output-sync=target build-rust test-units
	$(STEP) -j2 --output-sync=target run-functions run-browser
	$(STEP) run-rust

# Asks the public databases of advisories, over the network; `make test` checks a list of its own.
audit: tools-build $(NODE_MODULES)
	@cargo deny --version >/dev/null 2>&1 || cargo install --locked cargo-deny
	cargo deny check
	cd react-modules && npm audit --omit=dev

check: check-rust check-browser check-docs

# Each contract and section that a comment cites is there.
check-docs:
	node docs/citations.mjs

check-format: tools-rust
	cargo fmt --all --check

check-rust: check-format
	cargo clippy --workspace --all-targets -- -D warnings

check-browser: $(NODE_MODULES)
	cd react-modules && npm run --silent check

# The binary, with the features that the tests of the workspace compile its crates with: an example brings them in.
build-rust: tools-build
	cargo build --workspace --bin oxipress --example bare

compile-rust: check-format
	nice cargo nextest run --workspace --no-run

# The last lines are the summaries of the runs.
RUNS := $(TARGET)/test-units.log $(TARGET)/test-browser.log $(TARGET)/test-functions.log
run-rust:
	@grep -hsE '^ +(Test Files|Tests|Duration|Summary) ' $(RUNS) || true
	cargo nextest run --workspace --status-level slow -E 'not ($(TESTS_OF_FUNCTIONS))'

run-functions: run-words
	@mkdir -p $(TARGET)
	nice cargo nextest run --workspace --status-level slow -E '$(TESTS_OF_FUNCTIONS)' 2>&1 | tee $(TARGET)/test-functions.log

test-units: $(MODULES) check-browser check-docs
	@mkdir -p $(TARGET)
	cd react-modules && npm run --silent test 2>&1 | tee $(abspath $(TARGET))/test-units.log

run-browser: $(MODULES)
	cd react-modules && npm run --silent test:browser 2>&1 | tee $(abspath $(TARGET))/test-browser.log

test-browser: tools-browser build-rust test-units
	$(STEP) run-browser

test-rust: tools-rust tools-test build-rust
	$(STEP) run-functions
	$(STEP) run-rust

run-words: compile-rust
	@if [ -d $(RECORDED_ROOT)/wp-content/languages ]; then \
		echo "== with the full catalogues of $(RECORDED_ROOT)"; \
		TEST_CATALOGUES=$(abspath $(RECORDED_ROOT)) nice cargo nextest run --workspace -E '$(TESTS_OF_WORDS)'; \
	else echo "== language packs: the words of the recordings alone; there is no $(RECORDED_ROOT)"; fi

# Writes fixtures/recordings/words anew from the recordings and the full catalogues.
recorded-words: tools-build
	cargo run --package tests-contract --bin recorded-words -- $(RECORDED_ROOT)

# SQLite and the TLS library bring some C.
tools-build:
	@command -v cargo >/dev/null || { echo "Rust is needed: https://rustup.rs/" >&2; exit 1; }
	$(call install,cc,gcc libc6-dev)

# The encoder of AVIF brings some assembly language.
tools-assembler: tools-build
	@command -v $(or $(ASSEMBLER),cc) >/dev/null || { $(APT) update -qq && $(APT) install -y -qq --no-install-recommends nasm; } \
		|| echo "no $(ASSEMBLER): AVIF is encoded without assembler, three to six times slower" >&2

tools-rust: tools-build
	@cargo nextest --version >/dev/null 2>&1 || CARGO_PROFILE_DEV_DEBUG=0 cargo install --debug --locked cargo-nextest
	@cargo clippy --version >/dev/null 2>&1 && cargo fmt --version >/dev/null 2>&1 || rustup component add clippy rustfmt

# The tests' browser: without a window it needs half of the time.
tools-browser:
	@command -v chromium-headless-shell chromium chromium-browser >/dev/null || { $(APT) update -qq; \
		$(APT) install -y -qq --no-install-recommends chromium-headless-shell fonts-dejavu-core \
		|| $(APT) install -y -qq --no-install-recommends chromium fonts-dejavu-core; }

tools-test: tools-browser
	$(call install,mariadbd sqlite3 openssl curl nginx,mariadb-server sqlite3 openssl curl nginx-light)

# `make bench BENCH=builder` measures one part; `BENCH=soak` runs for half an hour.
bench: tools-assembler tools-test
	$(call install,wrk nginx,wrk nginx-light)
	cargo build --release --package endpoints --examples --bins $(FEATURES)
	cargo build --release --package tests-contract --bins
	$(TARGET)/release/bench $(BENCH)

# Coverage-guided fuzzing of every target, or of `FUZZ_TARGETS`, for so many seconds each; findings are left in fuzz/artifacts.
FUZZ_SECONDS ?= 60
FUZZ_TARGETS ?= $(notdir $(wildcard fuzz/corpus/*))
FUZZ_COVERAGE := -Cpasses=sancov-module $(addprefix -Cllvm-args=-sanitizer-coverage-,level=4 inline-8bit-counters pc-table trace-compares)
FUZZ_HOST = $(shell rustc --print host-tuple)
fuzz: tools-build
	$(call install,c++,g++)
	RUSTFLAGS="$(FUZZ_COVERAGE)" cargo build --profile fuzz --package oxipress-fuzz --features link --target $(FUZZ_HOST)
	@mkdir -p fuzz/artifacts; for target in $(FUZZ_TARGETS); do mkdir -p $(TARGET)/corpus/$$target; \
		$(TARGET)/$(FUZZ_HOST)/fuzz/$$target $(TARGET)/corpus/$$target fuzz/corpus/$$target -max_len=65536 -timeout=5 \
		-max_total_time=$(FUZZ_SECONDS) -print_final_stats=1 -verbosity=0 -artifact_prefix=fuzz/artifacts/$$target-; done

# A tarball, a .deb, an OCI image and an SBOM, with checksums: target/package. Linked statically.
package: tools-assembler $(MODULES)
	CARGO_TARGET_DIR=$(TARGET) PROFILE=$(PROFILE) FEATURES="$(FEATURES)" packaging/package.sh $(TARGET)/package

# The same of a debug build, for the tests.
package-test-files: tools-assembler $(MODULES)
	CARGO_TARGET_DIR=$(TARGET) PROFILE=dev FEATURES="$(FEATURES)" packaging/package.sh $(TARGET)/package-test >/dev/null

# Installs the .deb in a clean Debian root (which apt fetches) and starts it there.
package-test: package package-test-files
	cargo nextest run --package tests-contract --run-ignored only package::
	packaging/try-deb.sh $(TARGET)/package

# Pictures of six pages of the demo site on phone, tablet and desktop: screenshots/, and those of the README.
SHOTS := 127.0.0.1:8399
screenshots: binary $(MODULES) tools-browser
	@$(BINARY) serve --listen $(SHOTS) >/dev/null 2>&1 & server=$$!; trap "kill $$server" EXIT; \
	for i in {1..50}; do (: </dev/tcp/$(subst :,/,$(SHOTS))) 2>/dev/null && break; sleep 0.1; done; \
	node docs/screenshots.mjs http://$(SHOTS)

clean:
	rm -rf var target react-modules/dist react-modules/node_modules screenshots
