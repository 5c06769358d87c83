# Plumbline: the menu. `make` shows it.
SHELL := /bin/bash
.DEFAULT_GOAL := help
GO ?= go
OUT ?= reports/latest
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.7.0
GOFUMPT := mvdan.cc/gofumpt@v0.9.2
VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
BUILD := CGO_ENABLED=0 $(GO) build -trimpath -ldflags "-s -w -X main.version=$(VERSION)"

.PHONY: help acceptance acceptance-tofu acceptance-tempest openapi-clients build install man certify certify-real packs test check unit features godog mutate mutate-source consumer underfire browser lint fmt bench soak mock client-commands oracle realcloud realcloud-down deps module clean

help: ## show this menu
	@awk -F':.*## ' '/^[a-z-]+:.*## / {printf "  make %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

build: ## build the static binary bin/plumbline
	@$(BUILD) -o bin/plumbline ./cmd/plumbline

install: ## install the static binary into GOBIN; with PREFIX=/usr/local there, with man pages and shell completion
ifeq ($(PREFIX),)
	CGO_ENABLED=0 $(GO) install -trimpath ./cmd/plumbline
else
	@$(MAKE) --no-print-directory man
	install -D -m 0755 bin/plumbline $(DESTDIR)$(PREFIX)/bin/plumbline
	install -d $(DESTDIR)$(PREFIX)/share/man/man1 && install -m 0644 bin/man/*.1 $(DESTDIR)$(PREFIX)/share/man/man1/
	install -d $(addprefix $(DESTDIR)$(PREFIX)/share/,bash-completion/completions zsh/site-functions fish/vendor_completions.d)
	bin/plumbline completion bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/plumbline
	bin/plumbline completion zsh > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_plumbline
	bin/plumbline completion fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/plumbline.fish
endif

man: build ## man pages of all commands in bin/man
	@bin/plumbline man --out bin/man

certify: build ## certify the embedded mock in both profiles; reports in reports/latest/
	bin/plumbline certify --target mock --profile both --out $(OUT)

certify-real: build ## bring up the real clouds (RELEASES="zed epoxy zed:resting …"), certify them, compare the mock; needs root
	@./realcloud/certify.sh $(or $(RELEASES),zed epoxy)

packs: build ## record the parity packs of the repository again, from the reports of certify-real
	bin/plumbline record reports/real/zed --out reports/parity/packs/zed.pack.ndjson.gz
	bin/plumbline record reports/real/epoxy --out reports/parity/packs/epoxy.pack.ndjson.gz

test: deps ## everything: lint, unit tests, suite against the mock, mutants, browser, consumer, a stock client's tests, a broken network, Zed where it can run
	@$(MAKE) --no-print-directory build
	@./.ci/beside ./.ci/acceptance -- $(MAKE) --no-print-directory check certify
	@./.ci/zed

check: lint unit godog consumer openapi-clients underfire mutate mutate-source ## what must hold before a change goes in, without a real cloud

unit: ## unit tests, and the suite against the mock under `go test`
	$(GO) test -timeout 30m ./...

features: ## the suite under `go test` (PLUMBLINE_OS_CLOUD=name for a real cloud)
	$(GO) test -count=1 -timeout 90m ./features/...

godog: build ## the suite through godog's own doors: flags, formats, -run, the godog command
	@./.ci/godog

acceptance: build ## the acceptance tests of a stock client (gophercloud) against the mock
	@./.ci/acceptance

mutate: build ## break one rule of the mock at a time; every mutant must turn a scenario red
	bin/plumbline mutate

SAMPLE ?= 0.4
JUDGED ?= 0.4
mutate-source: ## break the mock's source, one small fault at a time; SAMPLE=100 tries all, the default four of a thousand; JUDGED=100 tries all of the judged packages
	$(GO) run ./internal/steps/mutation/source/mutate --sample $(SAMPLE) --judged $(JUDGED) --at-least 0

consumer: build ## the examples: tests with the mock in Go, Python and Node, and a client to be judged
	cd examples/consumer && $(GO) vet ./... && $(GO) test ./...
	cd examples/gophercloud && $(GO) vet ./... && $(GO) build -o /dev/null .
	@./.ci/examples

acceptance-tofu: build ## the acceptance tests of Terraform's OpenStack provider, run by OpenTofu, against the mock (builds both; some minutes)
	@./.ci/acceptance-tofu

acceptance-tempest: build ## OpenStack's own suite of API tests (Tempest, a package of Debian) against the mock
	@./.ci/acceptance-tempest

openapi-clients: build ## the documents for other tools: linters accept them, generated clients of Go and TypeScript work (examples/openapi-clients)
	@./.ci/openapi-clients

underfire: ## the suite behind a network that breaks (toxiproxy, in a module of its own)
	cd steps/underfire && $(GO) vet ./... && $(GO) test -parallel 32 ./...

browser: ## the report and the dashboard in headless Chromium
	PLUMBLINE_REQUIRE_BROWSER=1 $(GO) test -count=1 -run Browser ./internal/reports/... ./internal/mockcloud/dashboard/...

lint: ## gofumpt, go vet, staticcheck, and the lint of the OpenAPI documents
	@out=$$($(GO) run $(GOFUMPT) -l cmd openapi features steps mockcloud reports examples internal .ci); [ -z "$$out" ] || { echo "gofumpt wants to change: $$out (make fmt)"; exit 1; }
	$(GO) vet ./...
	for m in . examples/consumer examples/gophercloud steps/underfire .ci/tofu; do (cd $$m && $(GO) run $(STATICCHECK) ./...) || exit 1; done
	$(GO) run ./cmd/plumbline openapi lint

fmt: ## format the Go code
	$(GO) run $(GOFUMPT) -w cmd openapi features steps mockcloud reports examples internal .ci

bench: build ## the mock beside a bare net/http handler, in one run
	@$(GO) run ./mockcloud/bench
	@./mockcloud/bench/load.sh

soak: build ## the long runs, whole
	PLUMBLINE_SOAK=full $(GO) test -count=1 -timeout 60m -run 'Soak|Fuzz' ./...
	PLUMBLINE_SOAK=full $(GO) test -race -count=1 -run SoakAbuse ./mockcloud
	@$(MAKE) --no-print-directory mutate-source SAMPLE=100
	cd steps/underfire && PLUMBLINE_SOAK=full $(GO) test -v -count=1 -timeout 60m -parallel 32 ./...

mock: build ## run the mock cloud on 127.0.0.1:8774
	bin/plumbline mock --listen 127.0.0.1:8774

client-commands: ## the stock clients' commands on the real Zed (make realcloud), as the unit tests play them on the mock
	PLUMBLINE_CLIENTS=$(or $(ENTRY),admin-demo) OS_CLIENT_CONFIG_FILE=$(or $(CLOUDS),/var/tmp/realcloud/clouds.yaml) \
		$(GO) test -v -count=1 -timeout 90m ./mockcloud/clients/commands

oracle: build ## hold the documents of compute against each Nova that is installed here (realcloud/oracle)
	@./realcloud/oracle/run.sh

realcloud: ## bring up the real Zed cloud on loopback (REALCLOUD_RELEASE=epoxy for 2025.1); needs root
	./realcloud/up.sh

realcloud-down: ## stop the real cloud
	./realcloud/down.sh

deps: ## install what the tests use from Debian (as root), or say what is missing
	@./.ci/deps

module: ## rename the Go module everywhere: make module PATH=example.org/you/plumbline
	@/bin/bash packaging/module.sh $(if $(filter command,$(firstword $(origin PATH))),'$(PATH)')

clean: ## remove what was built and the last reports
	rm -rf bin $(OUT)
