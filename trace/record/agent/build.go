package agent

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

//go:embed source
var source embed.FS

// FileName is the name of the built agent on this system.
func FileName() string {
	switch runtime.GOOS {
	case "windows":
		return "memcity-agent.dll"
	case "darwin":
		return "libmemcity-agent.dylib"
	}
	return "libmemcity-agent.so"
}

// version distinguishes agents of different sources.
func version() string {
	sum := sha256.New()
	err := fs.WalkDir(source, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := source.ReadFile(path)
		fmt.Fprintln(sum, path, len(content))
		sum.Write(content)
		return err
	})
	if err != nil {
		panic(err) // the files are part of the program
	}
	return hex.EncodeToString(sum.Sum(nil))[:12]
}

// Find returns the path of the agent: next to the executable, where make agent puts it, else in the user's cache, else it
// is built there, which takes some seconds, a C compiler and the headers of a JDK. The error says what is missing.
func Find(ctx context.Context) (string, error) {
	var installed string
	if exe, err := os.Executable(); err == nil {
		installed = filepath.Join(filepath.Dir(exe), FileName())
		if hasVersion(installed) {
			return installed, nil
		}
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("agent: there is no folder to build it in: %w", err)
	}
	dir := filepath.Join(cache, "memcity", "agent-"+version())
	path := filepath.Join(dir, FileName())
	if hasVersion(path) {
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

// hasVersion reports whether a file is an agent of this source: its text "memcity agent VERSION" says so.
func hasVersion(path string) bool {
	content, err := os.ReadFile(path)
	return err == nil && bytes.Contains(content, []byte(versionText()))
}

func versionText() string { return "memcity agent " + version() }

// Strict returns the options with which the compiler takes warnings for errors. They are for developers: a compiler at a
// user's machine may warn of what was not known before.
func Strict() []string { return []string{"-Werror"} }

// Build compiles the agent to a file, which appears when it is complete. The options are for the compiler, after its usual
// ones.
func Build(ctx context.Context, path string, options ...string) error {
	compiler, err := findCompiler()
	if err != nil {
		return err
	}
	headers, err := findHeaders()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "memcity-agent-")
	if err != nil {
		return fmt.Errorf("agent: %w", err)
	}
	defer os.RemoveAll(dir)
	if err := os.CopyFS(dir, source); err != nil {
		return fmt.Errorf("agent: %w", err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "source", "*.c"))
	if err != nil {
		return fmt.Errorf("agent: %w", err)
	}
	built := fmt.Sprintf("%s.%d", path, os.Getpid())
	args := append(slices.Concat(compiler[1:], flags(headers), options), "-o", built)
	out, err := exec.CommandContext(ctx, compiler[0], append(append(args, files...), libraries()...)...).CombinedOutput()
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

func flags(headers []string) []string {
	f := []string{"-std=gnu11", "-O2", "-g0", "-shared", "-Wall", "-Wextra", "-DAGENT_VERSION=\"" + versionText() + "\""}
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

// findCompiler returns the C compiler with its own arguments.
func findCompiler() ([]string, error) {
	if cc := strings.Fields(os.Getenv("CC")); len(cc) > 0 {
		return cc, nil
	}
	for _, name := range []string{"cc", "gcc", "clang"} {
		if path, err := exec.LookPath(name); err == nil {
			return []string{path}, nil
		}
	}
	return nil, errors.New("agent: there is no C compiler (cc, gcc or clang) to build it with, and no built one beside the program")
}

// findHeaders returns the folders of jvmti.h and jni_md.h, of any JDK: they are the same in all.
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
	return nil, errors.New("agent: jvmti.h was not found: building it needs a JDK, in JAVA_HOME, on the PATH or where the system keeps them")
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// Homes lists the folders of installed JDKs and JREs: JAVA_HOME, that of the java on the PATH, and where systems keep
// them. Each is named once.
func Homes() []string {
	var homes []string
	seen := map[string]bool{}
	add := func(home string) {
		real, err := filepath.EvalSymlinks(home)
		if home == "" || err != nil || seen[real] ||
			!(isFile(filepath.Join(real, "bin", "java")) || isFile(filepath.Join(real, "bin", "java.exe"))) {
			return
		}
		seen[real] = true
		homes = append(homes, real)
	}
	add(os.Getenv("JAVA_HOME"))
	if java, err := exec.LookPath("java"); err == nil {
		if real, err := filepath.EvalSymlinks(java); err == nil {
			add(filepath.Dir(filepath.Dir(real)))
		}
	}
	for _, pattern := range []string{"/usr/lib/jvm/*", "/Library/Java/JavaVirtualMachines/*/Contents/Home", "/opt/homebrew/opt/openjdk*",
		`C:\Program Files\Java\*`, `C:\Program Files\Eclipse Adoptium\*`} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			continue
		}
		for _, home := range found {
			add(home)
		}
	}
	return homes
}
