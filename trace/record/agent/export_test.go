package agent

import (
	"context"
	"os/exec"
	"slices"
)

// CompileTest compiles a program of files of the agent and of a test.
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

// FindBuilt returns the agent in the user's cache, which is built if it is not there.
func FindBuilt(ctx context.Context) (string, error) { return find(ctx) }

// Embedded returns the agent that is part of this program.
func Embedded(t Target) []byte { return embedded(t) }

// LibcOf returns the C library of what is mapped, else that from before.
func LibcOf(before, maps string) string {
	t := Target{Libc: before}
	t.setLibc([]byte(maps))
	return t.Libc
}
