package objects

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
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
	Retained bool     // true to order by retained size if there are GC roots; otherwise by shallow size
	Top      int      // maximum number of objects; 0 for all
	Address  *uint64  // address of the only object to list; nil for any
	Texts    bool     // true for the contents of strings, which may be secrets
}

// Listing contains objects, the largest first.
type Listing struct {
	Objects []inspect.ObjectLine
	All     int // number of objects that match
}

// ErrNoAddresses is returned for an address in an input without addresses.
var ErrNoAddresses = errors.New("this input has no addresses; heap dumps have them")

// List returns the largest objects of some groups. The first call costs the dominators of all objects; the cost is linear otherwise.
func List(ctx context.Context, o *recording.Recording, by trees.Grouping, point int, q ListQuery, progress trace.Progress) (*Listing, error) {
	ctx, end := o.Memory.Begin(ctx, memory.Paths)
	defer end()
	h, err := o.Load(ctx, point, recording.Keeping, progress)
	if err != nil {
		return nil, err
	}
	if q.Address != nil && h.Heap().Address == nil {
		return nil, ErrNoAddresses
	}
	in := func(trace.ObjectID) bool { return true }
	if len(q.Keys) > 0 {
		g, err := o.GroupHeap(ctx, h, by)
		if err != nil {
			return nil, err
		}
		set, err := g.KeyedObjects(ctx, q.Keys)
		if err != nil {
			return nil, err
		}
		in = func(o trace.ObjectID) bool { return set.Test(uint(o)) }
	}
	l, err := newLister(ctx, h)
	if err != nil {
		return nil, err
	}
	l.hidden = !q.Texts
	if !l.hidden {
		if err := prepareValues(ctx, h.Heap(), progress); err != nil {
			return nil, err
		}
	}
	out := &Listing{}
	found := largest{less: l.smaller(q.Retained && len(h.Heap().Roots) > 0), most: q.Top}
	for id := range trace.ObjectID(h.Heap().Len()) {
		if err := poll.At(ctx, id); err != nil {
			return nil, err
		}
		if in(id) && (q.Address == nil || h.Heap().Address(id) == *q.Address) {
			found.add(id)
			out.All++
		}
	}
	for i, id := range found.sorted() {
		if err := poll.At(ctx, i); err != nil {
			return nil, err
		}
		out.Objects = append(out.Objects, l.line(id))
	}
	return out, ctx.Err()
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

// ParseAddress parses an address in hexadecimal, with or without 0x.
func ParseAddress(text string) (address uint64, ok bool) {
	digits := strings.TrimPrefix(strings.ToLower(text), "0x")
	address, err := strconv.ParseUint(digits, 16, 64)
	return address, err == nil
}
