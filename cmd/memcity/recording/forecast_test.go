package recording

import "testing"

func TestAgrees(t *testing.T) {
	for line, want := range map[string]bool{"\n": true, "y\n": true, " YES \n": true, "n\n": false, "no": false, "what\n": false} {
		if agrees(line) != want {
			t.Errorf("%q agrees: %v, want %v", line, !want, want)
		}
	}
}
