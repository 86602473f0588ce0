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
	Keys    []string // groups that contain the objects; none for all objects
	Order   inspect.Order
	Top     int     // maximum number of objects; 0 for all
	Address *uint64 // address of the only object to list; nil for any
	Find    string  // text that the objects contain, see [finder]; empty for any
	Texts   bool    // true for the contents of strings, which may be secrets
}

// ErrNoAddresses is returned for an address in an input without addresses.
var ErrNoAddresses = errors.New("this input has no addresses; heap dumps have them")

// maxListed is the maximum number of objects in a list of the group view.
const maxListed = 200

// Listed returns the objects that the group view lists. A text of the form 0x10 also finds the object at that address.
func Listed(ctx context.Context, o *recording.Recording, q inspect.ListQuery, progress trace.Progress) (*inspect.Listing, error) {
	list := ListQuery{Keys: q.Keys.Slice(), Order: q.Order, Find: q.Find, Top: maxListed, Texts: true}
	if address, ok := ParseAddress(q.Find); ok && strings.HasPrefix(strings.ToLower(q.Find), "0x") {
		list.Address, list.Find = &address, ""
	}
	return List(ctx, o, q.Heap.By, q.Heap.Point, list, progress)
}

// List returns the first objects of some groups. The first call costs the dominators of all objects; the cost is linear otherwise.
func List(ctx context.Context, o *recording.Recording, by trees.Grouping, point int, q ListQuery, progress trace.Progress) (*inspect.Listing, error) {
	ctx, end := o.Memory.Begin(ctx, memory.Paths)
	defer end()
	h, err := o.Load(ctx, point, recording.Keeping, progress)
	if err != nil {
		return nil, err
	}
	if (q.Address != nil || q.Order == inspect.ByAddress) && h.Heap().Address == nil {
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
	find, err := newFinder(ctx, l, q.Find, in)
	if err != nil {
		return nil, err
	}
	out := &inspect.Listing{}
	found := largest{less: l.smaller(q.Order), most: q.Top}
	for id := range trace.ObjectID(h.Heap().Len()) {
		if err := poll.At(ctx, id); err != nil {
			return nil, err
		}
		if in(id) && (q.Address == nil || h.Heap().Address(id) == *q.Address) && find.has(id) {
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

// smaller returns a comparison of objects: the greater is listed first. Of two equal ones, the later in the heap state is smaller. Without GC
// roots, there are no retained sizes, so shallow sizes count.
func (l *lister) smaller(order inspect.Order) func(a, b trace.ObjectID) int {
	size := func(o trace.ObjectID) int64 { return l.Heap().Size(o) }
	switch {
	case order == inspect.ByAddress || order == inspect.Spread:
		address := l.Heap().Address
		if address == nil {
			return func(a, b trace.ObjectID) int { return cmp.Compare(b, a) }
		}
		return func(a, b trace.ObjectID) int { return cmp.Or(cmp.Compare(address(b), address(a)), cmp.Compare(b, a)) }
	case order == inspect.ByRetained && len(l.Heap().Roots) > 0:
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
