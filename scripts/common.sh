# Shared by the scripts beside it; sourced, never run. Leaves the shell in the root of the repository.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '%s\n' "$*"; }
stage() { printf '\n== %s\n' "$*"; }
die() {
	printf '%s: %s\n' "${0##*/}" "$*" >&2
	exit 1
}
have() { command -v "$1" >/dev/null 2>&1; }

# at_least HAVE WANT: the dotted version HAVE is WANT or newer.
at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

# need_go ends the script unless a Go that can build this module is there. A Go from 1.21 on may fetch
# the version that go.mod asks for by itself (GOTOOLCHAIN), which counts.
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

# pure_packages lists the packages that must build and pass their tests without cgo: all but the window
# and the command.
pure_packages() {
	CGO_ENABLED=0 go list -e -f '{{.ImportPath}}' ./... | grep -v -E '^[^/]+/(render|cmd)(/|$)' || true
}

# gl_environment makes tests draw in Mesa's software renderer, so that pictures are the same everywhere,
# and makes them fail where they cannot draw.
gl_environment() {
	export MEMCITY_GL_REQUIRED=1 LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_DRIVER=llvmpipe
}
