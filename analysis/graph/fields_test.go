package graph

import (
	"fmt"
	"testing"
)

// TestFieldsOfAnEdge checks that up to sixteen fields are listed, those with most references first. If there are more, the last entry
// stands for the others.
func TestFieldsOfAnEdge(t *testing.T) {
	for _, n := range []int{0, 1, 15, 16, 17, 40} {
		var fields []Field
		total := int64(0)
		for i := range n {
			fields = append(fields, Field{Name: fmt.Sprintf("f%02d", i), References: int64(i % 5)})
			total += int64(i % 5)
		}
		got := sortFields(fields)
		if len(got) != min(n, maxFields) {
			t.Fatalf("%d of %d fields are listed", len(got), n)
		}
		sum := int64(0)
		for i, f := range got {
			sum += f.References
			if last := i == len(got)-1; f.Name == OtherFields != (last && n > maxFields) {
				t.Errorf("field %d of %d is %+v", i, n, f)
			} else if i > 0 && f.Name != OtherFields && (got[i-1].References < f.References ||
				got[i-1].References == f.References && got[i-1].Name >= f.Name) {
				t.Errorf("%+v comes before %+v", got[i-1], f)
			}
		}
		if sum != total {
			t.Errorf("%d fields have %d references, want %d", n, sum, total)
		}
	}
}

// TestMainField checks that the first field stands for an edge, with the number of the others as far as it is known.
func TestMainField(t *testing.T) {
	for n, want := range map[int]string{0: "", 1: "f00", 2: "f00+1", 15: "f00+14", 16: "f00+15", 17: "f00+16…", 40: "f00+16…"} {
		var fields []Field
		for i := range n {
			fields = append(fields, Field{Name: fmt.Sprintf("f%02d", i), References: int64(n - i)})
		}
		e := Edge{Fields: sortFields(fields)}
		if name, more := e.MainField(); name+more != want {
			t.Errorf("of %d fields %q and %q, want %q", n, name, more, want)
		}
	}
}
