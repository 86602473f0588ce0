# The targets are scripts, which also work by themselves: scripts/NAME says at its head what it does.

.PHONY: help run build server dist dist-test cross agent test test-short test-jdks lint bench performance fuzz fuzz-all sweep mutate golden docs pictures gallery clean
.DEFAULT_GOAL := help

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' Makefile

run: ## build and open the window on a bundled recording; ARGS="info FILE" for anything else
	@scripts/run $(ARGS)

build: ## build bin/memcity
	@scripts/build

server: ## build bin/memcity-record, without cgo and graphics, for linux on x86-64 and arm64
	@scripts/server

dist: ## what is given to users, into build/dist: archives, packages, a container image, for each system that can be built for
	@scripts/dist

dist-test: ## make dist twice, compare, then install and use the packages in fresh systems; half an hour
	@scripts/dist-test

cross: ## that all compiles for Linux on arm64, Windows and macOS, as far as compilers are there
	@scripts/cross

agent: ## build the agents for Java programs, of which the programs consist: Linux, glibc and musl, x86-64 and arm64
	@scripts/agent

test: ## every check and every test, in stages with their times
	@scripts/test

test-short: ## in a minute: tests of what needs no window, for the loop of editing
	@scripts/test-short $(PACKAGES)

test-jdks: ## record a program with every JDK, collector and other agent; ARGS="-only java-27,Parallel"
	@scripts/test-jdks $(ARGS)

lint: ## the checks alone: gofmt, rules, vet, staticcheck, dead code
	@scripts/lint

bench: ## the benchmarks, with ratios, then the commands on heaps like real ones; BENCH=REGEXP, BENCHTIME=0.2s, HEAPS="3000000 18000000"
	@scripts/bench

performance: ## docs/performance.md: the commands on heaps like real ones, compared with sha1sum; nothing else should run meanwhile
	@scripts/performance

fuzz: ## every fuzz target for FUZZTIME=20s
	@scripts/fuzz $(NAME)

fuzz-all: ## all fuzz targets in turn for HOURS=1, with the executions counted by target
	@scripts/fuzz-all $(NAME)

sweep: ## every command on every truncation and damaged byte of a sample of each format; half an hour or more
	@scripts/sweep

mutate: ## how many of 300 small faults in the pure packages their tests notice; ARGS="-n 50 -seed 2"
	@scripts/mutate $(ARGS)

golden: ## rewrite expected results and show what changed
	@scripts/golden

docs: ## write docs/ from the manual in assets/help
	@scripts/docs

pictures: ## draw the pictures of the README and the manual
	@scripts/pictures

gallery: ## record the collection of real leaks anew; NAMES="httpclient3-hosts timer-cancelled" for some
	@scripts/gallery $(NAMES)

clean: ## remove what was built and what failed tests left; inputs of fuzz targets stay in build/fuzz
	@if [ -d build ]; then find build -mindepth 1 -maxdepth 1 ! -name fuzz -exec rm -rf {} +; fi
	@rm -rf bin trace/record/agent/built/*-agent-* trace/record/usage/built/*.jar
	@find . -type d -path '*/testdata/failed' -prune -exec rm -rf {} +
