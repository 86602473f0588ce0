package waste_test

import (
	"context"
	"testing"

	"memcity/analysis/waste"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// numbers is a [trace.TextSource] with the number of each text, 0 for none.
type numbers []uint32

func (numbers) Ready() bool                                   { return true }
func (numbers) Prepare(context.Context, trace.Progress) error { return nil }
func (n numbers) TextNumber(o trace.ObjectID) (uint32, bool)  { return n[o], n[o] > 0 }
func (numbers) Texts(context.Context, []trace.ObjectID, int, func(trace.ObjectID, []byte)) error {
	panic("no text should be read")
}

// TestNumberedTexts checks that strings are counted by the numbers of their texts. Strings without a number and dead strings do not count.
func TestNumberedTexts(t *testing.T) {
	b := tracetest.NewHeap()
	text := b.Type(trace.StringsOfV8, 32, "<map>")
	of := numbers{7, 0, 7, 3, 0, 7, 3, 900, 7}
	shape := trace.ObjectID(len(of) - 1)
	for range shape {
		b.Object(text)
	}
	b.Object(b.Type("(system / Map)", 72)) // no string, although it has a number
	b.Refer(2, "<map>", shape)
	h := b.Heap()
	h.Runtime = trace.V8
	h.Values = trace.NewTexts(h, of)
	d, err := waste.Duplicates(t.Context(), h, func(o trace.ObjectID) bool { return o != 5 })
	if err != nil || d.Strings != 5 || d.All.Count != 2 || d.All.Wasted != 64 || len(d.Texts) != 2 || d.Copies.Count() != 2 || !d.Copies.Test(2) || !d.Copies.Test(6) {
		t.Errorf("%+v, %v", d, err)
	}
	if d.Texts[0] != (waste.Text{First: 0, Count: 2, Wasted: 32}) || d.Texts[1] != (waste.Text{First: 3, Count: 2, Wasted: 32}) {
		t.Errorf("%+v", d.Texts)
	}
}
