package agent

import (
	"context"
	"os/exec"
	"slices"
)

// CompileTest compiles a program from files of the agent and of a test.
func CompileTest(ctx context.Context, path string, files ...string) ([]byte, error) {
	compiler, err := findCompiler()
	if err != nil {
		return nil, err
	}
	headers, err := findHeaders()
	if err != nil {
		return nil, err
	}
	args := slices.Concat(compiler[1:], flags(headers, versionText()), Strict(), []string{"-o", path}, files)
	args = slices.DeleteFunc(args, func(a string) bool { return a == "-shared" })
	return exec.CommandContext(ctx, compiler[0], append(args, libraries()...)...).CombinedOutput()
}

// FindBuilt returns the agent in the user's cache, and builds it if necessary.
func FindBuilt(ctx context.Context) (string, error) { return find(ctx) }

// Embedded returns the agent embedded in this program.
func Embedded(t Target) []byte { return embedded(t) }

// LibcOf returns the C library in a list of mappings, else before.
func LibcOf(before, maps string) string {
	t := Target{Libc: before}
	t.setLibc([]byte(maps))
	return t.Libc
}
