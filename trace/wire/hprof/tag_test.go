package hprof

import (
	"bytes"
	"context"
	"testing"
)

// TestClassTag checks that the tag is subtracted from the IDs of classes and from no others, and that null remains null.
func TestClassTag(t *testing.T) {
	const idSize = 8
	class := Record{Kind: ClassDump, Values: [9]uint64{17, 1, 33, 40, 48, 56, 64, 72, 16}, Body: AppendClass(nil, idSize, &Class{})}
	super := class
	super.Values[0], super.Values[ClassSuper] = 33, 0
	var heap []byte
	for _, r := range []Record{class, super, {Kind: Instance, Values: [9]uint64{80, 1, 17, 0}}, {Kind: ObjectArray, Values: [9]uint64{88, 1, 0, 33}},
		{Kind: PrimitiveArray, Values: [9]uint64{96, 1, 0, 8}}, {Kind: RootStickyClass, Values: [9]uint64{17}}, {Kind: RootUnknown, Values: [9]uint64{17}}} {
		heap = Append(heap, idSize, &r)
	}
	data := AppendHeader(nil, Header{Version: "1.0.2", IDSize: idSize})
	data = Append(data, idSize, &Record{Kind: LoadClass, Values: [9]uint64{1, 17, 1, 25}})
	data = Append(data, idSize, &Record{Kind: HeapSegment, Body: heap})
	want := [][]uint64{{1, 16, 1, 25}, nil, {16, 1, 32, 40, 48, 56}, {32, 1, 0, 40, 48, 56}, {80, 1, 16}, {88, 1, 0, 32}, {96, 1, 0, 8}, {16}, {17}}
	r, err := NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	r.ClassTag = 1
	var places []Place
	check := func(c *Chunk) error {
		i := 0
		for got := (Record{}); c.Next(&got); i++ {
			for k, v := range want[i] {
				if got.Values[k] != v {
					t.Errorf("record %d, %s: value %d is %d, want %d", i, got.Kind, k, got.Values[k], v)
				}
			}
		}
		if i != len(want) {
			t.Errorf("%d records", i)
		}
		return nil
	}
	if _, err := r.Scan(context.Background(), 1, func(_ int, c *Chunk) error {
		places = append(places, c.Place())
		return check(c)
	}); err != nil {
		t.Fatal(err)
	}
	if err := r.ScanAt(context.Background(), places, check); err != nil {
		t.Fatal(err)
	}
}
