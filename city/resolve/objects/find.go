package objects

import (
	"context"
	"strings"

	"github.com/bits-and-blooms/bitset"

	"memcity/trace"
)

// finder finds objects by a text, regardless of case: in the names of types, threads and classes, and in strings. Of long strings, it reads the
// first maxSought bytes.
type finder struct {
	*lister
	text  string // in lower case; empty for any object
	types []bool // types whose names contain the text
	texts *bitset.BitSet
}

const maxSought = 1 << 16

// newFinder reads the strings among the given objects once.
func newFinder(ctx context.Context, l *lister, text string, in func(trace.ObjectID) bool) (*finder, error) {
	f := &finder{lister: l, text: strings.ToLower(text)}
	h := l.Heap()
	if text == "" {
		return f, nil
	}
	f.types = make([]bool, len(h.Types))
	isString := make([]bool, len(h.Types))
	for t := range h.Types {
		f.types[t], isString[t] = f.isIn(h.Types[t].Name), h.IsString(trace.TypeID(t))
	}
	if h.Values == nil {
		return f, ctx.Err()
	}
	var list []trace.ObjectID
	for o, t := range h.TypeOf.All() {
		if isString[t] && in(trace.ObjectID(o)) {
			list = append(list, trace.ObjectID(o))
		}
	}
	f.texts = bitset.New(uint(h.Len()))
	return f, h.Values.Texts(ctx, list, maxSought, func(o trace.ObjectID, text []byte) {
		if f.isIn(string(text)) {
			f.texts.Set(uint(o))
		}
	})
}

func (f *finder) isIn(text string) bool { return strings.Contains(strings.ToLower(text), f.text) }

// has reports whether an object contains the text.
func (f *finder) has(o trace.ObjectID) bool {
	h := f.Heap()
	t := h.TypeOf.At(o)
	switch {
	case f.text == "" || f.types[t] || f.texts != nil && f.texts.Test(uint(o)):
		return true
	case h.Types[t].Kind == trace.ClassObject:
		class := h.ClassOf(o)
		return class != trace.NoType && f.isIn(h.Types[class].Name)
	}
	name, isThread := f.threads[o]
	return isThread && f.isIn(name)
}
