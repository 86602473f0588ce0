package jvm

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

const crashed = `#
# A fatal error has been detected by the Java Runtime Environment:
#
#  SIGSEGV (0xb) at pc=0x00007f1f3c0d0bcd, pid=7, tid=8
#
# Problematic frame:
# C  [libfaulty.so+0xbcd]   do_it+0x3e2
#

---------------  S U M M A R Y ------------
# Problematic frame:
`

func TestCrashReportAt(t *testing.T) {
	last := filepath.Join((target{}).folder(), "hs_err_pid7.log")
	for _, c := range []struct {
		words  []string
		folder string
		want   []string
	}{
		{nil, "/srv", []string{"/srv/hs_err_pid7.log", last}},
		{nil, "", []string{last}},
		{[]string{"java", "-XX:ErrorFile=/a/b%p%%.log"}, "/srv", []string{"/a/b7%.log", "/srv/hs_err_pid7.log", last}},
		{[]string{"java", "-XX:ErrorFile=a", "-XX:ErrorFile=logs/b"}, "/srv", []string{"/srv/logs/b", "/srv/hs_err_pid7.log", last}},
		{[]string{"java", "-XX:ErrorFile=a"}, "", []string{last}},
	} {
		if got := CrashReportAt(7, c.words, c.folder); !slices.Equal(got.Files, c.want) {
			t.Errorf("%q in %q: %q, expected %q", c.words, c.folder, got.Files, c.want)
		}
	}
}

// TestCrashReportRead checks reports that are older than the recording or missing.
func TestCrashReportRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report")
	r := &CrashReport{Files: []string{filepath.Join(filepath.Dir(path), "missing"), filepath.Dir(path), path}}
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(crashed)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	written := info.ModTime()
	const want = "SIGSEGV (0xb) in C [libfaulty.so+0xbcd] do_it+0x3e2"
	for after, there := range map[time.Duration]bool{-time.Hour: true, 2 * time.Second: true, 2*time.Second + 1: false, time.Hour: false} {
		if got, problem := r.Read(written.Add(after)); (got == path) != there || (problem == want) != there {
			t.Errorf("%v after it was written: %q, %q", after, got, problem)
		}
	}
	for text, want := range map[string]string{
		"":             "",
		"a list\n":     "",
		"#\n# What?\n": "the report gives no reason",
		"#\n# There is insufficient memory for the Java Runtime Environment to continue.\n":                "There is insufficient memory for the Java Runtime Environment to continue.",
		"#\n#  Internal Error (heap.cpp:12), pid=1, tid=2\n#  SIGSEGV\n\n# Problematic frame:\n# C  [a]\n": "Internal Error (heap.cpp:12), pid=1, tid=2",
	} {
		write(text)
		if _, problem := r.Read(written); problem != want {
			t.Errorf("%q: %q, expected %q", text, problem, want)
		}
	}
}
