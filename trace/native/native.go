package native

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/wire/memcity"
)

// format is the value of [trace.Recording.Format].
const format = "Memory City trace"

// Sniff reports whether head, the first bytes of a file, is the start of a native trace.
func Sniff(head []byte) bool { return memcity.Sniff(head) }

// Open returns a recording of native traces. The GC points of several traces are joined in order of time. It reads heads of chunks, names
// and events; heap states are read on demand. Unreadable files become warnings if at least one is readable. Otherwise the error is a
// *[trace.InputError] about the first, or the context's.
func Open(ctx context.Context, files []trace.File, progress trace.Progress) (*trace.Recording, error) {
	var read []*traceFile
	var left []trace.Warning
	var first error
	for i, f := range files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		progress.Report(int64(i), int64(len(files)), "opening "+f.Base())
		n, err := openFile(ctx, f)
		if err == nil && len(n.points(len(files) == 1)) == 0 {
			err = &trace.InputError{Source: f.Name, Offset: -1,
				Text: "it has no complete GC point: the recording has just started, was stopped before its first point, or was cut off"}
		}
		if err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			fault := input.Error(err, f.Name)
			first = cmp.Or(first, error(fault))
			left = append(left, trace.Warning{Source: f.Base(), Text: "skipped: " + fault.Text})
			continue
		}
		read = append(read, n)
	}
	if len(read) == 0 {
		return nil, first
	}
	read, foreign := ofOneProgram(read)
	left = append(left, foreign...)
	rec := join(read, trace.NewNames(), false)
	for _, f := range read {
		if text := f.open(len(read) == 1); text != "" {
			rec.Warnings = append(rec.Warnings, trace.Warning{Source: f.file.Base(), Text: text, Unfinished: true})
		}
	}
	rec.Warnings = append(rec.Warnings, left...)
	return rec, nil
}

// ofOneProgram returns the files with recordings of the program of the first one, and a warning for each of the others: what one program
// allocates is no growth of another. Arguments and unknown programs make no difference.
func ofOneProgram(files []*traceFile) (same []*traceFile, left []trace.Warning) {
	first := files[slices.IndexFunc(files, func(f *traceFile) bool { return f.program() != "" || f == files[len(files)-1] })]
	for _, f := range files {
		if name := f.program(); name != "" && name != first.program() {
			left = append(left, trace.Warning{Source: f.file.Base(), Text: fmt.Sprintf("skipped: it is a recording of %s, but %s is one of %s; open them separately",
				name, first.file.Base(), first.program())})
			continue
		}
		same = append(same, f)
	}
	return same, left
}

// program returns the name of the recorded program without arguments; empty if unknown.
func (f *traceFile) program() string {
	name, _, _ := strings.Cut(f.info[infoProgram], " ")
	return trace.PlainLine(name)
}

// join returns a recording of files. grew means that the recording is a result of More.
func join(files []*traceFile, names *trace.Names, grew bool) *trace.Recording {
	rec := &trace.Recording{Format: format, Names: names, Runtime: files[0].runtime()}
	timed := !slices.ContainsFunc(files, func(f *traceFile) bool { return f.start == 0 })
	for _, f := range files {
		if timed && (rec.StartUnix == 0 || f.start < rec.StartUnix) {
			rec.StartUnix = f.start
		}
		rec.Knows |= f.knows
		rec.Warnings = append(rec.Warnings, f.warnings...)
		rec.Files = append(rec.Files, f.file.Base())
		rec.Notes = append(rec.Notes, f.notes...)
	}
	offset := time.Duration(0)
	for _, f := range files {
		if timed {
			offset = time.Duration(f.start-rec.StartUnix) * time.Millisecond
		}
		addPoints(rec, f, offset, len(files) == 1)
		for _, m := range f.marks {
			m.Time += trace.Millis(offset.Milliseconds())
			rec.Marks = append(rec.Marks, m)
		}
		if !timed && len(rec.Points) > 0 {
			offset = time.Duration(rec.Points[len(rec.Points)-1].Time) * time.Millisecond
		}
	}
	rec.Name = input.Stem(files[0].file.Base())
	rec.Recorded = files[0].recorded()
	rec.Life = lifeOf(files)
	if len(files) == 1 {
		if rec.Usage = files[0].usage(); rec.Usage != nil {
			rec.Knows |= trace.KnowsUses
		}
		rec.More = files[0].more(names, grew)
		return rec
	}
	rec.Name = input.Series(rec.Name, len(files))
	rec.Knows &^= trace.KnowsIdentity // identities are only valid within a run
	slices.SortStableFunc(rec.Points, func(a, b trace.Point) int { return cmp.Compare(a.Time, b.Time) })
	slices.SortStableFunc(rec.Marks, func(a, b trace.Mark) int { return cmp.Compare(a.Time, b.Time) })
	slices.SortStableFunc(rec.GCs, func(a, b trace.GC) int { return cmp.Compare(a.Start, b.Start) })
	return rec
}

// recorded returns the file's own description of the recording.
func (f *traceFile) recorded() *trace.WriterInfo {
	depth, _ := strconv.ParseUint(f.info[infoDepth], 10, 16)
	return &trace.WriterInfo{Program: f.info[infoProgram], Runtime: f.runtime(), VM: f.info[infoVM], Tool: f.info[infoTool], Mode: f.info[infoMode],
		Source: f.info[infoSource], StartUnix: f.start, Interval: f.interval, Depth: int(depth), Knows: f.knows}
}

// addPoints adds the points and GCs of a file whose time zero is offset.
func addPoints(r *trace.Recording, f *traceFile, offset time.Duration, alone bool) {
	last := trace.Millis(math.MinInt64)
	for _, s := range f.points(alone) {
		s := s
		last = max(last, trace.Millis((s.time + offset).Milliseconds()))
		p := trace.Point{Time: last, Source: f.file.Base(), GC: s.gc, Final: f.info[infoFinal] == strconv.FormatInt(s.number, 10)}
		if s.level == levelCounts {
			p.Counts = append([]trace.TypeCount{}, s.counts...) // not nil
			for i, n := range s.sites {
				if n > 0 && n <= uint64(len(f.names.sites)) && len(f.names.sites[n-1].Frames) > 0 {
					p.Counts[i].Site = &f.names.sites[n-1]
				}
			}
		} else {
			p.Load = func(ctx context.Context, progress trace.Progress) (*trace.Heap, []trace.Warning, error) {
				return s.load(ctx, f.file, progress)
			}
			p.Count = func(ctx context.Context, progress trace.Progress) ([]trace.TypeCount, []trace.Warning, error) {
				return s.count(ctx, f.file, progress)
			}
			p.Totals = func(ctx context.Context, _ trace.Progress) (int64, int64, []trace.Warning, error) {
				return s.objects, s.bytes, nil, trace.Admit(ctx, s.volume(s.said()))
			}
		}
		r.Points = append(r.Points, p)
	}
	for _, g := range f.gcs {
		g.Start += offset
		g.End += offset
		r.GCs = append(r.GCs, g)
	}
}

// traceFile is the content of a file. It is read-only once built.
type traceFile struct {
	file     trace.File
	stamp    fs.FileInfo // state of the file when it was last read; nil if it is not on disk
	grows    bool        // the file may grow, as files on disk can
	next     int64       // offset at which scanning continues
	complete bool
	warnings []trace.Warning

	info     map[string]string
	knows    trace.Knowledge
	start    int64 // in ms since 1970
	interval int64
	names    names
	gcs      []trace.GC
	notes    []trace.Note
	marks    []trace.Mark
	states   []*state
	lives    []memcity.Entry // chunks of allocations and deaths
	uses     []memcity.Entry // chunks of operations on collections, and their texts
	cut      memcity.Fault   // fault at the end of an incomplete file
	left     bool            // the writing program has ended
	settled  int             // number of states that no longer change
}

// state is a heap state in a file. It does not change once ended.
type state struct {
	number                          int64
	time                            time.Duration
	gc                              uint32
	level                           uint64
	align, objects, bytes, interval int64
	runtime                         trace.Runtime
	counts                          []trace.TypeCount
	sites                           []uint64 // by count: number of the site, +1; nil without sites
	ended                           bool

	types int   // number of types known at its end
	names names // with only these types
	knows trace.Knowledge

	blocks, references, classes, stacks, roots []memcity.Entry
}

func openFile(ctx context.Context, f trace.File) (*traceFile, error) {
	n := &traceFile{file: f, info: map[string]string{}}
	return n.read(ctx)
}

// read returns the file including newly added data; f itself if there is none.
func (f *traceFile) read(ctx context.Context) (*traceFile, error) {
	content, err := f.file.Open()
	if err != nil {
		return nil, err
	}
	defer content.Close()
	size := f.file.Size
	info := input.Stamp(content)
	if info != nil {
		size = info.Size()
	}
	if f.stamp != nil && info != nil && !os.SameFile(f.stamp, info) {
		return nil, &trace.InputError{Source: f.file.Name, Offset: -1,
			Text: "the file was rewritten, because the recording removed old GC points; open it again"}
	}
	if size < f.next {
		return nil, &trace.InputError{Source: f.file.Name, Offset: size, Text: "the file has changed: it is shorter than before"}
	}
	entries, next, complete, faults, err := memcity.Scan(content, size, f.next)
	if err != nil {
		return nil, f.explain(err)
	}
	if next == f.next && complete == f.complete {
		return f, nil
	}
	g := *f
	g.stamp = info
	g.next, g.complete, g.grows = next, complete, info != nil
	g.warnings, g.gcs, g.lives, g.uses = slices.Clip(f.warnings), slices.Clip(f.gcs), slices.Clip(f.lives), slices.Clip(f.uses)
	g.notes, g.marks, g.states = slices.Clip(f.notes), slices.Clip(f.marks), slices.Clone(f.states)
	g.names = f.names.next()
	g.info = map[string]string{}
	for name, text := range f.info {
		g.info[name] = text
	}
	if last := len(g.states) - 1; last >= 0 && !g.states[last].ended {
		g.states[last] = g.states[last].clip()
	}
	for _, fault := range faults {
		g.warn(fault.String())
	}
	g.cut, _ = memcity.Cut(size, next, complete)
	for i := range entries {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := g.entry(content, entries[i]); err != nil {
			return nil, f.explain(err)
		}
	}
	g.finish()
	return &g, nil
}

func (f *traceFile) explain(err error) error {
	var fault memcity.Fault
	if errors.As(err, &fault) {
		return &trace.InputError{Source: f.file.Name, Offset: fault.Offset, Text: fault.Text}
	}
	return input.Error(err, f.file.Name)
}

func (f *traceFile) warn(text string) {
	f.warnings = append(f.warnings, trace.Warning{Source: f.file.Base(), Text: text})
}

// knownBy lists the data that a recording mode provides, even if no object in a file happened to be sampled.
var knownBy = map[string]trace.Knowledge{
	"sampled": trace.KnowsSites | trace.KnowsThreads,
	"exact":   trace.KnowsSites | trace.KnowsThreads,
}

// finish computes fields that depend on all data read.
func (f *traceFile) finish() {
	if short := f.names.completeSites(); short > 0 {
		f.warn(fmt.Sprintf("the call stacks of all allocation sites have more than %d frames in total, so %d were cut", maxSiteFrames, short))
	}
	for name := range strings.FieldsSeq(f.info[infoKnows]) {
		f.knows |= trace.KnowledgeOf(name)
	}
	f.knows = (f.knows | knownBy[f.info[infoMode]]) &^ notWritten
	f.start, _ = strconv.ParseInt(f.info[infoStart], 10, 64)
	f.interval, _ = strconv.ParseInt(f.info[infoInterval], 10, 64)
	f.start, f.interval = max(0, f.start), max(0, f.interval)
	for _, s := range f.states[f.settled:] {
		if s.level == levelObjects {
			f.knows |= trace.KnowsObjects
		} else if len(s.sites) > 0 {
			f.knows |= trace.KnowsSites
		}
		s.names, s.interval, s.knows, s.runtime = f.names, f.interval, f.knows, f.runtime()
		s.names.types = s.names.types[:s.types]
		f.settled++
	}
	if last := len(f.states) - 1; last >= 0 && !f.states[last].ended {
		f.settled--
	}
	if len(f.lives) == 0 {
		f.knows &^= trace.KnowsAllocations | trace.KnowsDeaths
	}
}

// runtime returns the runtime of the program: a JVM for files of older versions.
func (f *traceFile) runtime() trace.Runtime {
	if name := f.info[infoRuntime]; name != "" {
		return trace.RuntimeOf(name)
	}
	return trace.JVM
}

// points returns the states to show. An unfinished last state is left out while it may still be written, unless it is the only one. alone
// means that the recording consists of this file.
func (f *traceFile) points(alone bool) []*state {
	var points []*state
	for i, s := range f.states {
		last := i == len(f.states)-1
		if s.ended || !last || f.complete || !alone || len(points) == 0 && len(s.blocks) > 0 {
			if s.level == levelObjects || s.ended {
				points = append(points, s)
			}
		}
	}
	return points
}

// open returns a warning that the file has no end; empty if it has one.
func (f *traceFile) open(alone bool) string {
	if f.complete {
		return ""
	}
	text := "it has no end record: it is still being recorded, or the recording was cut short; the written part can be read"
	if f.left {
		text = "it has no end record, because the recorder was stopped; the written part can be read"
	}
	if f.cut.Missing > 0 {
		text += fmt.Sprintf("; the last %d bytes are not a complete chunk yet", f.cut.Missing)
	}
	if n := len(f.states); n > len(f.points(alone)) {
		text += fmt.Sprintf("; its last GC point, at %.3f s, was skipped because it is incomplete", f.states[n-1].time.Seconds())
	}
	return text
}

// more returns the value of [trace.Recording.More]; nil if the file does not grow.
func (f *traceFile) more(names *trace.Names, grew bool) func(context.Context) (*trace.Recording, error) {
	if (f.complete || f.left) && grew {
		return func(context.Context) (*trace.Recording, error) { return nil, io.EOF }
	}
	points := f.points(true)
	if f.complete || !f.grows || !points[len(points)-1].ended {
		return nil
	}
	var mu sync.Mutex
	now, idle := f, 0
	return func(ctx context.Context) (*trace.Recording, error) {
		mu.Lock()
		defer mu.Unlock()
		next, err := now.read(ctx)
		if err != nil {
			return nil, err
		}
		if next != now {
			now, idle = next, 0
		} else if idle++; idle >= now.patience() {
			now = now.leave()
		}
		if len(now.points(true)) == len(points) && !now.complete && !now.left {
			return nil, nil
		}
		return join([]*traceFile{now}, names, true), nil
	}
}

// Number of reads without new data after which a growing file counts as abandoned. looksUnclaimed applies to a file that no recorder
// claims, which another program, such as a file copier, may still be writing. looksUnknown applies to systems without claims.
const (
	looksUnclaimed = 10
	looksUnknown   = 300
)

// patience returns the number of reads without new data after which the file counts as abandoned.
func (f *traceFile) patience() int {
	content, err := f.file.Open()
	if err != nil {
		return looksUnknown
	}
	defer content.Close()
	switch claimed, known := isClaimed(content); {
	case !known:
		return looksUnknown
	case claimed:
		return math.MaxInt
	}
	return looksUnclaimed
}

// leave returns a copy of the file marked as abandoned.
func (f *traceFile) leave() *traceFile {
	g := *f
	g.left = true
	g.warnings = slices.Clip(f.warnings)
	g.warn(g.open(true))
	return &g
}

// Finished reports whether a trace has the end of a complete recording.
func Finished(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && memcity.Finished(f, info.Size())
}
