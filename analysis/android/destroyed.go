package android

import (
	"cmp"
	"context"
	"slices"

	"memcity/trace"
)

// Kind is a kind of component of Android.
type Kind int

// Kinds of components.
const (
	Activity Kind = iota
	Fragment
)

// Name returns the name of n components of a kind, without the number.
func (k Kind) Name(n int64) string {
	switch {
	case k == Fragment && n == 1:
		return "fragment"
	case k == Fragment:
		return "fragments"
	case n == 1:
		return "activity"
	}
	return "activities"
}

// Destroyed contains objects of one type that Android has destroyed.
type Destroyed struct {
	Type    trace.TypeID
	Kind    Kind
	Objects []trace.ObjectID // ascending, at least one
}

// component is a class of Android whose objects have an end of life.
type component struct {
	class string
	kind  Kind
	flag  string // boolean field that is true at the end of life
	null  string // reference field that is also null at the end of life; empty for none
}

// components lists the classes of Android whose objects are destroyed. An activity sets mDestroyed when its onDestroy has returned. A
// fragment loses its manager when it is detached. A new fragment has none either, but no callback has set its mCalled yet.
var components = []component{
	{"android.app.Activity", Activity, "mDestroyed", ""},
	{"androidx.fragment.app.Fragment", Fragment, "mCalled", "mFragmentManager"},
	{"android.support.v4.app.Fragment", Fragment, "mCalled", "mFragmentManager"},
	{"android.app.Fragment", Fragment, "mCalled", "mFragmentManager"},
}

// FindDestroyed returns the live objects that Android has destroyed, by type: activities first, then types with most objects. It returns nil
// if the heap state has no values. The cost is at most one pass over the values.
func FindDestroyed(ctx context.Context, h *trace.Heap, alive func(trace.ObjectID) bool) ([]Destroyed, error) {
	if h.Values == nil {
		return nil, nil
	}
	var selections []trace.Selection
	kinds, objects := map[trace.TypeID]Kind{}, map[trace.TypeID][]trace.ObjectID{}
	for t := range h.Types {
		for i := range components {
			if fields := components[i].fields(h, trace.TypeID(t)); fields != nil {
				selections = append(selections, trace.Selection{Type: trace.TypeID(t), Fields: fields})
				kinds[trace.TypeID(t)] = components[i].kind
				break
			}
		}
	}
	err := h.Values.Rows(ctx, selections, func(o trace.ObjectID, row []trace.Value) {
		if row[0].Bool() && (len(row) == 1 || row[1].IsNull()) && alive(o) {
			t := h.TypeOf.At(o)
			objects[t] = append(objects[t], o)
		}
	})
	if err != nil {
		return nil, err
	}
	var found []Destroyed
	for t, list := range objects {
		slices.Sort(list)
		found = append(found, Destroyed{t, kinds[t], list})
	}
	slices.SortFunc(found, func(a, b Destroyed) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(len(b.Objects), len(a.Objects)), cmp.Compare(a.Type, b.Type))
	})
	return found, nil
}

// fields returns the fields of t that tell whether its objects are destroyed, as indices into its layout; nil if t does not extend the class
// or lacks them.
func (c *component) fields(h *trace.Heap, t trace.TypeID) []int {
	if h.Types[t].Kind != trace.Instance || !h.Extends(t, c.class) {
		return nil
	}
	fields := []int{}
	for _, name := range []string{c.flag, c.null} {
		if name == "" {
			continue
		}
		i := slices.IndexFunc(h.Values.Layout(t), func(f trace.FieldDecl) bool { // a subclass may have a field of this name
			return f.Name == name && h.Types[f.Class].Name == c.class
		})
		if i < 0 {
			return nil
		}
		fields = append(fields, i)
	}
	return fields
}
