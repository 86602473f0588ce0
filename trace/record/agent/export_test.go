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
	args := slices.Concat(compiler[1:], flags(headers), Strict(), []string{"-o", path}, files)
	args = slices.DeleteFunc(args, func(a string) bool { return a == "-shared" })
	return exec.CommandContext(ctx, compiler[0], append(args, libraries()...)...).CombinedOutput()
}
