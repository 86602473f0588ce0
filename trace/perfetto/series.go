package perfetto

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/wire/perfetto"
)

// FormatName is the value of [trace.Recording.Format].
const FormatName = "heap graphs of Perfetto"

// Sniff reports whether head, the first inflated bytes of a file, is the start of a trace of Perfetto.
func Sniff(head []byte) bool { return perfetto.Sniff(head) }

// dump is a heap graph in a file.
type dump struct {
	dumpKey
	file    trace.File
	pid     int32
	process string // name; empty if unknown
	time    int64  // in ns since 1970, or since the start of the device if unix is false
	unix    bool
	bytes   int64 // of its packets
	spaces  bool  // has heaps of objects
}

// Open returns a recording of the heap graphs in traces, plain or compressed with gzip. If no trace has heap graphs, it opens native heap
// profiles instead. It reads the packets of all files, but no objects of graphs. If there are graphs of several processes, it opens the process
// with the most graphs, and then with the most data. Unreadable files become warnings if at least one is readable. Otherwise the error is a
// *[trace.InputError] about the first, or the context's.
func Open(ctx context.Context, files []trace.File, progress trace.Progress) (*trace.Recording, error) {
	rec := &trace.Recording{Format: FormatName, Runtime: trace.JVM, Names: trace.NewNames(),
		Knows: trace.KnowsObjects | trace.KnowsReferences | trace.KnowsFields | trace.KnowsRoots}
	var all []dump
	var native []trace.File
	var first error
	for _, f := range files {
		dumps, cut, err := scan(ctx, f, progress)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			if errors.Is(err, errNative) {
				native = append(native, f)
			}
			fault := input.Error(err, f.Name)
			first = cmp.Or(first, error(fault))
			input.Warn(rec, fault, "skipped")
			continue
		case cut:
			rec.Warnings = append(rec.Warnings, trace.Warning{Source: f.Base(), Text: perfetto.ErrCut.Error()})
		}
		all = append(all, dumps...)
	}
	if len(all) == 0 && len(native) > 0 {
		return openNative(ctx, native, progress)
	}
	if len(all) == 0 {
		return nil, cmp.Or[error](first, &trace.InputError{Source: "trace", Offset: -1, Text: "expected a file"})
	}
	addPoints(rec, chosen(rec, all))
	return rec, nil
}

// name returns the name of the process of a dump.
func (d *dump) name() string {
	if d.process != "" {
		return d.process
	}
	return fmt.Sprintf("process %d", d.pid)
}

// chosen returns the dumps of the process with the most dumps. It warns about the others.
func chosen(rec *trace.Recording, all []dump) (some []dump) {
	type total struct{ dumps, bytes int64 }
	totals := map[string]total{}
	var names []string
	for i := range all {
		name := all[i].name()
		t, known := totals[name]
		if !known {
			names = append(names, name)
		}
		totals[name] = total{t.dumps + 1, t.bytes + all[i].bytes}
	}
	best := slices.MaxFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(totals[a].dumps, totals[b].dumps), cmp.Compare(totals[a].bytes, totals[b].bytes))
	})
	if n := len(names); n > 1 {
		rec.Warnings = append(rec.Warnings, trace.Warning{Source: all[0].file.Base(),
			Text: fmt.Sprintf("it has heap graphs of %d processes: only %s is read, which has the most", n, trace.ClipName(best))})
	}
	for i := range all {
		if all[i].name() == best {
			some = append(some, all[i])
		}
	}
	rec.Recorded = &trace.WriterInfo{Program: trace.ClipName(best), Source: FormatName}
	return some
}

// addPoints adds a point for each dump, in order of time. Dumps of several files without the time since 1970 are in the order of the files.
func addPoints(rec *trace.Recording, dumps []dump) {
	unix := !slices.ContainsFunc(dumps, func(d dump) bool { return !d.unix })
	oneFile := !slices.ContainsFunc(dumps, func(d dump) bool { return d.file.Name != dumps[0].file.Name })
	slices.SortStableFunc(dumps, func(a, b dump) int {
		if unix || a.file.Name == b.file.Name {
			return cmp.Compare(a.time, b.time)
		}
		return trace.NaturalOrder(a.file.Base(), b.file.Base())
	})
	timed := unix || oneFile
	if timed && len(dumps) > 1 {
		rec.Knows |= trace.KnowsTimes
	}
	if unix {
		rec.StartUnix = dumps[0].time / 1e6
	}
	if slices.ContainsFunc(dumps, func(d dump) bool { return d.spaces }) {
		rec.Knows |= trace.KnowsSpaces
	}
	for i, d := range dumps {
		p := trace.Point{Time: trace.Millis(i), Source: d.file.Base()}
		if timed {
			p.Time = trace.Millis((d.time - dumps[0].time) / 1e6)
		}
		p.Load = func(ctx context.Context, progress trace.Progress) (*trace.Heap, []trace.Warning, error) {
			return load(ctx, d, progress)
		}
		p.Count = func(ctx context.Context, progress trace.Progress) ([]trace.TypeCount, []trace.Warning, error) {
			return countTypes(ctx, d, progress)
		}
		p.Totals = func(ctx context.Context, progress trace.Progress) (objects, bytes int64, warnings []trace.Warning, err error) {
			counts, warnings, err := countTypes(ctx, d, progress)
			for _, c := range counts {
				objects, bytes = objects+c.Objects, bytes+c.Bytes
			}
			return objects, bytes, warnings, err
		}
		rec.Points = append(rec.Points, p)
		if !slices.Contains(rec.Files, d.file.Base()) {
			rec.Files = append(rec.Files, d.file.Base())
		}
	}
	rec.Name = input.Series(input.Stem(rec.Files[0]), len(rec.Files))
}

// dumpKey identifies a dump in a file.
type dumpKey struct {
	sequence uint64
	pid      int32
	number   int // of the dump in the sequence, 0-based
}

// tracker assigns the packets of a file to dumps.
type tracker struct {
	current map[uint64]*tracked // by sequence
}

// tracked is the state of a sequence.
type tracked struct {
	key   dumpKey
	next  uint64 // expected index
	ended bool
}

// at returns the dump of a packet with a decoded graph. lost is true if packets before it are missing.
func (t *tracker) at(sequence uint64, g *perfetto.Graph) (key dumpKey, lost bool) {
	if t.current == nil {
		t.current = map[uint64]*tracked{}
	}
	s := t.current[sequence]
	switch {
	case s == nil:
		s = &tracked{key: dumpKey{sequence, g.PID, 0}}
		t.current[sequence] = s
	case s.ended || g.PID != s.key.pid || g.Index < s.next:
		*s = tracked{key: dumpKey{sequence, g.PID, s.key.number + 1}}
	}
	lost = g.Index != s.next
	s.next, s.ended = g.Index+1, !g.Continued
	return s.key, lost
}

// hasSpaces reports whether objects of a packet, which is the first of a dump, have heaps.
func hasSpaces(packet []byte) (found bool) {
	g := perfetto.Graph{Object: func(o *perfetto.Object) { found = found || o.Heap != 0 }}
	_ = g.Decode(packet) // damage is reported when the dump is loaded
	return found
}

// device contains the processes and the clock of a device.
type device struct {
	names  map[int32]string // of processes
	offset int64            // in ns, to add to the time since the start of the device for the time since 1970; 0 if unknown
}

// add adds the processes and clocks of a packet.
func (d *device) add(p *perfetto.Packet) {
	for _, process := range p.Processes {
		if process.Name != "" {
			d.names[process.PID] = process.Name
		}
	}
	if p.UnixTime > 0 && p.DeviceTime > 0 && d.offset == 0 {
		d.offset = int64(p.UnixTime) - int64(p.DeviceTime)
	}
}

// isDeviceClock reports whether a clock has the time since the start of the device.
func isDeviceClock(clock uint64) bool { return clock == 0 || clock == perfetto.ClockDevice }

// scan returns the dumps of a file. cut is true if the file ends in a packet.
func scan(ctx context.Context, f trace.File, progress trace.Progress) (dumps []dump, cut bool, err error) {
	var t tracker
	facts := device{names: map[int32]string{}}
	index, native := map[dumpKey]int{}, false
	cut, err = pass(ctx, f, func(done int64, p *perfetto.Packet) error {
		progress.Report(done, f.Size, "opening "+f.Base())
		native = native || p.Native
		facts.add(p)
		if p.Graph == nil {
			return nil
		}
		var g perfetto.Graph
		if err := g.Decode(p.Graph); err != nil {
			return fmt.Errorf("byte %d: heap graph: %w", done, err)
		}
		key, _ := t.at(p.Sequence, &g)
		i, known := index[key]
		if !known {
			i = len(dumps)
			index[key] = i
			dumps = append(dumps, dump{dumpKey: key, file: f, pid: g.PID, time: int64(p.Time), unix: isDeviceClock(p.Clock), spaces: hasSpaces(p.Graph)})
		}
		dumps[i].bytes += int64(len(p.Graph))
		return nil
	})
	if err != nil {
		return nil, false, err
	}
	for i := range dumps {
		d := &dumps[i]
		d.process = facts.names[d.pid]
		if d.unix = d.unix && facts.offset > 0; d.unix {
			d.time += facts.offset
		}
	}
	switch {
	case len(dumps) > 0:
		return dumps, cut, nil
	case native:
		return nil, false, errNative
	case cut:
		return nil, false, perfetto.ErrCut
	}
	return nil, false, errNothing
}

var (
	errNothing = errors.New("the trace has no heap; record it with the data source android.java_hprof or android.heapprofd")
	errNative  = errors.New("it has native heap profiles, but no Java heap graph")
)

// pass calls visit with each packet of a file and the number of bytes read. cut is true if the file ends in a packet.
func pass(ctx context.Context, f trace.File, visit func(done int64, p *perfetto.Packet) error) (cut bool, err error) {
	content, err := f.Open()
	if err != nil {
		return false, err
	}
	defer content.Close()
	in, packed := input.Inflate(io.NewSectionReader(content, 0, f.Size))
	r := perfetto.NewReader(ctx, input.NewReader(ctx, in))
	var p perfetto.Packet
	for {
		data, err := r.Next()
		switch {
		case err == io.EOF:
			return false, nil
		case errors.Is(err, perfetto.ErrCut), packed && errors.Is(err, io.ErrUnexpectedEOF):
			return true, nil
		case err != nil:
			return false, err
		}
		if err := p.Decode(data); err != nil {
			return false, fmt.Errorf("byte %d: packet: %w", r.Offset(), err)
		}
		if err := visit(r.Offset(), &p); err != nil {
			return false, err
		}
	}
}
