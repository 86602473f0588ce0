# Shared by the scripts in this folder. Source it, do not run it. It changes to the root of the repository.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '%s\n' "$*"; }

# stage NAME announces a stage. stage_end, or the next stage, prints the time it took: clock time, and processor time of the script's
# children. If a script exports stage_log, a line for each stage is appended to that file: seconds, processor seconds, name.
stage() {
	stage_end
	stage_name=$*
	stage_began=$SECONDS
	processor_seconds
	stage_processor=$processor
	printf '\n== %s\n' "$stage_name"
}
stage_end() {
	[ -n "${stage_name:-}" ] || return 0
	local clock=$((SECONDS - stage_began))
	processor_seconds
	processor=$((processor - stage_processor))
	printf -- '-- %d s, %d s of processor time\n' "$clock" "$processor"
	[ -z "${stage_log:-}" ] || printf '%d %d %s\n' "$clock" "$processor" "$stage_name" >>"$stage_log"
	stage_name=
}

# processor_seconds sets processor to the processor time of the script's children. Only the shell itself knows it, so a subshell $( ) cannot
# print it.
processor_seconds() {
	local file
	file=$(mktemp)
	times >"$file"
	processor=$(awk -F '[ms ]+' 'NR == 2 { print int($1 * 60 + $2 + $3 * 60 + $4) }' "$file")
	rm -f "$file"
}
die() {
	printf '%s: %s\n' "${0##*/}" "$*" >&2
	exit 1
}
have() { command -v "$1" >/dev/null 2>&1; }

# at_least HAVE WANT: succeeds if the dotted version HAVE is WANT or newer.
at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

# need_go exits unless a Go that can build this module is installed. Go 1.21 or later may download the version in go.mod (GOTOOLCHAIN),
# which is sufficient.
need_go() {
	local want version
	want=$(awk '$1 == "go" { print $2; exit }' go.mod)
	if ! have go && [ -x /usr/local/go/bin/go ]; then
		PATH=$PATH:/usr/local/go/bin
	fi
	have go || die "go is missing: Go $want or newer is needed, see https://go.dev/doc/install"
	version=$(go env GOVERSION 2>/dev/null) || version=$(cd / && GOTOOLCHAIN=local go env GOVERSION)
	version=${version#go}
	at_least "${version%%[!0-9.]*}" "${want%.0}" ||
		die "go $version is too old: Go $want or newer is needed, see https://go.dev/doc/install"
}

# need_zig installs the Zig compiler into build/zig, or into the folder zig_folder, unless it is there. It sets zig to its path.
need_zig() {
	local folder=${zig_folder:-$PWD/build/zig}
	zig=$folder/ziglang/zig
	export ZIG_GLOBAL_CACHE_DIR=$folder/cache ZIG_LOCAL_CACHE_DIR=$folder/cache
	if [ -x "$zig" ] && cmp -s scripts/zig.txt "$folder/zig.txt"; then
		return
	fi
	have python3 && python3 -m pip --version >/dev/null 2>&1 || die "python3 with pip is missing, which installs the compiler"
	say "Installing the compiler of Zig into $folder."
	rm -rf "$folder"
	python3 -m pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: --require-hashes \
		--target "$folder" -r scripts/zig.txt
	chmod +x "$zig"
	cp scripts/zig.txt "$folder/zig.txt"
}

# pure_packages lists the packages that must not use cgo: all but the window and the command.
pure_packages() {
	local module
	module=$(go list -m)
	CGO_ENABLED=0 go list -e -f '{{.ImportPath}}' ./... | grep -v -E "^$module/(render|cmd)(/|\$)" || true
}

# concurrent_packages lists the pure packages where goroutines meet: their files or tests start goroutines or divide work by package
# trace/parallel, or their files protect memory by package sync. Elsewhere the race detector has nothing to find, because
# rules/guard_test.go keeps goroutines from starting in any other way. A package that only others call from several goroutines is watched
# in their tests.
concurrent_packages() {
	local package folder
	local start='^[[:space:]]*go [a-z]|^[[:space:]]+"golang\.org/x/sync/|/trace/parallel"$|\b(guard\.(Go|Safe)|AfterFunc)\(|\.(Run)?Parallel\('
	local protect='^[[:space:]]+"sync(/atomic)?"$'
	pure_packages | xargs env CGO_ENABLED=0 go list -e -f '{{.ImportPath}} {{.Dir}}' | while read -r package folder; do
		if cat "$folder"/*.go | grep -E "$start" >/dev/null ||
			find "$folder" -maxdepth 1 -name '*.go' ! -name '*_test.go' -exec cat {} + | grep -E "$protect" >/dev/null; then
			printf '%s\n' "$package"
		fi
	done
}

# stages_total prints the stages in the log as a table, with their sum.
stages_total() {
	awk '
		{ name = $0; sub(/^[0-9]+ [0-9]+ /, "", name); printf "%6d s %6d s  %s\n", $1, $2, name; clock += $1; processor += $2 }
		END { printf "%6d s %6d s  by the clock, and in processor time\n", clock, processor }
	' "$stage_log"
}

# gl_environment makes tests draw with Mesa's software renderer, so that pictures are the same everywhere. Tests fail if they cannot draw or
# have no browser for pages.
gl_environment() {
	export MEMCITY_GL_REQUIRED=1 MEMCITY_BROWSER_REQUIRED=1 LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_DRIVER=llvmpipe
}

# fuzzing runs scripts/fuzzing with arguments at low priority. An execution that exceeds the memory limit kills its worker, which counts as
# a fault.
fuzzing() {
	need_go
	mkdir -p build
	go build -o build/fuzzing ./scripts/fuzzing
	ulimit -v $((4 * 1024 * 1024))
	exec nice -n 19 build/fuzzing "$@"
}
