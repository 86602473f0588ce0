// Package jdk finds the JDKs of the machine for tests: in /usr/lib/jvm, at JAVA_HOME and on the PATH.
//
// Tests that start virtual machines take long. MEMCITY_JVM=off skips them, as in the stage of scripts/test with the race detector; a later
// stage runs the skipped tests. Without a JDK they are skipped, except in CI, where they fail.
package jdk

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Homes returns the folders of all JDKs, the one on the PATH first. If there are none, it skips or fails the test.
func Homes(t testing.TB) []string {
	t.Helper()
	if os.Getenv("MEMCITY_JVM") == "off" {
		t.Skip("starts virtual machines, which MEMCITY_JVM=off leaves out")
	}
	places, _ := filepath.Glob("/usr/lib/jvm/*/bin/javac") // the pattern is valid
	if home := os.Getenv("JAVA_HOME"); home != "" {
		places = slices.Insert(places, 0, filepath.Join(home, "bin", "javac"))
	}
	if path, err := exec.LookPath("javac"); err == nil {
		places = slices.Insert(places, 0, path)
	}
	var homes []string
	for _, javac := range places {
		real, err := filepath.EvalSymlinks(javac)
		if home := filepath.Dir(filepath.Dir(real)); err == nil && !slices.Contains(homes, home) {
			homes = append(homes, home)
		}
	}
	const none = "there is no JDK in /usr/lib/jvm, at JAVA_HOME or on the PATH"
	switch {
	case len(homes) > 0:
	case os.Getenv("CI") != "":
		t.Fatal(none)
	default:
		t.Skip(none)
	}
	return homes
}

// Each runs a test with every JDK.
func Each(t *testing.T, test func(t *testing.T, home string)) {
	t.Helper()
	for _, home := range Homes(t) {
		t.Run(filepath.Base(home), func(t *testing.T) { test(t, home) })
	}
}

// Tool returns the path of a program of a JDK.
func Tool(home, name string) string { return filepath.Join(home, "bin", name) }

// Run runs a program of a JDK and returns its output. The environment is empty, since it would be part of dumps. If the compiler crashes
// while loading (see [DiedLoading]), it is run once more.
func Run(t testing.TB, home, dir, tool string, args ...string) string {
	t.Helper()
	run := func() ([]byte, error) {
		cmd := exec.Command(Tool(home, tool), args...)
		cmd.Dir, cmd.Env = dir, []string{}
		return cmd.CombinedOutput()
	}
	out, err := run()
	if err != nil && tool == "javac" && DiedLoading(string(out)) {
		out, err = run()
	}
	if err != nil && !DiedAtExit(string(out)) {
		t.Fatalf("%s: %v: %s", tool, err, out)
	}
	return string(out)
}

// DiedAtExit reports whether a VM's crash report shows a known crash of Java 17 at exit, after all work is done. A function is called at an
// address in the launcher's library that was not relocated. The caller is the dynamic linker in exit(), or the launcher's main thread,
// which waits for the VM until then. It occurs with javac and other programs, once in a few hundred exits.
func DiedAtExit(report string) bool {
	jump := jumpNearZero.FindStringSubmatch(report)
	return jump != nil && (jump[1] == jump[2] || strings.Contains(report, "# Problematic frame:\n# C  [ld-linux"))
}

// DiedLoading reports whether a VM's crash report shows a known crash of Java 17 while it loads a library of the VM. The dynamic linker
// compares the library's name with one at an address that was not relocated. It has the same cause as [DiedAtExit]. It occurred with javac,
// without an agent, twice in some thousand runs.
func DiedLoading(report string) bool { return loading.MatchString(report) && !DiedAtExit(report) }

var loading = regexp.MustCompile(`SIGSEGV \(0xb\) at pc=0x[0-9a-f]+, pid=\d+[^\0]*# Problematic frame:\n# C  \[ld-linux`)

var jumpNearZero = regexp.MustCompile(`SIGSEGV \(0xb\) at pc=0x000000000000[0-9a-f]{4}, pid=(\d+)(?:, tid=(\d+))?`)

// Compile compiles a class from source text for JDK 11 and later, and returns the folder of the classes.
func Compile(t testing.TB, home, class, source string) string {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, class+".java")
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	CompileInto(t, home, dir, []string{"--release", "11"}, file)
	return dir
}
