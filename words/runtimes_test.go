package words_test

import (
	"strings"
	"testing"

	"memcity/trace"
	"memcity/words"
)

// TestNoGCs checks that only the files and recorders of a runtime are suggested.
func TestNoGCs(t *testing.T) {
	for r := trace.JVM; r <= trace.Other; r++ {
		text := words.NoGCs(r)
		if java := strings.Contains(text, "JFR"); java != (r == trace.JVM) {
			t.Errorf("%v: %s", r, text)
		}
		_, way, _ := strings.Cut(text, "no GC events in this input")
		if records := r == trace.JVM || r == trace.V8; records != strings.HasSuffix(way, "record the running program") || !records && way != "" {
			t.Errorf("%v: %s", r, text)
		}
		if files := words.TakingOf(r, "").Files; !strings.Contains(files, "s") || files == words.TakingOf(r, "").File {
			t.Errorf("%v: files %q", r, files)
		}
	}
}
