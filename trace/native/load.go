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

// A heap state is read in two steps. The first step finds the largest possible number of objects and references in each block, which newer
// files store in the heads of the blocks. It then allocates the columns and assigns each block its place. The second step decodes the
// blocks in parallel, each into its place. Objects of damaged or missing blocks are left out. If there are gaps, the other blocks are moved
// together at the end, keeping their order.

// loader builds a heap state.
type loader struct {
	*state
	file     trace.File
	content  trace.Content
	progress trace.Progress
	done     atomic.Int64 // bytes of chunks read
	total    int64

	limit    uint64 // greater than any object index in the file
	all      []*block
	good     []*block
	most     int64 // largest possible number of references in all blocks
	whole    bool  // indices in the file equal indices in the heap
	heap     *trace.Heap
	counts   *trace.RowCounts // until all blocks are decoded
	warnings []trace.Warning
	mu       sync.Mutex // guards warnings and the creation of columns while blocks are decoded
	odd      oddValues
	used     []bool // whether each thread, by number, allocated an object
}

// oddValues counts invalid values by kind.
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
	err := l.withFile(ctx, l.load)
	if err != nil {
		return nil, l.warnings, err
	}
	return l.heap, l.warnings, nil
}

// count counts the objects of the heap state by type, without storing them.
func (s *state) count(ctx context.Context, f trace.File, progress trace.Progress) (counts []trace.TypeCount, _ []trace.Warning, _ error) {
	l := &loader{state: s, file: f, progress: progress}
	err := l.withFile(ctx, func(ctx context.Context) (err error) {
		counts, err = l.count(ctx)
		return err
	})
	return counts, l.warnings, err
}

// withFile calls work with the file open.
func (l *loader) withFile(ctx context.Context, work func(context.Context) error) error {
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
	l.heap.Runtime = l.runtime
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

// warnLost adds a warning about missing objects.
func (l *loader) warnLost(text string) {
	l.add(trace.Warning{Source: l.file.Base(), Text: text, Lost: true})
}

func (l *loader) add(w trace.Warning) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.warnings = append(l.warnings, w)
}

// Chunks of equal values compress to almost nothing, so a small file can have more objects and references than fit into memory. References
// of real programs take at least 0.28 bytes. In long lists of equal objects they take some hundredths of that, but never less, because a
// block ends after [chunkObjects].
const (
	freeValues = 32 << 20 // number of values that are decoded regardless of the file size
	maxValues  = 1000     // further values per byte of the file
)

// believable returns the largest number of objects, or of references, that a state may have for its size in the file.
func (l *loader) believable() int64 { return freeValues + maxValues*l.total }

func (l *loader) unbelievable(count int64, what string) error {
	return fmt.Errorf("the GC point was skipped: it has %d %s or more in %d bytes, which is more than %d for each byte", count, what, l.total,
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

// expectedReferences is the estimated number of references per object until they are counted. Most programs have 1.3 to 1.8.
const expectedReferences = 2

// volume returns the volume of the state with the given number of references.
func (s *state) volume(references int64) trace.Volume {
	v := trace.Volume{Objects: s.objects, References: references, Classes: int64(s.types), ByType: true}
	for _, e := range slices.Concat(s.roots, s.stacks) {
		v.Rows += int64(e.Rows)
	}
	for _, c := range []struct {
		knows trace.Knowledge
		bytes int64
	}{{trace.KnowsIdentity, 8}, {trace.KnowsAges, 4}, {trace.KnowsSites, 4}, {trace.KnowsThreads, 4}, {trace.KnowsSpaces, 1},
		{trace.KnowsSubsystems, 1}} {
		if s.knows.Has(c.knows) {
			v.Bytes += c.bytes * s.objects
		}
	}
	return v
}

// said returns the number of references of the state's objects, as stated by its blocks. If a block does not state it, said returns an
// estimate.
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

// plan sorts the blocks by object and assigns further references to them.
func (l *loader) plan() {
	for _, e := range l.state.blocks {
		b := &block{entry: e, first: headOf(&e, objectsFirst), rows: e.Rows}
		if b.first > math.MaxUint32 {
			l.warn(fmt.Sprintf("offset %d: skipped a block that starts with the impossible object %d", e.Offset, b.first))
			continue
		}
		l.all = append(l.all, b)
		l.total += e.Stored
	}
	slices.SortStableFunc(l.all, func(a, b *block) int { return cmp.Compare(a.first, b.first) })
	for _, b := range l.all {
		if b.first < l.limit {
			b.bad = true
			l.warn(fmt.Sprintf("offset %d: skipped a block that starts with object %d, which another block has", b.entry.Offset, b.first))
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

// decode decodes the blocks in parallel.
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

// orderWarnings sorts warnings by text, so that their order does not depend on scheduling.
func (l *loader) orderWarnings() {
	slices.SortFunc(l.warnings, func(a, b trace.Warning) int { return cmp.Compare(a.Text, b.Text) })
}

// find returns the object with the given index in the file.
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

// findPlusOne is find for an index stored +1.
func (l *loader) findPlusOne(index uint64) trace.ObjectID {
	if index == 0 {
		return trace.NoObject
	}
	return l.find(index - 1)
}

// finishColumns sets data that depends on the whole state. stacks are the indices of threads by number.
func (l *loader) finishColumns(ctx context.Context, stacks []int32) error {
	h := l.heap
	h.Libraries = l.names.libraries
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

// reportOdd adds a warning for each kind of invalid value.
func (l *loader) reportOdd() {
	for _, o := range []struct {
		count int64
		text  string
	}{
		{l.odd.types, "objects have types that are not described"},
		{l.odd.supers, "types have missing, circular or too many super types; these are omitted"},
		{l.odd.sites, "objects have allocation sites that are missing"},
		{l.odd.threads, "objects have allocating threads that are missing"},
		{l.odd.spaces, "objects are in heap spaces that are missing"},
		{l.odd.references, "references to objects outside the heap were skipped"},
		{l.odd.roots, "GC roots were skipped, because their objects are missing"},
		{l.odd.classes, "classes were skipped, because their types or objects are missing or invalid"},
	} {
		if o.count > 0 {
			l.warn(fmt.Sprintf("%d %s", o.count, o.text))
		}
	}
}
