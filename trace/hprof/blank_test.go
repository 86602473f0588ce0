package hprof

import "testing"

func TestOnlyZerosAreBlank(t *testing.T) {
	if !isBlank(nil) || !isBlank([]byte{0, 0}) || isBlank([]byte{0, 1}) || isBlank([]byte{1, 0}) {
		t.Error("what is blank is not nothing but zeros")
	}
}
