package native

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"memcity/trace"
	"memcity/trace/wire/memcity"
)

// duration converts µs to a duration, clamped to a large value.
func duration(micros uint64) time.Duration {
	return time.Duration(min(micros, math.MaxInt64/1000/4)) * time.Microsecond
}

func size64(n uint64) int64 { return int64(min(n, math.MaxInt64/4)) }

// headOf returns a number in the head of a chunk; 0 if it is missing.
func headOf(e *memcity.Entry, i int) uint64 {
	if i < len(e.Head) {
		return e.Head[i]
	}
	return 0
}

// entry processes a chunk. A damaged chunk becomes a warning. An error is a file system error.
func (f *traceFile) entry(r io.ReaderAt, e memcity.Entry) error {
	switch e.Kind {
	case memcity.State:
		f.states = append(f.states, f.newState(e))
		return nil
	case memcity.Objects, memcity.References, memcity.Classes, memcity.Stacks, memcity.Roots, memcity.StateEnd:
		if s := f.state(e.State); s != nil {
			s.entry(e)
			s.types = len(f.names.types)
		} else {
			f.warn(fmt.Sprintf("offset %d: skipped %s of a heap state that is unknown or complete", e.Offset, e.Kind))
		}
		return nil
	case memcity.Allocations, memcity.Deaths:
		f.lives = append(f.lives, e)
		return nil
	case memcity.UseTexts, memcity.Uses:
		f.uses = append(f.uses, e)
		return nil
	case memcity.Info, memcity.Types, memcity.Frames, memcity.Sites, memcity.Threads, memcity.GCs, memcity.Counts, memcity.Notes,
		memcity.Report, memcity.Marks:
	default:
		return nil
	}
	t, err := memcity.ReadTable(r, e)
	if err != nil {
		var fault memcity.Fault
		if errors.As(err, &fault) {
			f.warn(fault.String())
			return nil
		}
		return err
	}
	f.table(e, t)
	return nil
}

func (f *traceFile) table(e memcity.Entry, t *memcity.Table) {
	switch e.Kind {
	case memcity.Info:
		f.addInfo(t)
	case memcity.GCs:
		f.addGCs(t)
	case memcity.Counts:
		f.addCounts(e, t)
	case memcity.Notes:
		for i := range t.Rows {
			f.notes = append(f.notes, trace.Note{Key: t.Columns[notesKey].Texts[i], Text: t.Columns[notesText].Texts[i],
				Color: t.Columns[notesColor].Texts[i]})
		}
	case memcity.Marks:
		for i := range t.Rows {
			at := trace.Millis(duration(t.Columns[marksTime].Numbers[i]).Milliseconds())
			f.marks = append(f.marks, trace.Mark{Time: at, Text: t.Columns[marksText].Texts[i]})
		}
	case memcity.Report:
		for i := range t.Rows {
			at := duration(t.Columns[reportTime].Numbers[i])
			f.warn(fmt.Sprintf("reported at %.3f s: %s", at.Seconds(), t.Columns[reportText].Texts[i]))
		}
	default:
		if odd := f.names.add(t); odd > 0 {
			f.warn(fmt.Sprintf("offset %d: skipped %d of %d %s with impossible numbers", e.Offset, odd, t.Rows, e.Kind))
		}
	}
}

func (f *traceFile) addInfo(t *memcity.Table) {
	for i, name := range t.Columns[infoName].Texts {
		text := t.Columns[infoText].Texts[i]
		switch {
		case name == infoLibrary && len(f.names.libraries) < trace.MaxLibraries:
			f.names.libraries = append(f.names.libraries, text)
		case name == infoSpace && len(f.names.spaces) < int(trace.NoSpace):
			f.names.spaces = append(f.names.spaces, text)
		case name != infoLibrary && name != infoSpace:
			f.info[name] = text
		}
	}
}

func (f *traceFile) addGCs(t *memcity.Table) {
	c := t.Columns
	for i := range t.Rows {
		f.gcs = append(f.gcs, trace.GC{
			Number: uint32(min(c[gcNumber].Numbers[i], math.MaxUint32-1)),
			Start:  duration(c[gcStart].Numbers[i]), End: duration(c[gcEnd].Numbers[i]), Pause: duration(c[gcPause].Numbers[i]),
			Cause: c[gcCause].Texts[i], Kind: c[gcKind].Texts[i],
			Before: size64(c[gcBefore].Numbers[i]), After: size64(c[gcAfter].Numbers[i]), Capacity: size64(c[gcCapacity].Numbers[i]),
			Concurrent: c[gcConcurrent].Numbers[i] != 0,
		})
	}
}

func (f *traceFile) addCounts(e memcity.Entry, t *memcity.Table) {
	s := f.state(e.State)
	if s == nil {
		return
	}
	for i := range t.Rows {
		count := trace.TypeCount{Objects: size64(t.Columns[countsObjects].Numbers[i]), Bytes: size64(t.Columns[countsBytes].Numbers[i])}
		if number := t.Columns[countsType].Numbers[i]; number < uint64(len(f.names.types)) {
			k := &f.names.types[number]
			count.Name, count.Kind = k.Name, k.Kind
		} else {
			count.Name = lostType(int(min(number, math.MaxInt32))).Name
		}
		s.counts = append(s.counts, count)
		if sites := t.Columns[countsSite].Numbers; i < len(sites) {
			s.sites = append(s.sites, sites[i])
		}
	}
}

func (f *traceFile) newState(e memcity.Entry) *state {
	head := func(i int) uint64 { return headOf(&e, i) }
	s := &state{number: e.State, time: duration(head(stateTime)), gc: uint32(min(head(stateGC), math.MaxUint32-1)),
		level: head(stateLevel), types: len(f.names.types), objects: size64(head(stateObjects)), bytes: size64(head(stateBytes))}
	if align := head(stateAlign); align > 0 && align&(align-1) == 0 && align <= 1<<16 {
		s.align = int64(align)
	}
	return s
}

// state returns the heap state being read if it has the given number; otherwise nil.
func (f *traceFile) state(number int64) *state {
	if last := len(f.states) - 1; last >= 0 && f.states[last].number == number && !f.states[last].ended {
		return f.states[last]
	}
	return nil
}

func (s *state) entry(e memcity.Entry) {
	switch e.Kind {
	case memcity.Objects:
		s.blocks = append(s.blocks, e)
	case memcity.References:
		s.references = append(s.references, e)
	case memcity.Classes:
		s.classes = append(s.classes, e)
	case memcity.Stacks:
		s.stacks = append(s.stacks, e)
	case memcity.Roots:
		s.roots = append(s.roots, e)
	case memcity.StateEnd:
		s.ended = true
	}
}

// clip returns a copy that can grow without changing s.
func (s *state) clip() *state {
	c := *s
	c.counts, c.sites = slices.Clip(s.counts), slices.Clip(s.sites)
	c.blocks, c.references = slices.Clip(s.blocks), slices.Clip(s.references)
	c.classes, c.stacks, c.roots = slices.Clip(s.classes), slices.Clip(s.stacks), slices.Clip(s.roots)
	return &c
}
