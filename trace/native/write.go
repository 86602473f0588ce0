package native

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"memcity/trace"
	"memcity/trace/wire/memcity"
)

// Limits of a chunk. Blocks of objects are read in parallel, and damage to a chunk loses only that chunk.
const (
	chunkObjects = 1 << 17
	chunkSlots   = 1 << 20 // slots for references, per block or object
	chunkRows    = 1 << 14 // rows of other kinds of chunks
)

// PointInfo describes when a heap state was taken.
type PointInfo struct {
	Time  time.Duration // since the start of the recording, with a precision of 1 µs
	GC    uint32        // number of GCs that had ended; 0 if unknown
	Pause time.Duration // how long the program was stopped
	Final bool          // taken at the end of the program
}

// A Writer writes a native trace in the format of memcity/trace/wire/memcity. Everything written before an error, or before the program
// ended, stays readable. Contents of fields and arrays, and addresses, are not written. After an error, all calls return it. A Writer is
// not safe for concurrent use.
//
// It takes memory for names and for one block of at most 131,072 objects.
type Writer struct {
	out    *memcity.Writer
	dict   *dictionary
	knows  trace.Knowledge // knowledge written so far
	ran    trace.Runtime   // runtime written so far
	states uint64
	uses   useTexts
	err    error

	// Before is called before a heap state is written, unless it is nil. It may call [Writer.Restart].
	Before func() error
}

// NewWriter begins a native trace. Closing the Writer does not close w.
func NewWriter(w io.Writer, info trace.WriterInfo) (*Writer, error) {
	out, err := memcity.NewWriter(w)
	if err != nil {
		return nil, err
	}
	n := &Writer{out: out, dict: newDictionary()}
	if info.Anonymous {
		n.dict.anonymous = newAnonymizer()
		info.Program, info.Source = "", ""
	}
	t := memcity.NewTable(memcity.Info)
	add := func(name, text string) {
		if text != "" && text != "0" {
			putText(t, infoName, name)
			putText(t, infoText, text)
			t.Rows++
		}
	}
	add(infoProgram, info.Program)
	add(infoVM, info.VM)
	add(infoTool, info.Tool)
	add(infoMode, info.Mode)
	add(infoSource, info.Source)
	add(infoStart, strconv.FormatInt(info.StartUnix, 10))
	add(infoInterval, strconv.FormatInt(info.Interval, 10))
	add(infoDepth, strconv.Itoa(info.Depth))
	n.write(t)
	n.know(info.Knows)
	n.runtime(info.Runtime)
	return n, n.err
}

// write writes a table that has rows or a head.
func (w *Writer) write(t *memcity.Table) {
	if w.err == nil && (t.Rows > 0 || len(t.Head) > 0) {
		w.err = w.out.Write(t)
	}
}

// notWritten is the knowledge that a native trace never has.
const notWritten = trace.KnowsValues | trace.KnowsTexts

// know adds to the knowledge that the recording states.
func (w *Writer) know(k trace.Knowledge) {
	k = (k | w.knows) &^ notWritten
	if k == w.knows {
		return
	}
	w.knows = k
	t := memcity.NewTable(memcity.Info)
	putText(t, infoName, infoKnows)
	putText(t, infoText, strings.Join(k.Names(), " "))
	t.Rows = 1
	w.write(t)
}

// runtime states the runtime of the program, unless it is stated already.
func (w *Writer) runtime(r trace.Runtime) {
	if r == w.ran {
		return
	}
	w.ran = r
	t := memcity.NewTable(memcity.Info)
	putText(t, infoName, infoRuntime)
	putText(t, infoText, r.String())
	t.Rows = 1
	w.write(t)
}

// learn writes new entries of the dictionaries.
func (w *Writer) learn() {
	types := w.dict.rows[dictTypes]
	leaveOut(types, typesElements)
	leaveOut(types, typesWeak)
	for _, rows := range w.dict.rows {
		w.inPieces(rows)
		emptyTable(rows)
	}
}

// inPieces writes a table in chunks of at most chunkRows rows.
func (w *Writer) inPieces(t *memcity.Table) {
	if t.Rows <= chunkRows {
		if t.Rows > 0 {
			w.write(t)
		}
		return
	}
	for from := 0; from < t.Rows; from += chunkRows {
		w.write(piece(t, from, min(t.Rows, from+chunkRows)))
	}
}

// piece returns the rows of a table from from up to but not including to.
func piece(t *memcity.Table, from, to int) *memcity.Table {
	p := memcity.NewTable(t.Kind, t.Head...)
	p.Rows = to - from
	for i := range t.Columns {
		c, out := &t.Columns[i], &p.Columns[i]
		switch {
		case len(c.Start) > 0:
			a, b := c.Start[from], c.Start[to]
			for _, start := range c.Start[from : to+1] {
				out.Start = append(out.Start, start-a)
			}
			if c.Texts != nil {
				out.Texts = c.Texts[a:b]
			} else {
				out.Numbers = c.Numbers[a:b]
			}
		case len(c.Texts) > 0:
			out.Texts = c.Texts[from:to]
		case len(c.Numbers) > 0:
			out.Numbers = c.Numbers[from:to]
		}
	}
	return p
}

func micros(d time.Duration) uint64 { return uint64(max(0, d.Microseconds())) }

// begin writes the head of a state and returns its number.
func (w *Writer) begin(p PointInfo, level uint64, align, objects, bytes int64) (number uint64) {
	number = w.states
	w.states++
	if p.Final {
		info := memcity.NewTable(memcity.Info)
		putText(info, infoName, infoFinal)
		putText(info, infoText, strconv.FormatUint(number, 10))
		info.Rows = 1
		w.write(info)
	}
	t := memcity.NewTable(memcity.State)
	t.Head[stateNumber], t.Head[stateLevel] = number, level
	t.Head[stateTime], t.Head[statePause] = micros(p.Time), micros(p.Pause)
	t.Head[stateGC], t.Head[stateAlign] = uint64(p.GC), uint64(align)
	t.Head[stateObjects], t.Head[stateBytes] = uint64(objects), uint64(bytes)
	w.write(t)
	return number
}

func (w *Writer) end(state uint64) error {
	w.write(memcity.NewTable(memcity.StateEnd, state))
	return w.err
}

func (w *Writer) before() error {
	if w.err == nil && w.Before != nil {
		w.err = w.Before()
	}
	return w.err
}

// Counts writes a heap state that has only the number of objects by type, and by site if the counts have sites.
func (w *Writer) Counts(p PointInfo, counts []trace.TypeCount) error {
	if err := w.before(); err != nil {
		return err
	}
	var objects, bytes int64
	for _, c := range counts {
		objects += c.Objects
		bytes += c.Bytes
	}
	types, sites := w.typesOfCounts(counts), w.sitesOfCounts(counts)
	w.learn()
	state := w.begin(p, levelCounts, 0, objects, bytes)
	t := memcity.NewTable(memcity.Counts, state)
	t.Rows = len(counts)
	for i, c := range counts {
		put(t, countsType, types[i])
		put(t, countsObjects, uint64(max(0, c.Objects)))
		put(t, countsBytes, uint64(max(0, c.Bytes)))
		if sites != nil {
			put(t, countsSite, sites[i])
		}
	}
	w.inPieces(t)
	return w.end(state)
}

// typesOfCounts returns the number of the type of each count. Counts of several sites share a type if its name and kind are equal; others
// are of different types.
func (w *Writer) typesOfCounts(counts []trace.TypeCount) []uint64 {
	type key struct {
		name string
		kind trace.TypeKind
	}
	var types []trace.Type
	at, of := map[key]int{}, make([]int, len(counts))
	for i, c := range counts {
		k := key{c.Name, c.Kind}
		n, ok := at[k]
		if !ok || c.Site == nil {
			n = len(types)
			at[k] = n
			types = append(types, trace.Type{Name: c.Name, Kind: c.Kind, Super: trace.NoType, Class: trace.NoObject, Loader: trace.NoObject})
		}
		of[i] = n
	}
	numbers := w.dict.lifeTypesOf(types, &growingNumbers[trace.Type]{})
	out := make([]uint64, len(counts))
	for i, n := range of {
		out[i] = numbers[n]
	}
	return out
}

// sitesOfCounts returns the number of the site of each count, +1, or 0 without one; nil if no count has a site.
func (w *Writer) sitesOfCounts(counts []trace.TypeCount) []uint64 {
	var sites []trace.Site
	of := make([]int, len(counts))
	for i, c := range counts {
		if c.Site != nil {
			sites = append(sites, *c.Site)
			of[i] = len(sites)
		}
	}
	if sites == nil {
		return nil
	}
	numbers := w.dict.sitesOf(sites, &growingNumbers[trace.Site]{})
	out := make([]uint64, len(counts))
	for i, n := range of {
		if n > 0 {
			out[i] = numbers[n-1]
		}
	}
	return out
}

// GCs writes garbage collections that ended since the previous call.
func (w *Writer) GCs(gcs []trace.GC) error {
	t := memcity.NewTable(memcity.GCs)
	t.Rows = len(gcs)
	for i := range gcs {
		g := &gcs[i]
		put(t, gcNumber, uint64(g.Number))
		put(t, gcStart, micros(g.Start))
		put(t, gcEnd, micros(g.End))
		put(t, gcPause, micros(g.Pause))
		putText(t, gcCause, g.Cause)
		putText(t, gcKind, g.Kind)
		put(t, gcBefore, uint64(max(0, g.Before)))
		put(t, gcAfter, uint64(max(0, g.After)))
		put(t, gcCapacity, uint64(max(0, g.Capacity)))
		put(t, gcConcurrent, bit(g.Concurrent))
	}
	w.inPieces(t)
	return w.err
}

// Notes writes the user's notes.
func (w *Writer) Notes(notes []trace.Note) error {
	if w.dict.anonymous != nil {
		return w.err
	}
	t := memcity.NewTable(memcity.Notes)
	t.Rows = len(notes)
	for _, n := range notes {
		putText(t, notesKey, n.Key)
		putText(t, notesText, n.Text)
		putText(t, notesColor, n.Color)
	}
	w.inPieces(t)
	return w.err
}

// Report writes a message for readers of the recording, for example that samples were dropped.
func (w *Writer) Report(at time.Duration, text string) error {
	if w.dict.anonymous != nil {
		return w.err
	}
	t := memcity.NewTable(memcity.Report)
	t.Rows = 1
	put(t, reportTime, micros(at))
	putText(t, reportText, text)
	w.write(t)
	return w.err
}

// Marks writes remarks about moments of the recording.
func (w *Writer) Marks(marks []trace.Mark) error {
	if w.dict.anonymous != nil {
		return w.err
	}
	t := memcity.NewTable(memcity.Marks)
	t.Rows = len(marks)
	for _, m := range marks {
		put(t, marksTime, micros(time.Duration(m.Time)*time.Millisecond))
		putText(t, marksText, m.Text)
	}
	w.inPieces(t)
	return w.err
}

// Flush writes all buffered data to the io.Writer.
func (w *Writer) Flush() error {
	if w.err == nil {
		w.err = w.out.Flush()
	}
	return w.err
}

// Size returns the number of bytes written so far.
func (w *Writer) Size() int64 { return w.out.Size() }

// Close ends the trace with an index. A trace that was not closed is readable, but readers assume that it may still grow.
func (w *Writer) Close() error {
	if w.err == nil {
		w.err = w.out.Close()
	}
	err := w.err
	if w.err == nil {
		w.err = fmt.Errorf("the trace is closed")
	}
	return err
}

// State writes a heap state. Its types, sites and threads are matched with earlier states. If h.Types or h.Sites is the slice of an earlier
// call, possibly grown at its end, only new items are processed.
//
// Two references in one slot are written in successive slots. Class objects without a type keep the names of their slots only if these are
// the fields of their own type.
func (w *Writer) State(p PointInfo, h *trace.Heap) error {
	if err := w.before(); err != nil {
		return err
	}
	if int64(h.Len()) > math.MaxUint32-1 {
		return fmt.Errorf("the heap has %d objects, more than %d", h.Len(), uint32(math.MaxUint32-1))
	}
	if p.GC == 0 {
		p.GC = h.GCs
	}
	s := stateWriter{Writer: w, heap: h}
	s.number()
	w.know(knows(h))
	w.runtime(h.Runtime)
	w.learn()
	bytes := int64(0)
	for o := range h.Len() {
		bytes += h.Size(trace.ObjectID(o))
	}
	s.state = w.begin(p, levelObjects, h.Align, int64(h.Len()), bytes)
	s.classes()
	s.stacks()
	s.objects()
	s.roots()
	return w.end(s.state)
}

// knows returns the kinds of data in h.
func knows(h *trace.Heap) trace.Knowledge {
	k := trace.KnowsObjects
	for _, c := range []struct {
		known bool
		k     trace.Knowledge
	}{
		{len(h.RefTo) > 0, trace.KnowsReferences | trace.KnowsFields}, {len(h.Roots) > 0, trace.KnowsRoots}, {h.SiteOf != nil, trace.KnowsSites},
		{h.ThreadOf != nil, trace.KnowsThreads}, {h.Identity != nil, trace.KnowsIdentity}, {h.BirthOf != nil, trace.KnowsAges},
		{h.SpaceOf != nil, trace.KnowsSpaces}, {h.SubsystemOf != nil, trace.KnowsSubsystems},
	} {
		if c.known {
			k |= c.k
		}
	}
	for i := range h.Sites {
		if h.Sites[i].Thread >= 0 {
			k |= trace.KnowsThreads
		}
	}
	return k
}
