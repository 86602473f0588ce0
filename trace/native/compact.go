package native

import (
	"io"
	"time"

	"memcity/trace"
	"memcity/trace/wire/memcity"
)

// WrittenState is a heap state written by a [Writer].
type WrittenState struct {
	Number uint64
	Time   time.Duration
	Full   bool  // has single objects
	Stored int64 // bytes, including everything written before the next state
}

// States returns the heap states that were written and not removed, in order of time.
func (w *Writer) States() []WrittenState {
	var states []WrittenState
	for _, e := range w.out.Entries() {
		if e.Kind == memcity.State {
			states = append(states, WrittenState{Number: headOf(&e, stateNumber), Time: duration(headOf(&e, stateTime)),
				Full: headOf(&e, stateLevel) == levelObjects})
		}
		if n := len(states); n > 0 {
			states[n-1].Stored += e.Stored
		}
	}
	return states
}

// Compact copies the written data from from to to. It leaves out the states for which drop returns true, and events before the first
// remaining state. Dictionaries, notes, marks and reports are kept. size is the size of the copy in bytes. commit makes the Writer continue
// after the copy; without it, the Writer continues as before. Call [Writer.Flush] first.
func (w *Writer) Compact(from io.ReaderAt, to io.Writer, drop func(state uint64) bool) (size int64, commit func(), err error) {
	if w.err != nil {
		return 0, nil, w.err
	}
	entries := w.out.Entries()
	first, dropping := len(entries), false // index of the first entry of the first remaining state
	for i := range entries {
		if entries[i].Kind != memcity.State {
			continue
		}
		if !drop(headOf(&entries[i], stateNumber)) {
			first = i
			break
		}
		dropping = true
	}
	return w.out.Copy(from, to, func(i int) bool {
		e := &entries[i]
		switch e.Kind {
		case memcity.GCs, memcity.Allocations, memcity.Deaths:
			return !dropping || i >= first
		}
		return e.State < 0 || !drop(uint64(e.State))
	})
}

// Restart ends the trace as [Writer.Close] does and begins another one with its own dictionaries. Times continue.
func (w *Writer) Restart(to io.Writer, info trace.WriterInfo) error {
	if w.err == nil {
		w.err = w.out.Close()
	}
	if w.err != nil {
		return w.err
	}
	next, err := NewWriter(to, info)
	if err != nil {
		w.err = err
		return err
	}
	next.Before, next.uses = w.Before, w.uses
	next.uses.written = 0 // writes the texts again
	*w = *next
	return nil
}
