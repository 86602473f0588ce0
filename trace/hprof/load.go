package hprof

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/wire/hprof"
)

// A dump is read twice. The first pass (takeCensus) finds IDs, classes and symbols, and then numbers the objects. The second pass fills the
// columns and writes the references into their rows (refRows), chunk by chunk in parallel. It resolves references while reading the
// records, so that IDs need not be stored.

// loader builds a heap state.
type loader struct {
	name     string
	reader   *hprof.Reader
	progress trace.Progress
	passes   int64 // number of passes over the file, as an estimate
	done     int64 // bytes read by earlier passes

	census *census
	index  objectIndex
	types  *typeTable
	heap   *trace.Heap
	counts *trace.RowCounts // until all references are read
	blocks *blockIndex

	columns  *columns
	claimed  *claims // first object with each ID; nil unless IDs occur more than once
	dangling int64
	mirrors  []mirror // in object order
	stacks   map[*typeInfo][]stackChunk
	// nameLists are the distinct name lists of class objects without static fields, at most 16.
	nameLists [][]string
	warnings  []trace.Warning
	refused   bool // there is too little memory: finish only the counts of the census, without an index
}

// newLoader opens a dump for the given number of passes. The caller must close the content.
func newLoader(f trace.File, progress trace.Progress, passes int64) (*loader, trace.Content, error) {
	content, err := f.Open()
	if err != nil {
		return nil, nil, err
	}
	r, err := hprof.NewReader(content, f.Size)
	if err != nil {
		content.Close()
		return nil, nil, &trace.InputError{Source: f.Name, Offset: 0, Text: err.Error()}
	}
	return &loader{name: f.Name, reader: r, progress: progress, passes: passes}, content, nil
}

// Load reads the heap state of a dump, or returns the state stored in its index; see package index.
func Load(ctx context.Context, f trace.File, progress trace.Progress) (*trace.Heap, []trace.Warning, error) {
	l, content, err := newLoader(f, progress, 2)
	if err != nil {
		return nil, nil, err
	}
	defer content.Close()
	stamp := input.Stamp(content)
	x := indexOf(f, content, stamp)
	if h, warnings, err := l.kept(ctx, x, f, stamp); err != nil {
		return nil, warnings, l.explain(ctx, err)
	} else if h != nil {
		return h, warnings, nil
	}
	if err := l.load(ctx); err != nil {
		return nil, l.warnings, l.explain(ctx, err)
	}
	values := l.newValues(f, stamp)
	l.heap.Values, l.heap.Index = trace.NewValues(l.heap, values), x
	values.keep(x, l.warnings)
	return l.heap, l.warnings, nil
}

// explain converts err to an error of [trace.Point.Load]. The context's error stays unchanged.
func (l *loader) explain(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return &trace.InputError{Source: l.name, Offset: -1, Text: err.Error(), Err: trace.RefusedBy(err)}
}

func (l *loader) load(ctx context.Context) error {
	if err := l.count(ctx); err != nil {
		return err
	}
	n := l.index.len()
	l.heap = &trace.Heap{
		TypeOf:  trace.NewTypes(n, len(l.types.list)),
		Extent:  trace.NewExtents(n),
		Address: l.index.id,
	}
	l.counts = trace.NewRowCounts(n)
	if twice := l.twice(); twice > 0 {
		l.claimed = newClaims(n)
		l.warnTwice(twice)
	}
	l.blocks, l.columns = newBlockIndex(l.census, n), l.newColumns()
	rows := newRefRows(l.heap, l.counts, l.classObjects(), l.mostReferences())
	if err := l.readReferences(ctx, rows); err != nil {
		return err
	}
	l.blocks.finish()
	if err := rows.finish(); err != nil {
		return err
	}
	l.measure()
	l.addTypes()
	l.addRoots()
	if l.census.tag != 0 {
		l.dropStaticFields()
	}
	l.warnDangling()
	l.addLeftOut()
	return l.nameThreads(ctx)
}

// twice returns the number of objects whose ID another object has as well.
func (l *loader) twice() int64 {
	return l.census.objects + int64(len(l.types.mirror)) - int64(l.index.len())
}

// warnTwice adds a warning about duplicate IDs. The class objects of native images are described twice by design.
func (l *loader) warnTwice(twice int64) {
	if l.census.tag != 0 {
		twice -= l.census.hubs()
	}
	if twice > 0 {
		l.warn(fmt.Sprintf("%d objects were skipped, because their ids are duplicates", twice))
	}
}

// takeCensus reads the dump for the first time and numbers the objects.
func (l *loader) takeCensus(ctx context.Context) error {
	bits := newBitCollector(l.reader.Size())
	if l.reader.Compressed() {
		bits = newBitCollector(8 * l.reader.Size())
	}
	var err error
	if l.census, err = takeCensus(ctx, l.reader, bits, l.admitting(ctx, bits)); err != nil {
		return err
	}
	l.reader.ClassTag = l.census.tag
	l.done += l.reader.Size()
	for _, f := range l.census.faults {
		l.warn(faultText(f, l.reader))
		l.warnings[len(l.warnings)-1].Lost = true
	}
	if l.census.objects == 0 && len(l.census.classes) == 0 {
		if len(l.census.faults) > 0 {
			text := l.census.faults[0].String()
			if len(l.census.texts) > 0 {
				text += "; a heap dump starts with names, and objects follow later"
			}
			return fmt.Errorf("no objects could be read: %s", text)
		}
		return fmt.Errorf("it does not contain a heap dump")
	}
	if l.refused {
		return nil
	}
	if ranks := bits.index(); ranks != nil && l.census.odd&7 == 0 {
		l.index = ranks
	} else if err := trace.Admit(ctx, trace.Volume{Bytes: l.sortedBytes()}); err != nil {
		return err
	} else if l.index, err = l.sortIDs(ctx); err != nil {
		return err
	}
	if l.index.len() > math.MaxUint32-1 {
		return fmt.Errorf("the heap has %d objects, more than %d", l.index.len(), uint32(math.MaxUint32-1))
	}
	return nil
}

func (l *loader) report(done int64) {
	l.progress.Report(l.done+done, l.passes*l.reader.Size(), "reading "+trace.File{Name: l.name}.Base())
}

func (l *loader) warn(text string) {
	l.warnings = append(l.warnings, trace.Warning{Source: trace.File{Name: l.name}.Base(), Text: text})
}

// faultText describes a fault, with the share of the file that is missing.
func faultText(f hprof.Fault, r *hprof.Reader) string {
	text := f.String()
	if f.Missing > 0 && !r.Compressed() && f.Offset+f.Missing <= r.Size() { // otherwise the missing share is unknown
		share := 100 * float64(f.Missing) / float64(r.Size())
		text += fmt.Sprintf(" (%.2g %% of the file)", share)
	}
	return text
}

// sortIDs numbers the objects of a dump whose IDs are not addresses. It rereads the dump.
func (l *loader) sortIDs(ctx context.Context) (objectIndex, error) {
	ids := make([]uint64, 0, l.census.objects+int64(len(l.census.classes)+len(l.census.loads)))
	_, err := l.reader.Scan(ctx, 1, func(_ int, c *hprof.Chunk) error {
		var r hprof.Record
		for c.Next(&r) {
			switch r.Kind {
			case hprof.Instance, hprof.ObjectArray:
				ids = append(ids, r.Values[0])
			case hprof.PrimitiveArray, hprof.ArrayNoData:
				if isBasic(r.Values[hprof.ArrayType]) {
					ids = append(ids, r.Values[0])
				}
			}
		}
		return nil
	})
	for _, c := range l.census.classes {
		ids = append(ids, c.id)
	}
	for _, load := range l.census.loads {
		if load.id != 0 {
			ids = append(ids, load.id)
		}
	}
	return newSortedIndex(ids), err
}

// refWorker collects references for one goroutine.
type refWorker struct {
	*loader
	part     refPart
	dangling int64
	last     uint64 // class of lastType
	lastType *typeInfo
	classes  []trace.ObjectID // instances of java.lang.Class for the primitive types
	blocks   blockWriter
	columns  columnWriter
}

// readReferences reads the dump for the second time.
func (l *loader) readReferences(ctx context.Context, rows *refRows) error {
	workers := make([]refWorker, runtime.GOMAXPROCS(0))
	if l.claimed != nil {
		workers = workers[:1]
	}
	for i := range workers {
		workers[i].loader = l
		workers[i].blocks.all = l.blocks
		workers[i].columns.columns = l.columns
	}
	t := newTurns()
	defer context.AfterFunc(ctx, t.stop)()
	_, err := l.reader.Scan(ctx, len(workers), func(worker int, c *hprof.Chunk) (err error) {
		w := &workers[worker]
		t.run(c.Index, func() { w.chunk(c) }, func() {
			w.blocks.end(w.part.runs)
			err = rows.add(&w.part)
			l.report(c.Stored)
		})
		return err
	})
	l.done += l.reader.Size()
	for i := range workers {
		l.dangling += workers[i].dangling
		for _, o := range workers[i].classes {
			l.mirrors = append(l.mirrors, mirror{object: o, names: l.types.class.names})
		}
	}
	slices.SortFunc(l.mirrors, func(a, b mirror) int { return cmp.Compare(a.object, b.object) })
	return err
}

func (w *refWorker) chunk(c *hprof.Chunk) {
	w.part = refPart{w.part.runs[:0], w.part.to[:0], w.part.slots[:0]}
	w.columns.begin(c.Index)
	var r hprof.Record
	for c.Next(&r) {
		switch r.Kind {
		case hprof.Instance:
			t := w.lastType
			if class := r.Values[hprof.InstanceClass]; t == nil || class != w.last {
				t = w.types.byID.find(class)
				w.last, w.lastType = class, t
			}
			if o, ok := w.begin(&r, t); ok {
				start := len(w.part.to)
				w.instance(t, r.Body)
				w.end(o, start, t.stackWords(r.Body))
				if t.kind == trace.ClassObject {
					w.classes = append(w.classes, o)
				}
			}
		case hprof.ObjectArray:
			if o, ok := w.begin(&r, w.types.of(&r)); ok {
				start := len(w.part.to)
				w.elements(r.Body)
				w.end(o, start, uint32(r.Values[hprof.ArrayLength]))
			}
		case hprof.PrimitiveArray, hprof.ArrayNoData:
			if o, ok := w.begin(&r, w.types.of(&r)); ok {
				w.end(o, len(w.part.to), uint32(r.Values[hprof.ArrayLength]))
			}
		case hprof.HeapInfo:
			w.columns.enter(uint32(r.Values[0]))
		case hprof.ClassDump:
			w.blocks.open = false
			if o, ok := w.index.find(r.Values[0]); ok && w.columns.spaces != nil {
				w.heap.SpaceOf[o] = w.columns.space
			}
		default:
			w.blocks.open = false
		}
	}
}

// begin sets the type of an object and reports whether its ID occurs for the first time. It returns false for an object that the first pass
// did not find, because the file has changed.
func (w *refWorker) begin(r *hprof.Record, t *typeInfo) (trace.ObjectID, bool) {
	o, ok := w.index.find(r.Values[0])
	if !ok || t == nil || !w.claimed.take(o) {
		return 0, false
	}
	w.heap.TypeOf.Set(o, t.id)
	w.blocks.add(o, r.Offset)
	w.columns.object(o, r)
	return o, true
}

// end sets the extent and the number of references of o. start is the number of references before o.
func (w *refWorker) end(o trace.ObjectID, start int, extent uint32) {
	w.heap.Extent.Set(o, extent)
	w.counts.Set(o, uint32(len(w.part.to)-start))
	w.part.runs = addRun(w.part.runs, objectRun{o, 1})
}

func (w *refWorker) instance(t *typeInfo, values []byte) {
	idSize := w.reader.Header.IDSize
	for _, ref := range t.refs {
		if int(ref.offset)+idSize > len(values) {
			continue
		}
		if id := hprof.ID(values[ref.offset:], idSize, 0); id != 0 {
			w.refer(id, ref.slot)
		}
	}
}

func (w *refWorker) elements(ids []byte) {
	idSize := w.reader.Header.IDSize
	for i := range len(ids) / idSize {
		if id := hprof.ID(ids, idSize, i); id != 0 {
			w.refer(id, uint16(min(i, math.MaxUint16)))
		}
	}
}

func (w *refWorker) refer(id uint64, slot uint16) {
	to, ok := w.index.find(id)
	if !ok {
		w.dangling++
		return
	}
	w.part.to = append(w.part.to, to)
	w.part.slots = append(w.part.slots, slot)
}

// warnDangling adds a warning if many references lead nowhere. Some hundreds to thousands are normal: HotSpot omits class objects of
// archived classes that are not loaded, but not the arrays that refer to them.
func (l *loader) warnDangling() {
	if all := int64(len(l.heap.RefTo)) + l.dangling; l.dangling > max(5000, all/200) {
		l.warn(fmt.Sprintf("%d of %d references were skipped, because their targets are not in the dump", l.dangling, all))
	}
}
