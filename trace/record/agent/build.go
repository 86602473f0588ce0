package agent

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"memcity/trace/process"
)

//go:embed source
var source embed.FS

// portable contains the source and the further files that [BuildFor] needs.
//
//go:embed source portable
var portable embed.FS

// FileName returns the file name of an agent built for this machine.
func FileName() string { return Here().FileName() }

// version returns a hash of the source.
func version() string {
	sum := sha256.New()
	err := fs.WalkDir(portable, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := portable.ReadFile(path)
		fmt.Fprintln(sum, path, len(content))
		sum.Write(content)
		return err
	})
	if err != nil {
		panic(err) // the files are part of the program
	}
	return hex.EncodeToString(sum.Sum(nil))[:12]
}

// find returns the path of an agent for this machine. If it is not in the user's cache, find builds it there. The error names the missing
// tool or header.
func find(ctx context.Context) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("agent: no folder to build it in: %w", err)
	}
	dir := filepath.Join(cache, "memcity", "agent-"+version())
	path := filepath.Join(dir, FileName())
	if IsCurrent(path) {
		return path, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("agent: %w", err)
	}
	if err := Build(ctx, path); err != nil {
		return "", err
	}
	return path, nil
}

func versionText() string { return "memcity agent " + version() }

// Strict returns the compiler options that turn warnings into errors. They are for developers: a newer compiler on a user's machine may
// have new warnings.
func Strict() []string { return []string{"-Werror"} }

// Build compiles the agent for this machine. The file appears once it is complete. The given options follow the default options of the
// compiler.
func Build(ctx context.Context, path string, options ...string) error {
	compiler, err := findCompiler()
	if err != nil {
		return err
	}
	return compile(ctx, compiler, path, versionText(), source, append(options, libraries()...))
}

// oldestGlibc is the oldest release of glibc that can load the agents for glibc. All later releases can too.
const oldestGlibc = "2.17"

// zigTargets contains the names of the targets in Zig.
var zigTargets = map[Target]string{
	{"linux", "amd64", "glibc"}: "x86_64-linux-gnu." + oldestGlibc, {"linux", "arm64", "glibc"}: "aarch64-linux-gnu." + oldestGlibc,
	{"linux", "amd64", "musl"}: "x86_64-linux-musl", {"linux", "arm64", "musl"}: "aarch64-linux-musl",
}

// BuildFor compiles the agent for one of [Targets] with Zig's C compiler, which includes the C libraries of all targets.
func BuildFor(ctx context.Context, zig string, t Target, path string, options ...string) error {
	compiler := []string{zig, "cc", "-target", zigTargets[t], "-s"}
	options = append(options, "-ffunction-sections", "-Wl,--gc-sections", "-ldl")
	return compile(ctx, compiler, path, versionText()+isPortable, portable, options)
}

// isPortable follows the version in agents that run with C libraries other than this machine's.
const isPortable = " portable"

// compile compiles the agent to a file, which appears once it is complete. It embeds the given text, which identifies the agent.
func compile(ctx context.Context, compiler []string, path, text string, files embed.FS, options []string) error {
	headers, err := findHeaders()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "memcity-agent-")
	if err != nil {
		return fmt.Errorf("agent: %w", err)
	}
	defer os.RemoveAll(dir)
	if err := os.CopyFS(dir, files); err != nil {
		return fmt.Errorf("agent: %w", err)
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*", "*.c"))
	if err != nil {
		return fmt.Errorf("agent: %w", err)
	}
	built := fmt.Sprintf("%s.%d", path, os.Getpid())
	if built, err = filepath.Abs(built); err != nil { // the compiler may have another working folder
		return fmt.Errorf("agent: %w", err)
	}
	args := slices.Concat(compiler[1:], flags(headers, text), []string{"-o", built}, paths, options)
	out, err := process.Command(ctx, compiler[0], args...).CombinedOutput()
	if err != nil {
		os.Remove(built)
		return fmt.Errorf("agent: %s cannot compile it: %w: %s", compiler[0], err, firstLines(out))
	}
	if err := os.Rename(built, path); err != nil {
		os.Remove(built)
		return fmt.Errorf("agent: %w", err)
	}
	return nil
}

func flags(headers []string, text string) []string {
	f := []string{"-std=gnu11", "-O2", "-g0", "-shared", "-Wall", "-Wextra", "-DAGENT_VERSION=\"" + text + "\""}
	if runtime.GOOS != "windows" {
		f = append(f, "-fPIC", "-pthread", "-fvisibility=hidden")
	}
	for _, h := range headers {
		f = append(f, "-I"+h)
	}
	return f
}

func libraries() []string {
	switch runtime.GOOS {
	case "windows":
		return []string{"-lws2_32", "-ladvapi32"}
	case "linux":
		return []string{"-ldl"}
	}
	return nil
}

func firstLines(out []byte) string {
	lines := strings.SplitN(strings.TrimSpace(string(out)), "\n", 6)
	return strings.Join(lines[:min(5, len(lines))], "; ")
}

// findCompiler returns the C compiler and its arguments.
func findCompiler() ([]string, error) {
	if cc := strings.Fields(os.Getenv("CC")); len(cc) > 0 {
		return cc, nil
	}
	for _, name := range []string{"cc", "gcc", "clang"} {
		if path, err := process.Find(name); err == nil {
			return []string{path}, nil
		}
	}
	return nil, errors.New("agent: no C compiler (cc, gcc or clang) was found, and this program has no prebuilt agent for " + Here().String())
}

// findHeaders returns the folders of jvmti.h and jni_md.h in any installed JDK. The headers are the same in all JDKs.
func findHeaders() ([]string, error) {
	system := map[string]string{"windows": "win32"}[runtime.GOOS]
	if system == "" {
		system = runtime.GOOS
	}
	for _, home := range Homes() {
		include := filepath.Join(home, "include")
		machine := filepath.Join(include, system)
		if isFile(filepath.Join(include, "jvmti.h")) && isFile(filepath.Join(machine, "jni_md.h")) {
			return []string{include, machine}, nil
		}
	}
	return nil, errors.New("agent: jvmti.h was not found; building the agent needs a JDK in JAVA_HOME, on the PATH or in a standard location")
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
