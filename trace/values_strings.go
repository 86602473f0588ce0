package trace

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"unicode/utf16"
)

// TextSource reads the texts of strings from a format that contains no other values, on behalf of [Values]. All methods are safe for
// concurrent use. Errors are as described for Values.
type TextSource interface {
	// Ready implements [Values.Ready].
	Ready() bool
	// Prepare implements [Values.Prepare].
	Prepare(ctx context.Context, progress Progress) error
	// Texts implements [Values.Texts], in any order. The objects exist.
	Texts(ctx context.Context, strings []ObjectID, limit int, visit func(o ObjectID, text []byte)) error
	// TextNumber implements [Values.TextNumber]. The object exists.
	TextNumber(o ObjectID) (number uint32, ok bool)
}

// NewTexts returns the values of h if the input contains texts of strings, but no fields and elements.
func NewTexts(h *Heap, source TextSource) *Values {
	return &Values{heap: h, source: onlyTexts{source}, texts: source}
}

// HasFields reports whether the input contains values of fields.
func (h *Heap) HasFields() bool { return h.Values != nil && h.Values.texts == nil }

// HasTextNumbers reports whether [Values.TextNumber] is available.
func (v *Values) HasTextNumbers() bool { return v.texts != nil }

// TextNumber returns a number for the whole text of a string: two strings with the same number have the same text, and other strings have
// different texts. ok is false for objects without text, for texts that the input truncates, and for inputs without numbers. It reads no file.
func (v *Values) TextNumber(o ObjectID) (number uint32, ok bool) {
	if v.texts == nil || int(o) >= v.heap.Len() {
		return 0, false
	}
	return v.texts.TextNumber(o)
}

// textsOf implements [Values.Texts] for a [TextSource].
func (v *Values) textsOf(ctx context.Context, strings []ObjectID, limit int, visit func(o ObjectID, text []byte)) error {
	for _, o := range strings {
		if int(o) >= v.heap.Len() {
			return fmt.Errorf("object %d: there are only %d", o, v.heap.Len())
		}
	}
	return v.texts.Texts(ctx, strings, max(0, limit), visit)
}

// unitsOf implements [Values.Units] for a [TextSource].
func (v *Values) unitsOf(ctx context.Context, strings []ObjectID, visit func(o ObjectID, units []byte)) error {
	var units []byte
	return v.textsOf(ctx, strings, math.MaxInt, func(o ObjectID, text []byte) {
		units = units[:0]
		for _, unit := range utf16.Encode([]rune(string(text))) {
			units = binary.BigEndian.AppendUint16(units, unit)
		}
		if len(units) > 0 {
			visit(o, units)
		}
	})
}

// onlyTexts is a [ValueSource] without fields and elements.
type onlyTexts struct{ TextSource }

func (onlyTexts) Layout(TypeID) []FieldDecl { return nil }
func (onlyTexts) Statics(ObjectID) []Field  { return nil }
func (onlyTexts) Fields(_ ObjectID, into []Value) ([]Value, error) {
	return into, nil
}
func (onlyTexts) Elements(_ ObjectID, _, _ int, into []Value) ([]Value, error) { return into, nil }
func (onlyTexts) Rows(ctx context.Context, _ []Selection, _ func(ObjectID, []Value)) error {
	return ctx.Err()
}
func (onlyTexts) Contents(ctx context.Context, _ []ObjectID, _ int, _ func(int, ValueKind, []byte)) error {
	return ctx.Err()
}
