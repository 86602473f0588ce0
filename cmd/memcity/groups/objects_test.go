package groups

import (
	"bytes"
	"strings"
	"testing"

	"memcity/city/dump"
	"memcity/city/trees"
	"memcity/city/view/inspect"
)

// TestObjectWithoutRetained checks that an object that no GC root reaches is printed without a retained size, instead of one of 0.
func TestObjectWithoutRetained(t *testing.T) {
	for _, retains := range []trees.Amount{{}, {Objects: 1, Bytes: 16}} {
		d := describeObject(dump.Recording{}, &inspect.ObjectReport{ObjectLine: inspect.ObjectLine{Type: "A", Shallow: 16, Retains: retains}, Length: -1})
		var out bytes.Buffer
		if err := d.Table(&out); err != nil {
			t.Fatal(err)
		}
		if got, want := strings.Contains(out.String(), "retains"), retains.Objects > 0; got != want || (d.Retained != nil) != want {
			t.Errorf("retained %+v: retained size %v, text %q", retains, d.Retained, out.String())
		}
	}
}
