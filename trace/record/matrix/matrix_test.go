package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// fake creates a JDK whose java is a script.
func fake(t *testing.T, script string) run {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("there is no shell")
	}
	home := t.TempDir()
	path := filepath.Join(home, "bin", "java")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script), 0o700); err != nil {
		t.Fatal(err)
	}
	return run{matrix: &matrix{now: time.Now, classes: home}, jdk: jdk{home: home, name: "fake", java: 17}}
}

// TestAlone checks that a run succeeds only if the program ends with its expected status and without a crash report.
func TestAlone(t *testing.T) {
	for script, want := range map[string]string{
		"echo ready; read go; echo round 1; exit 7": "",
		"echo ready; read go; exit 0":               "status 0, expected 7",
		"exit 7":                                    "",
		"printf '# Problematic frame:\\n# C  [x.so]\\n#\\n' >hs_err_1.log; exit 7": "the VM crashed: C  [x.so]",
		"echo WARNING in native method: x; exit 7":                                 "the VM warned",
		"kill -KILL $$": "status -1, expected 7",
	} {
		got := fake(t, script).alone()
		os.RemoveAll(got.folder)
		if !strings.HasPrefix(got.failed, want) || (want == "") != (got.failed == "") {
			t.Errorf("%s: %q, expected %q", script, got.failed, want)
		}
	}
}

// TestRecorded checks that a run fails if no agent connects or the trace is missing.
func TestRecorded(t *testing.T) {
	r := fake(t, "echo ready; read go; exit 7")
	got := r.recorded(t.Context(), "attach", result{})
	os.RemoveAll(got.folder)
	if !strings.Contains(got.failed, "is not a HotSpot virtual machine") && !strings.Contains(got.failed, "cannot be recorded") {
		t.Errorf("%q, expected that it cannot be recorded", got.failed)
	}
}

func TestDescribe(t *testing.T) {
	for version, want := range map[string]int{"1.8": 8, "17": 17, "28": 28} {
		r := fake(t, "printf '    java.specification.version = "+version+"\\n    java.vm.version = 1+2\\n' >&2")
		j, err := describe(t.Context(), r.jdk.home)
		if err != nil || j.java != want || !strings.HasSuffix(j.text, ": 1+2") {
			t.Errorf("%s: %+v, %v", version, j, err)
		}
	}
	if _, err := describe(t.Context(), t.TempDir()); err == nil {
		t.Error("a folder without java is taken for a JDK")
	}
}

func TestWanted(t *testing.T) {
	j := jdk{name: "java-27"}
	for only, want := range map[string]int{"": 3, "java-27": 3, "java-2 ": 0, "Z attach": 0, "exact attach": 1, "Z exact,load": 1, "Z,G1": 0} {
		m := &matrix{only: strings.Split(only, ",")}
		if got := m.wanted(j, setting{name: "Z"}, setting{name: "exact"}); len(got) != want {
			t.Errorf("%q: %v, expected %d", only, got, want)
		}
	}
}
