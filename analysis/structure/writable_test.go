package structure

import "testing"

// TestWritable checks that names of words, dots and pairs of brackets may appear in a description.
func TestWritable(t *testing.T) {
	for name, want := range map[string]bool{
		"List": true, "java.util.HashMap$Node": true, "int[]": true, "app.A[][]": true, "": false, "[]": false, ".": false, "app.A*": false,
		"app.A/0x1": false, "a b": false, "a,b": false,
	} {
		if got := writable(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
		if got := writable("List", name); got != want {
			t.Errorf("%q behind another: %v", name, got)
		}
	}
	if !writable() {
		t.Error("no names cannot be written")
	}
}
