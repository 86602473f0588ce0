package native

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/parallel"
	"memcity/trace/wire/memcity"
)

// A heap state is read in two steps: its blocks are decoded in parallel, each into memory of its own; then it is known
// which objects there are, and the columns are put together of the blocks, in parallel as well. Objects of blocks that
// are damaged or missing are left out, and the others keep their order.

// loader builds one heap state.
type loader struct {
	*state
	file     trace.File
	content  trace.Content
	progress trace.Progress
	done     atomic.Int64 // bytes of chunks
	total    int64
	held     atomic.Int64 // references that were decoded
	admitted atomic.Int64 // references that there is memory for
	admit    func(references int64) error

	limit    uint64 // more than any index that the file gives to an object
	all      []*block
	good     []*block
	whole    bool // all indices of the file are indices of the heap
	heap     *trace.Heap
	warnings []trace.Warning
	mu       sync.Mutex // guards warnings while blocks are decoded
	odd      oddValues
	used     []bool // threads that allocated objects, by number
}

// oddValues counts what cannot be, by kind.
type oddValues struct{ types, sites, threads, spaces, references, roots, classes int64 }

func (o *oddValues) add(p oddValues) {
	o.types += p.types
	o.sites += p.sites
	o.threads += p.threads
	o.spaces += p.spaces
	o.references += p.references
}

// load reads the heap state.
func (s *state) load(ctx context.Context, f trace.File, progress trace.Progress) (*trace.Heap, []trace.Warning, error) {
	content, err := f.Open()
	if err != nil {
		return nil, nil, input.Error(err, f.Name)
	}
	defer content.Close()
	l := &loader{state: s, file: f, content: content, progress: progress}
	if err := l.load(ctx); err != nil {
		if ctx.Err() != nil {
			return nil, l.warnings, ctx.Err()
		}
		return nil, l.warnings, input.Error(err, f.Name)
	}
	return l.heap, l.warnings, nil
}

func (l *loader) load(ctx context.Context) error {
	l.plan()
	if err := l.countObjects(); err != nil {
		return err
	}
	l.admit = func(references int64) error { return trace.Admit(ctx, l.volume(references)) }
	l.admitted.Store(expectedReferences * l.state.objects)
	if err := l.admit(0); err != nil {
		return err
	}
	if err := l.decode(ctx); err != nil {
		return err
	}
	if err := l.place(); err != nil {
		return err
	}
	l.heap = &trace.Heap{Types: l.names.heapTypes(), Align: cmp.Or(l.align, 8), GCs: l.gc}
	for i := range l.heap.Types {
		if l.heap.Types[i].Kind == trace.ClassObject {
			l.heap.StaticNames = map[trace.ObjectID][]string{}
		}
	}
	stacks, err := l.addThreads()
	if err != nil {
		return err
	}
	l.assemble(stacks)
	if err := l.addClasses(); err != nil {
		return err
	}
	if err := l.addRoots(); err != nil {
		return err
	}
	l.reportOdd()
	return ctx.Err()
}

func (l *loader) warn(text string) { l.add(trace.Warning{Source: l.file.Base(), Text: text}) }

// lost warns of objects that are missing.
func (l *loader) lost(text string) {
	l.add(trace.Warning{Source: l.file.Base(), Text: text, Lost: true})
}

func (l *loader) add(w trace.Warning) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.warnings = append(l.warnings, w)
}

// Chunks of equal values shrink to nothing, so that a small file can have more objects and references than there is memory.
// References of real programs take 0.28 bytes and more. Those of long lists of equal objects take some hundredths of that, but
// not less: a block ends after [chunkObjects].
const (
	freeValues = 32 << 20 // that are decoded whatever they take in the file
	maxValues  = 1000     // for each byte in the file, beyond them
)

// believable returns how many objects, or references, a state may have for its size in the file.
func (l *loader) believable() int64 { return freeValues + maxValues*l.total }

func (l *loader) unbelievable(count int64, what string) error {
	return fmt.Errorf("the GC point has %d %s or more in %d bytes, which is more than %d for each byte; it is not read", count, what, l.total,
		maxValues)
}

func (l *loader) countObjects() error {
	rows := int64(0)
	for _, b := range l.all {
		rows += int64(b.rows)
	}
	if rows > l.believable() {
		return l.unbelievable(rows, "objects")
	}
	return nil
}

// hold counts references before they are kept, so that too many take no memory.
func (l *loader) hold(count int) error {
	held := l.held.Add(int64(count))
	if held > l.believable() {
		return l.unbelievable(held, "references")
	}
	if expected := l.admitted.Load(); l.admit != nil && held > expected && l.admitted.CompareAndSwap(expected, held+held/4) {
		return l.admit(held + held/4)
	}
	return nil
}

// expectedReferences is how many references an object is expected to have, as most programs have 1.3 to 1.8. It is known only when
// all are read.
const expectedReferences = 2

// volume is how much a heap state has that has so many references, or as many as expected.
func (s *state) volume(references int64) trace.Volume {
	v := trace.Volume{Objects: s.objects, References: max(references, expectedReferences*s.objects), Classes: int64(s.types)}
	for _, e := range slices.Concat(s.roots, s.stacks) {
		v.Rows += int64(e.Rows)
	}
	return v
}

// plan finds the blocks in the order of their objects, and what belongs to each.
func (l *loader) plan() {
	for _, e := range l.state.blocks {
		b := &block{entry: e, first: headOf(&e, objectsFirst), rows: e.Rows}
		if b.first > math.MaxUint32 {
			l.warn(fmt.Sprintf("offset %d: a block begins with object %d, which cannot be; left out", e.Offset, b.first))
			continue
		}
		l.all = append(l.all, b)
		l.total += e.Stored
	}
	slices.SortStableFunc(l.all, func(a, b *block) int { return cmp.Compare(a.first, b.first) })
	for _, b := range l.all {
		if b.first < l.limit {
			b.bad = true
			l.warn(fmt.Sprintf("offset %d: a block begins with object %d, which another has; left out", b.entry.Offset, b.first))
			continue
		}
		l.limit = b.first + uint64(b.rows)
	}
	more := slices.Clone(l.references)
	slices.SortStableFunc(more, func(a, b memcity.Entry) int {
		return cmp.Or(cmp.Compare(headOf(&a, referencesObject), headOf(&b, referencesObject)),
			cmp.Compare(headOf(&a, referencesSlot), headOf(&b, referencesSlot)))
	})
	for _, b := range l.all {
		from, _ := slices.BinarySearchFunc(more, b.first, func(e memcity.Entry, o uint64) int {
			return cmp.Compare(headOf(&e, referencesObject), o)
		})
		for ; from < len(more) && headOf(&more[from], referencesObject)-b.first < uint64(b.rows) && !b.bad; from++ {
			b.more = append(b.more, more[from])
			l.total += more[from].Stored
		}
	}
}

// decode reads the blocks in parallel.
func (l *loader) decode(ctx context.Context) error {
	workers := make([]blockDecoder, parallel.Parts(len(l.all), 1))
	for i := range workers {
		workers[i].loader, workers[i].used = l, make([]bool, len(l.names.threads))
	}
	err := parallel.Each(len(l.all), func(worker, at int) error {
		return cmp.Or(ctx.Err(), workers[worker].block(l.all[at]))
	})
	l.used = make([]bool, len(l.names.threads))
	for i := range workers {
		l.odd.add(workers[i].odd)
		for thread, used := range workers[i].used {
			l.used[thread] = l.used[thread] || used
		}
	}
	slices.SortFunc(l.warnings, func(a, b trace.Warning) int { return cmp.Compare(a.Text, b.Text) })
	return err
}

// place finds which objects of the file there are, and their indices in the heap.
func (l *loader) place() error {
	at, references := uint64(0), uint64(0)
	for _, b := range l.all {
		if b.bad {
			continue
		}
		b.at = at
		at += uint64(b.rows)
		l.good = append(l.good, b)
	}
	missing := max(int64(l.limit), l.state.objects) - int64(at)
	l.whole = at == l.limit
	switch {
	case at > math.MaxUint32-1:
		return fmt.Errorf("the heap has %d objects, more than %d", at, uint32(math.MaxUint32-1))
	case missing > 0 && !l.ended:
		l.lost(fmt.Sprintf("the GC point was cut off: %d of %d objects are missing", missing, int64(at)+missing))
	case missing > 0:
		l.lost(fmt.Sprintf("%d of %d objects are missing; so are the references to them", missing, int64(at)+missing))
	case !l.ended:
		l.lost("the GC point was cut off: it has no end, so that GC roots may be missing")
	}
	for _, b := range l.good {
		if !l.whole {
			b.translate(l)
		}
		b.reference = references
		references += uint64(len(b.to))
	}
	if references > math.MaxUint32 {
		return fmt.Errorf("the heap has %d references, more than %d", references, uint32(math.MaxUint32))
	}
	return nil
}

// find returns the object that has an index in the file.
func (l *loader) find(index uint64) trace.ObjectID {
	if index >= l.limit {
		return trace.NoObject
	}
	if l.whole {
		return trace.ObjectID(index)
	}
	i, found := slices.BinarySearchFunc(l.good, index, func(b *block, index uint64) int { return cmp.Compare(b.first, index) })
	if !found {
		i--
	}
	if i < 0 || index-l.good[i].first >= uint64(l.good[i].rows) {
		return trace.NoObject
	}
	return trace.ObjectID(l.good[i].at + index - l.good[i].first)
}

// findPlusOne is find for what is written +1.
func (l *loader) findPlusOne(index uint64) trace.ObjectID {
	if index == 0 {
		return trace.NoObject
	}
	return l.find(index - 1)
}

// assemble makes the columns of the blocks. Stacks are the indices of threads by their numbers.
func (l *loader) assemble(stacks []int32) {
	n, references := 0, 0
	var has blockColumns
	for _, b := range l.good {
		n += b.rows
		references += len(b.to)
		has.add(b)
	}
	h := l.heap
	h.Interval = l.interval
	h.TypeOf, h.Extent, h.RefStart = make([]trace.TypeID, n), make([]uint32, n), make([]uint32, n+1)
	h.RefTo, h.RefSlot = make([]trace.ObjectID, references), make([]uint16, references)
	if has.identity {
		h.Identity = make([]uint64, n)
	}
	if has.births {
		h.BirthOf = slices.Repeat([]uint32{trace.NoBirth}, n)
	}
	if has.sites {
		h.SiteOf, h.Sites = slices.Repeat([]trace.SiteID{trace.NoSite}, n), l.names.sites
	}
	if has.threads {
		h.ThreadOf = slices.Repeat([]int32{trace.NoThread}, n)
	}
	if has.spaces {
		h.SpaceOf, h.Spaces = slices.Repeat([]trace.SpaceID{trace.NoSpace}, n), l.names.spaces
	}
	_ = parallel.Each(len(l.good), func(_, at int) error {
		l.good[at].copyTo(h, stacks)
		return nil
	})
	if l.odd.types > 0 {
		h.Types = append(h.Types, lostType(len(h.Types)))
		h.Types[len(h.Types)-1].Name = "(lost type)"
	}
}

// reportOdd says what could not be, once for each kind.
func (l *loader) reportOdd() {
	for _, o := range []struct {
		count int64
		text  string
	}{
		{l.odd.types, "objects are of types whose description is missing"},
		{l.odd.sites, "objects have allocation sites that are missing"},
		{l.odd.threads, "objects have allocating threads that are missing"},
		{l.odd.spaces, "objects are in parts of the heap that are missing"},
		{l.odd.references, "references lead beyond the heap and are left out"},
		{l.odd.roots, "GC roots are of objects that are missing, and left out"},
		{l.odd.classes, "classes are of types or objects that are missing or cannot be, and left out"},
	} {
		if o.count > 0 {
			l.warn(fmt.Sprintf("%d %s", o.count, o.text))
		}
	}
}
