package trace_test

import (
	"context"
	"slices"
	"testing"

	"memcity/trace"
	"memcity/trace/tracetest"
)

// storedTexts is a [trace.TextSource] with the texts of some objects.
type storedTexts map[trace.ObjectID]string

func (storedTexts) Ready() bool                                   { return false }
func (storedTexts) Prepare(context.Context, trace.Progress) error { return nil }
func (s storedTexts) TextNumber(o trace.ObjectID) (uint32, bool) {
	text, ok := s[o]
	return uint32(len(text)), ok
}
func (s storedTexts) Texts(_ context.Context, strings []trace.ObjectID, limit int, visit func(trace.ObjectID, []byte)) error {
	for _, o := range strings {
		if text, ok := s[o]; ok {
			visit(o, []byte(text)[:min(limit, len(text))])
		}
	}
	return nil
}

// TestOnlyTexts checks values of an input that contains nothing but texts.
func TestOnlyTexts(t *testing.T) {
	b := tracetest.NewHeap()
	for range 2 {
		b.Object(b.Type(trace.StringsOfV8, 24))
	}
	h := b.Heap()
	h.Runtime = trace.V8
	h.Values = trace.NewTexts(h, storedTexts{0: "\u00e9\U0001f600"})
	v := h.Values
	if h.HasFields() || !v.HasTextNumbers() || v.Ready() || !h.IsString(0) || h.IsString(9) {
		t.Error("it has fields")
	}
	if text, err := v.Text(0, 2); err != nil || text != "\u00e9" {
		t.Errorf("text %q, %v", text, err)
	}
	if number, ok := v.TextNumber(0); number != 6 || !ok {
		t.Errorf("number %d, %v", number, ok)
	}
	for _, o := range []trace.ObjectID{1, 2} {
		if _, ok := v.TextNumber(o); ok {
			t.Errorf("object %d has a number", o)
		}
	}
	var got []byte
	if err := v.Units(t.Context(), []trace.ObjectID{0, 1}, func(_ trace.ObjectID, units []byte) { got = slices.Clone(units) }); err != nil ||
		!slices.Equal(got, []byte{0, 0xe9, 0xd8, 0x3d, 0xde, 0x00}) {
		t.Errorf("units %x, %v", got, err)
	}
	if err := v.Texts(t.Context(), []trace.ObjectID{9}, 1, nil); err == nil {
		t.Error("texts of an object that does not exist")
	}
	fields, err := v.Fields(0)
	elements, err2 := v.Elements(0, 0, 3)
	if len(fields)+len(elements) > 0 || err != nil || err2 != nil || v.Layout(0) != nil {
		t.Errorf("%v, %v, %v, %v", fields, err, elements, err2)
	}
}
