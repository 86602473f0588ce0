package trace_test

import (
	"context"
	"testing"

	"memcity/trace"
	"memcity/trace/tracetest"
)

func TestContents(t *testing.T) {
	b := tracetest.NewHeap()
	numbers := b.PrimitiveType("short[]", 2)
	thing := b.Object(b.Type("app.Thing", 16))
	first, unknown, last := b.Array(numbers, 2), b.Array(numbers, 1), b.Array(numbers, 1)
	b.Content(first, trace.ShortValue, []byte{1, 2, 3, 4})
	b.Content(last, trace.ShortValue, []byte{5, 6})
	h := b.Heap()
	got := map[int]string{}
	visit := func(i int, kind trace.ValueKind, content []byte) {
		if kind != trace.ShortValue {
			t.Errorf("array %d is of kind %v", i, kind)
		}
		got[i] = string(content)
	}
	if err := h.Values.Contents(context.Background(), []trace.ObjectID{first, unknown, last}, 100, visit); err != nil {
		t.Fatal(err)
	}
	if got[0] != "\x01\x02\x03\x04" || got[2] != "\x05\x06" {
		t.Errorf("contents: %v", got)
	}
	for what, arrays := range map[string][]trace.ObjectID{"no array": {thing}, "none there": {99}, "descending": {last, first},
		"twice": {first, first}} {
		if err := h.Values.Contents(context.Background(), arrays, 100, visit); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
}
