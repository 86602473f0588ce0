package taken

import "testing"

func TestBelow(t *testing.T) {
	if !Below(2) || Below(3) {
		t.Error("wrong")
	}
}
