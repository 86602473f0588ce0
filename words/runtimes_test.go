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
		if ways := words.WaysToGCs(r); ways == "" && text != "no GC events in this input" || ways != "" && !strings.HasSuffix(text, "; "+ways) {
			t.Errorf("%v: %s", r, text)
		}
		if files := words.TakingOf(r, "").Files; !strings.Contains(files, "s") || files == words.TakingOf(r, "").File {
			t.Errorf("%v: files %q", r, files)
		}
	}
}
