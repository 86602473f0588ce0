package native

import (
	"io"
	"time"

	"memcity/trace"
	"memcity/trace/wire/memcity"
)

// WrittenState is a heap state that a [Writer] wrote.
type WrittenState struct {
	Number uint64
	Time   time.Duration
	Full   bool  // it has single objects
	Stored int64 // bytes, with what was written between it and the next one
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

// Compact copies what was written, from where it is, but for the states for which drop is true, and what happened before the first state that is left.
// Dictionaries, notes, marks and reports stay. Commit has the Writer go on behind the copy, which is size bytes long; until then, or
// without it, it goes on as before. It is for after [Writer.Flush].
func (w *Writer) Compact(from io.ReaderAt, to io.Writer, drop func(state uint64) bool) (size int64, commit func(), err error) {
	if w.err != nil {
		return 0, nil, w.err
	}
	entries := w.out.Entries()
	first, dropping := len(entries), false // the first entry of the first state that is left
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

// Restart ends the trace as [Writer.Close] does and begins another one, with dictionaries of its own. Times go on.
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
	next.uses.written = 0 // the texts are repeated
	*w = *next
	return nil
}
