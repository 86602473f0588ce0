package objects

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"memcity/city/memory"
	"memcity/city/recording"
	"memcity/city/trees"
	"memcity/city/view/inspect"
	"memcity/trace"
	"memcity/trace/poll"
)

// ListQuery selects objects for [List].
type ListQuery struct {
	Keys     []string // groups that contain the objects; none for all objects
	Retained bool     // true to order by retained size, false by shallow size
	Top      int      // maximum number of objects; 0 for all
	Address  string   // address of the only object to list, in hexadecimal; empty for any
	Texts    bool     // true for the contents of strings, which may be secrets
}

// List returns the largest objects of some groups, and the number of objects that match. Retained sizes need GC roots; without these, all are
// 0. The first call costs the dominators of all objects; the cost is linear otherwise.
func List(ctx context.Context, o *recording.Recording, by trees.Grouping, point int, q ListQuery, progress trace.Progress) (list []inspect.ObjectLine,
	all int, err error) {
	ctx, end := o.Memory.Begin(ctx, memory.Paths)
	defer end()
	h, err := o.Load(ctx, point, recording.Keeping, progress)
	if err != nil {
		return nil, 0, err
	}
	in := func(trace.ObjectID) bool { return true }
	if len(q.Keys) > 0 {
		g, err := o.GroupHeap(ctx, h, by)
		if err != nil {
			return nil, 0, err
		}
		set, err := g.KeyedObjects(ctx, q.Keys)
		if err != nil {
			return nil, 0, err
		}
		in = func(o trace.ObjectID) bool { return set.Test(uint(o)) }
	}
	l, err := newLister(ctx, h)
	if err != nil {
		return nil, 0, err
	}
	l.hidden = !q.Texts
	if !l.hidden && h.Heap().Values != nil {
		if err := h.Heap().Values.Prepare(ctx, progress); err != nil && ctx.Err() != nil {
			return nil, 0, err
		}
	}
	found := largest{less: l.smaller(q.Retained), most: q.Top}
	for id := range trace.ObjectID(h.Heap().Len()) {
		if err := poll.At(ctx, id); err != nil {
			return nil, 0, err
		}
		if in(id) && (q.Address == "" || l.address(id) == q.Address) {
			found.add(id)
			all++
		}
	}
	for _, id := range found.sorted() {
		list = append(list, l.line(id))
	}
	return list, all, ctx.Err()
}

// smaller returns a comparison of objects by size. Of two equal ones, the later is smaller.
func (l *lister) smaller(retained bool) func(a, b trace.ObjectID) int {
	size := func(o trace.ObjectID) int64 { return l.Heap().Size(o) }
	if retained {
		size = func(o trace.ObjectID) int64 { return l.retained(o).Bytes }
	}
	return func(a, b trace.ObjectID) int { return cmp.Or(cmp.Compare(size(a), size(b)), cmp.Compare(b, a)) }
}

// largest keeps the largest objects that are added.
type largest struct {
	less func(a, b trace.ObjectID) int
	most int // 0 for all
	list []trace.ObjectID
}

// add adds an object. It drops the smaller half when there are twice as many as needed, so the cost for each is constant on average.
func (l *largest) add(o trace.ObjectID) {
	l.list = append(l.list, o)
	if l.most > 0 && len(l.list) >= 2*l.most {
		l.list = l.sorted()
	}
}

// sorted returns the largest objects, the largest first.
func (l *largest) sorted() []trace.ObjectID {
	slices.SortFunc(l.list, func(a, b trace.ObjectID) int { return l.less(b, a) })
	if l.most > 0 {
		return l.list[:min(len(l.list), l.most)]
	}
	return l.list
}

// Address returns an address as [List] compares it: lower-case hexadecimal with 0x and without zeros at the start. ok is false for text that is
// no address.
func Address(text string) (address string, ok bool) {
	digits := strings.TrimPrefix(strings.ToLower(text), "0x")
	if digits == "" || len(digits) > 16 || strings.Trim(digits, "0123456789abcdef") != "" {
		return "", false
	}
	return "0x" + cmp.Or(strings.TrimLeft(digits, "0"), "0"), true
}
