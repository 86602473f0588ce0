package perfetto

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"memcity/trace"
	"memcity/trace/internal/sites"
	"memcity/trace/internal/symbols"
	"memcity/trace/wire/perfetto"
)

// FormatNative is the value of [trace.Recording.Format] for native heap profiles.
const FormatNative = "native heap profiles of Perfetto"

// javaHeap is the heap of Android's runtime. Profiles contain allocations in it, but not the memory that the GC freed.
const javaHeap = "com.android.art"

// openNative returns a recording of native heap profiles of heapprofd. Each profile of a process is a point.
func openNative(ctx context.Context, files []trace.File, progress trace.Progress) (*trace.Recording, error) {
	return sites.Open(ctx, FormatNative, files, progress, func(ctx context.Context, f trace.File, table *sites.Table) (sites.Contents, error) {
		r := &nativeReader{ctx: ctx, table: table, sequences: map[uint64]*nativeSequence{}, device: device{names: map[int32]string{}},
			points: map[uint64][]*sites.Point{}, bytes: map[uint64]int64{}}
		cut, err := pass(ctx, f, r.packet)
		if err != nil {
			return sites.Contents{}, err
		}
		return r.contents(cut)
	})
}

// nativeReader reads the native heap profiles of a file.
type nativeReader struct {
	ctx       context.Context
	table     *sites.Table
	sequences map[uint64]*nativeSequence
	device    device
	frames    int
	admitted  int64
	hasJava   bool

	points map[uint64][]*sites.Point // by process
	bytes  map[uint64]int64          // by process
}

// nativeSequence is the state of a sequence of packets.
type nativeSequence struct {
	tables *perfetto.Tables
	open   map[uint64]*sites.Point // unfinished profiles by process
}

func (r *nativeReader) packet(done int64, p *perfetto.Packet) error {
	r.device.add(p)
	if !p.Native && p.Interned == nil {
		return nil
	}
	s := r.sequences[p.Sequence]
	if s == nil {
		s = &nativeSequence{perfetto.NewTables(), map[uint64]*sites.Point{}}
		r.sequences[p.Sequence] = s
	}
	err := s.tables.Interned(p.Interned)
	if err == nil && p.Native {
		if err = s.tables.Old(p.Profile); err == nil {
			err = r.profile(s, p)
		}
	}
	if err != nil {
		return fmt.Errorf("byte %d: native heap profile: %w", done, err)
	}
	return r.admit(s)
}

// admit asks for more memory if the tables of a sequence have grown much.
func (r *nativeReader) admit(s *nativeSequence) error {
	if s.tables.Bytes-r.admitted < admitBytes {
		return nil
	}
	r.admitted = s.tables.Bytes
	return trace.Admit(r.ctx, trace.Volume{Bytes: r.admitted})
}

// profile reads a part of a profile.
func (r *nativeReader) profile(s *nativeSequence, p *perfetto.Packet) error {
	var fault error
	continued, err := perfetto.Profile(p.Profile, func(samples *perfetto.Samples) {
		if samples.Heap == javaHeap {
			r.hasJava = true
			return
		}
		point := s.open[samples.PID]
		if point == nil {
			point = &sites.Point{Time: int64(p.Time) / 1e6, Relative: true}
			s.open[samples.PID] = point
		}
		point.Interval = max(point.Interval, int64(min(samples.Interval, 1<<40)))
		for _, b := range samples.Stacks {
			size := int64(min(max(b.Allocated-min(b.Freed, b.Allocated), b.Most), 1<<62))
			stack := stackOf(s.tables, b.Stack)
			r.frames += len(stack)
			if fault = sites.CheckFrames(r.frames); fault != nil {
				return
			}
			point.Add(r.table.Site(stack), 0, size)
			r.bytes[samples.PID] += size >> 10 // KB, which cannot overflow
		}
	})
	if err := cmp.Or(err, fault); err != nil || continued {
		return err
	}
	for _, pid := range slices.Sorted(maps.Keys(s.open)) {
		r.points[pid] = append(r.points[pid], s.open[pid])
	}
	clear(s.open)
	return nil
}

// stackOf returns the frames of a call stack, innermost first.
func stackOf(t *perfetto.Tables, id uint64) (stack []trace.Frame) {
	for _, number := range slices.Backward(t.Stacks[id]) {
		if len(stack) == sites.MaxFrames {
			break
		}
		f := t.Frames[number]
		library := ""
		if parts := t.Mappings[f.Mapping]; len(parts) > 0 {
			library = t.Paths[parts[len(parts)-1]]
		}
		name := t.Strings[f.Function]
		if name == "" {
			stack = append(stack, trace.Frame{Class: sites.Library(library), Method: fmt.Sprintf("0x%x", f.Address)})
			continue
		}
		stack = append(stack, sites.NativeFrame(symbols.Plain(name), library, "", 0))
	}
	return stack
}

// contents returns the points of the process with the most profiles, and then with the most memory.
func (r *nativeReader) contents(cut bool) (sites.Contents, error) {
	unfinished := false
	for _, s := range r.sequences {
		unfinished = unfinished || len(s.open) > 0
	}
	var best uint64
	for pid, points := range r.points {
		if n := len(r.points[best]); n == 0 || cmp.Or(cmp.Compare(len(points), n), cmp.Compare(r.bytes[pid], r.bytes[best]), cmp.Compare(best, pid)) > 0 {
			best = pid
		}
	}
	points := r.points[best]
	switch {
	case len(points) == 0 && (cut || unfinished):
		return sites.Contents{}, perfetto.ErrCut
	case len(points) == 0:
		return sites.Contents{}, errNothing
	}
	warnings := []string{sites.WithoutObjects}
	if points[0].Interval == 0 {
		warnings = append(warnings, "its numbers are estimates from samples, but the sampling interval is not recorded")
	}
	if len(r.points) > 1 {
		warnings = append(warnings, fmt.Sprintf("it has profiles of %d processes: only %s is read", len(r.points),
			cmp.Or(trace.ClipName(r.device.names[int32(best)]), fmt.Sprintf("process %d", best))))
	}
	if r.hasJava {
		warnings = append(warnings, "allocations in the Java heap are left out")
	}
	if cut || unfinished {
		warnings = append(warnings, "the trace is truncated; later profiles are missing")
	}
	if r.device.offset > 0 {
		for _, p := range points {
			p.Time, p.Relative = p.Time+r.device.offset/1e6, false
		}
	}
	return sites.Contents{Points: points, Runtime: trace.Native, Warning: r.table.Warn(warnings...)}, nil
}
