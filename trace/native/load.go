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
	"memcity/trace/poll"
	"memcity/trace/wire/memcity"
)

// A heap state is read in two steps: first it is known how many objects and references its blocks have at most, which newer
// files say at the heads of the blocks, so that the columns can be made and each block has its place in them; then the blocks are
// decoded in parallel, each to its place. Objects of blocks that are damaged or missing are left out, and the others keep their
// order: they are moved together in the end, where there is anything to move.

// loader builds one heap state.
type loader struct {
	*state
	file     trace.File
	content  trace.Content
	progress trace.Progress
	done     atomic.Int64 // bytes of chunks
	total    int64

	limit    uint64 // more than any index that the file gives to an object
	all      []*block
	good     []*block
	most     int64 // references that the blocks have at most
	whole    bool  // all indices of the file are indices of the heap
	heap     *trace.Heap
	counts   *trace.RowCounts // until all blocks are decoded
	warnings []trace.Warning
	mu       sync.Mutex // guards warnings, and the making of columns, while blocks are decoded
	odd      oddValues
	used     []bool // threads that allocated objects, by number
}

// oddValues counts what cannot be, by kind.
type oddValues struct{ types, supers, sites, threads, spaces, references, roots, classes int64 }

func (o *oddValues) add(p oddValues) {
	o.types += p.types
	o.sites += p.sites
	o.threads += p.threads
	o.spaces += p.spaces
	o.references += p.references
}

// load reads the heap state.
func (s *state) load(ctx context.Context, f trace.File, progress trace.Progress) (*trace.Heap, []trace.Warning, error) {
	l := &loader{state: s, file: f, progress: progress}
	err := l.opened(ctx, l.load)
	if err != nil {
		return nil, l.warnings, err
	}
	return l.heap, l.warnings, nil
}

// count counts the objects of the heap state by type, without keeping them.
func (s *state) count(ctx context.Context, f trace.File, progress trace.Progress) (counts []trace.TypeCount, _ []trace.Warning, _ error) {
	l := &loader{state: s, file: f, progress: progress}
	err := l.opened(ctx, func(ctx context.Context) (err error) {
		counts, err = l.count(ctx)
		return err
	})
	return counts, l.warnings, err
}

// opened does some work with the file open.
func (l *loader) opened(ctx context.Context, work func(context.Context) error) error {
	content, err := l.file.Open()
	if err != nil {
		return input.Error(err, l.file.Name)
	}
	defer content.Close()
	l.content = content
	switch err := work(ctx); {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return input.Error(err, l.file.Name)
	}
	return nil
}

func (l *loader) load(ctx context.Context) error {
	l.plan()
	if err := l.countObjects(); err != nil {
		return err
	}
	if err := l.countReferences(ctx); err != nil {
		return err
	}
	if err := trace.Admit(ctx, l.volume(l.most)); err != nil {
		return err
	}
	if err := l.reserve(); err != nil {
		return err
	}
	if err := l.decode(ctx); err != nil {
		return err
	}
	if err := l.settle(ctx); err != nil {
		return err
	}
	types, cut := l.names.heapTypes()
	l.odd.supers = int64(cut)
	l.heap.Types, l.heap.Align, l.heap.GCs, l.heap.Interval = types, cmp.Or(l.align, 8), l.gc, l.interval
	for i := range l.heap.Types {
		if l.heap.Types[i].Kind == trace.ClassObject {
			l.heap.StaticNames = map[trace.ObjectID][]string{}
		}
	}
	stacks, err := l.addThreads()
	if err != nil {
		return err
	}
	if err := l.finishColumns(ctx, stacks); err != nil {
		return err
	}
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

// expectedReferences is how many references an object is expected to have, as most programs have 1.3 to 1.8, as long as they are not
// counted.
const expectedReferences = 2

// volume is how much the state has with so many references.
func (s *state) volume(references int64) trace.Volume {
	v := trace.Volume{Objects: s.objects, References: references, Classes: int64(s.types), ByType: true}
	for _, e := range slices.Concat(s.roots, s.stacks) {
		v.Rows += int64(e.Rows)
	}
	for _, c := range []struct {
		knows trace.Knowledge
		bytes int64
	}{{trace.KnowsIdentity, 8}, {trace.KnowsAges, 4}, {trace.KnowsSites, 4}, {trace.KnowsThreads, 4}, {trace.KnowsSpaces, 1}} {
		if s.knows.Has(c.knows) {
			v.Bytes += c.bytes * s.objects
		}
	}
	return v
}

// said returns how many references the objects of the state have, as far as its blocks say, else how many are expected.
func (s *state) said() int64 {
	sum := int64(0)
	for i := range s.blocks {
		said := headOf(&s.blocks[i], objectsReferenced)
		if said == 0 || said > math.MaxUint32 {
			return expectedReferences * s.objects
		}
		sum += int64(said - 1)
	}
	return sum
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
		l.believe(b)
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
	l.orderWarnings()
	return err
}

// orderWarnings gives warnings of blocks an order that does not depend on which was read first.
func (l *loader) orderWarnings() {
	slices.SortFunc(l.warnings, func(a, b trace.Warning) int { return cmp.Compare(a.Text, b.Text) })
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

// finishColumns does what needs to be known of the whole state. Stacks are the indices of threads by their numbers.
func (l *loader) finishColumns(ctx context.Context, stacks []int32) error {
	h := l.heap
	if h.SiteOf != nil {
		h.Sites = l.names.sites
	}
	if h.SpaceOf != nil {
		h.Spaces = l.names.spaces
	}
	if l.odd.types > 0 {
		h.Types = append(h.Types, lostType(len(h.Types)))
		h.Types[len(h.Types)-1].Name = "(lost type)"
	}
	return poll.Parts(ctx, len(h.ThreadOf), poll.Every, func(from, to int) {
		for o, number := range h.ThreadOf[from:to] {
			if number >= 0 {
				h.ThreadOf[from+o] = stacks[number]
			}
		}
	})
}

// reportOdd says what could not be, once for each kind.
func (l *loader) reportOdd() {
	for _, o := range []struct {
		count int64
		text  string
	}{
		{l.odd.types, "objects are of types whose description is missing"},
		{l.odd.supers, "types have super types that are missing, come back to them or are too many, and are cut off there"},
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
