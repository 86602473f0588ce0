// Package jdk gives tests the JDKs of the machine: those in /usr/lib/jvm, at JAVA_HOME and on the PATH.
//
// Tests that start virtual machines take long. The variable MEMCITY_JVM=off skips them, as in the stage of scripts/test with the
// race detector; a later stage runs what was skipped. Without a JDK they are skipped; in CI, which must have one, they fail.
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

// Homes returns the folders of all JDKs, that on the PATH first, or ends the test.
func Homes(t testing.TB) []string {
	t.Helper()
	if os.Getenv("MEMCITY_JVM") == "off" {
		t.Skip("starts virtual machines, which MEMCITY_JVM=off leaves out")
	}
	places, _ := filepath.Glob("/usr/lib/jvm/*/bin/javac") // the pattern is right
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

// Run runs a program of a JDK without an environment, which dumps would hold, and returns what it printed. A compiler that dies before it
// has begun, see [DiedLoading], runs once more.
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

// DiedAtExit reports whether a VM's report about its crash is that of Java 17 at its end, after all its work: a function is called at an
// address in the launcher's library that was not relocated, by the dynamic linker in exit(), or by the launcher's own thread, the first of the
// process, which waits for the VM until then. Seen of javac as of other programs, once in some hundred exits.
func DiedAtExit(report string) bool {
	jump := jumpNearZero.FindStringSubmatch(report)
	return jump != nil && (jump[1] == jump[2] || strings.Contains(report, "# Problematic frame:\n# C  [ld-linux"))
}

// DiedLoading reports whether a VM's report about its crash is that of Java 17 where it loads one of its own libraries: the dynamic linker
// compares its name with one at an address that was not relocated. It is the fault of [DiedAtExit], met earlier. Seen of javac, which had no
// agent, twice in some thousand runs.
func DiedLoading(report string) bool { return loading.MatchString(report) && !DiedAtExit(report) }

var loading = regexp.MustCompile(`SIGSEGV \(0xb\) at pc=0x[0-9a-f]+, pid=\d+[^\0]*# Problematic frame:\n# C  \[ld-linux`)

var jumpNearZero = regexp.MustCompile(`SIGSEGV \(0xb\) at pc=0x000000000000[0-9a-f]{4}, pid=(\d+)(?:, tid=(\d+))?`)

// Compile compiles a class whose source is a text, for JDK 11 and later, and returns the folder of the classes.
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
