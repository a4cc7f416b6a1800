# make run    gets what is needed, builds pages and font into the program, starts the kiosk
# make test   gets what the tests need, and runs all of them
# make build  bin/kiosk
# make soak   the long ones: kills under load, a full hall for many rounds
# make lint   gofmt, go vet, staticcheck, TypeScript
# make audit  known holes in the packages of others, where their databases can be reached
# make release  programs for Windows, macOS and Linux in dist/

SHELL := /bin/bash
VERSION ?= $(shell git describe --always --dirty 2>/dev/null || echo dev)
GOFLAGS_BUILD := -trimpath -ldflags "-s -w -X main.version=$(VERSION)"
FONT := print/fonts/NotoSansSC-Regular.ttf
FONT_PACKAGE := webui/node_modules/@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf
PAGES := webui/dist/index.html
PAGE_SOURCES := $(shell find webui/src webui/public -type f 2>/dev/null) $(wildcard webui/*.html webui/*.ts webui/*.json) api/openapi.json

.PHONY: run build test soak lint tools release clean font pages go-test pages-test e2e bench

run: build
	./bin/kiosk $(ARGS)

build: $(FONT) $(PAGES)
	go build $(GOFLAGS_BUILD) -o bin/kiosk ./cmd/kiosk

# The npm packages, pinned by the lock file; their install scripts stay off.
webui/node_modules/.installed: webui/package.json webui/package-lock.json
	cd webui && npm ci --ignore-scripts --no-audit --no-fund
	touch $@

font: $(FONT)
$(FONT): webui/node_modules/.installed
	cp $(FONT_PACKAGE) $@
	touch $@

pages: $(PAGES)
$(PAGES): webui/node_modules/.installed $(PAGE_SOURCES)
	cd webui && npm run build

lint: $(FONT) $(PAGES)
	@unformatted=$$(gofmt -l api cmd config print scoresheet store webui/*.go); \
	  if [ -n "$$unformatted" ]; then echo "gofmt:"; echo "$$unformatted"; exit 1; fi
	go vet ./...
	go tool staticcheck ./...
	cd webui && npm run check

# What the tests need beside Go and Node: Chromium, poppler-utils, zbar-tools,
# a Chinese font for it, and etcd. Debian's package of etcd would start a service:
# only its program is unpacked into bin/. A newer etcd is built beside it. Installed by apt as root on Debian; elsewhere it
# lists what is missing.
TOOLS := chromium:chromium pdftotext:poppler-utils pdftoppm:poppler-utils zbarimg:zbar-tools
export PATH := $(PATH):$(CURDIR)/bin/debian-etcd/usr/bin
export ETCD_NEWER := $(CURDIR)/bin/etcd
tools: bin/etcd
	@missing=""; \
	for tool in $(TOOLS); do command -v $${tool%%:*} >/dev/null || missing="$$missing $${tool##*:}"; done; \
	fc-list :lang=zh 2>/dev/null | grep -q . || missing="$$missing fonts-noto-cjk"; \
	missing=$$(echo $$missing | tr ' ' '\n' | sort -u | tr '\n' ' '); \
	if [ -z "$${missing// /}" ]; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing fontconfig; \
	else echo "missing: $$missing (on Debian: apt-get install $$missing)"; exit 1; fi
	@command -v etcd >/dev/null || { command -v apt-get >/dev/null && mkdir -p bin/debian-etcd && cd bin/debian-etcd && \
	  { apt-get download -qq etcd-server || { apt-get update -qq && apt-get download -qq etcd-server; }; } && dpkg-deb -x etcd-server_*.deb .; } || \
	  { echo "missing: etcd (on Debian: apt-get install etcd-server)"; exit 1; }

bin/etcd: store/storetest/etcd/go.mod store/storetest/etcd/go.sum store/storetest/etcd/main.go
	cd $(dir $<) && go build -mod=readonly -trimpath -ldflags "-s -w" -o $(CURDIR)/$@ .

test: tools lint go-test pages-test e2e

# Under the race detector times mean nothing: what measures them runs apart. So
# does what is long and has but one goroutine to race with.
# SOLO are packages of pure functions, which start no goroutine.
SOLO := print api/rehearsal/forecast
LONG := TestHallOnACluster|TestEveryDocumentOfEveryKindOfEvent|TestEveryRulebookPlaysItsWholeEvent|TestPaperText|TestKnockoutTidy|TestKnockoutUntidy|TestRepechageOfEveryNumber|TestWholeEvents|TestWorstCases
go-test: $(FONT) $(PAGES)
	go test -race -timeout 20m -skip '$(LONG)' $$(go list ./... | grep -v $(SOLO:%=-e '/%$$'))
	go test -count 1 $(SOLO:%=./%)
	go test -count 1 -run 'TestLargeFiles|$(LONG)' ./api ./api/entrylist ./cmd/kiosk ./scoresheet/contest

pages-test: $(PAGES)
	cd webui && npm test

e2e: build
	cd webui && npm run e2e

# Long: the kiosk is killed 40 times while a hall reports, a cluster and its
# kiosks fail 50 times, and a full hall with pages that listen plays on a bad
# network.
soak: build bin/etcd
	go test -count 1 -timeout 30m -v -run 'KilledInMidRound|HallOnACluster' ./cmd/kiosk -soak
	./bin/kiosk load --lang en --tables 250 --rounds 5 --think 2s --listeners 500 --trouble 0.2
	./bin/kiosk load --lang en --rulebook gouji-two-tables --tables 16 --rounds 5 --trouble 0.3
	./bin/kiosk load --lang en --rulebook shuangsheng-swiss --tables 100 --rounds 5 --trouble 0.3

# The figures of the README: ours beside its floor, in one run.
bench: $(FONT)
	go test -run '^$$' -bench . -benchtime 2s ./api ./store ./scoresheet/...

# Known holes in the packages of others: fails where one is found, and says so in
# a sentence where a database cannot be reached.
audit:
	@failed=0; \
	if ! GOBIN=$(CURDIR)/bin go install golang.org/x/vuln/cmd/govulncheck@latest 2>/dev/null; then \
	  echo "govulncheck cannot be had here: the Go packages were not audited."; \
	elif ! said=$$(./bin/govulncheck ./... 2>&1); then \
	  if grep -q -e 'fetching vulnerabilities' -e 'vuln\.go\.dev' <<<"$$said" && ! grep -q '^Vulnerability #' <<<"$$said"; then \
	    echo "The database of Go's vulnerabilities cannot be reached: the Go packages were not audited."; \
	  else echo "$$said"; failed=1; fi; \
	else echo "$$said"; fi; \
	if said=$$(cd webui && npm audit 2>&1); then echo "$$said"; \
	elif grep -q -e 'Severity: ' -e 'severity vulnerabilit' <<<"$$said"; then echo "$$said"; failed=1; \
	else echo "The database of npm's advisories cannot be reached: the npm packages were not audited."; fi; \
	exit $$failed

release: $(FONT) $(PAGES)
	@mkdir -p dist
	GOOS=windows GOARCH=amd64 CGO_ENABLED=0 go build $(GOFLAGS_BUILD) -o dist/kiosk-windows-amd64.exe ./cmd/kiosk
	GOOS=darwin GOARCH=arm64 CGO_ENABLED=0 go build $(GOFLAGS_BUILD) -o dist/kiosk-macos-arm64 ./cmd/kiosk
	GOOS=darwin GOARCH=amd64 CGO_ENABLED=0 go build $(GOFLAGS_BUILD) -o dist/kiosk-macos-amd64 ./cmd/kiosk
	GOOS=linux GOARCH=amd64 CGO_ENABLED=0 go build $(GOFLAGS_BUILD) -o dist/kiosk-linux-amd64 ./cmd/kiosk
	GOOS=linux GOARCH=arm64 CGO_ENABLED=0 go build $(GOFLAGS_BUILD) -o dist/kiosk-linux-arm64 ./cmd/kiosk

clean:
	rm -rf bin dist webui/node_modules $(FONT)
	find webui/dist -mindepth 1 ! -name .gitkeep -delete
