package gclog

import (
	"bytes"
	"iter"
	"time"
)

// A Stop is a period in which the VM stopped all threads of the program.
type Stop struct {
	Start, End time.Duration
	Kind       string // such as "Young (Normal)" or "Remark"; empty for a safepoint
	Cause      string // of the GC, or the operation at the safepoint; empty if not reported
	Number     uint32 // of its GC, as in [GC.Number]; meaningless for a safepoint
	Safepoint  bool   // the VM stopped the program for something other than a GC
}

// Stops are the stops in a log. They are sorted only when [Stops.All] is called.
type Stops struct {
	chunks   [][]stop // the number of stops varies too much for one slice, which append would copy
	count    int
	latest   time.Duration // end
	unsorted bool          // the ends decrease
	gcs      []collection
}

// stop is a [Stop] in less memory: stops share their names.
type stop struct {
	end, took time.Duration
	name      *splitName // of an operation at a safepoint: its kind; nil if unknown
	gc        uint32     // index of Stops.gcs
	safepoint bool
}

// Sizes of chunks in stops. Each chunk is as long as all before it.
const (
	minChunk = 64
	maxChunk = 1000 // less than 32 KiB, the largest size class of Go's allocator
)

// stop adds a pause of a GC.
func (r *Reader) stop(c *collection, start, took time.Duration, name *splitName) {
	r.log.Stops.add(stop{end: start + took, took: took, name: name, gc: c.index})
	r.paused += took
}

func (s *Stops) add(p stop) {
	n := len(s.chunks)
	if n == 0 || len(s.chunks[n-1]) == cap(s.chunks[n-1]) {
		s.chunks = append(s.chunks, make([]stop, 0, min(max(minChunk, s.count), maxChunk)))
		n++
	}
	s.chunks[n-1] = append(s.chunks[n-1], p)
	s.unsorted = s.unsorted || p.end < s.latest
	s.latest = p.end
	s.count++
}

// Len returns the number of stops.
func (s *Stops) Len() int { return s.count }

// All returns the stops in the order of their ends; stops with equal ends keep the order of the log. The time is linear in their number.
// All may not be called after the reader has read more.
func (s *Stops) All() iter.Seq[Stop] {
	return func(yield func(Stop) bool) {
		if s.unsorted {
			for _, k := range s.byEnd() {
				if !yield(s.whole(&s.chunks[k.chunk][k.index])) {
					return
				}
			}
			return
		}
		for _, chunk := range s.chunks {
			for i := range chunk {
				if !yield(s.whole(&chunk[i])) {
					return
				}
			}
		}
	}
}

// whole returns the stop of p. A part of a cycle gets the cause of the cycle.
func (s *Stops) whole(p *stop) Stop {
	w := Stop{Start: p.end - p.took, End: p.end, Safepoint: p.safepoint}
	if p.safepoint {
		if p.name != nil {
			w.Cause = p.name.kind
		}
		return w
	}
	g := &s.gcs[p.gc]
	w.Number, w.Kind, w.Cause = g.Number, p.name.kind, p.name.cause
	if w.Cause == "" && g.Concurrent {
		w.Cause = g.Cause
	}
	return w
}

// stopKey is a stop to be sorted.
type stopKey struct {
	end          time.Duration
	chunk, index uint32
}

// byEnd sorts the stops by a radix sort, which is stable.
func (s *Stops) byEnd() []stopKey {
	const digit = 11 // bits
	keys, sorted := make([]stopKey, 0, s.count), make([]stopKey, s.count)
	first, last := s.latest, s.latest
	for i, chunk := range s.chunks {
		for j := range chunk {
			end := chunk[j].end
			first, last = min(first, end), max(last, end)
			keys = append(keys, stopKey{end, uint32(i), uint32(j)})
		}
	}
	for shift := 0; uint64(last-first)>>shift > 0; shift += digit {
		var to [1<<digit + 1]uint32 // where the next stop with each digit goes
		for i := range keys {
			to[uint64(keys[i].end-first)>>shift%(1<<digit)+1]++
		}
		for i := 1; i <= 1<<digit; i++ {
			to[i] += to[i-1]
		}
		for _, k := range keys {
			at := &to[uint64(k.end-first)>>shift%(1<<digit)]
			sorted[*at] = k
			*at++
		}
		keys, sorted = sorted, keys
	}
	return keys
}

// stopRounding is the largest difference between the durations of a GC and of its safepoint that is due to rounding.
const stopRounding = 10 * time.Microsecond

// safepoint adds a stop that ended at the given time, unless the pauses of GCs since the previous safepoint account for it: the line of a GC
// precedes the line of its safepoint.
func (r *Reader) safepoint(at, took time.Duration) {
	ofGC := r.paused > 0 && took+stopRounding >= r.paused
	if !ofGC && took > 0 {
		r.log.Stops.add(stop{end: at, took: min(took, at), name: r.operation, safepoint: true})
	}
	r.paused, r.operation = 0, nil
}

// safepointLine reads a line about a safepoint. JDK 9 to 12 write several lines for each, JDK 13 and later one:
//
//	Entering safepoint region: RevokeBias
//	Total time for which application threads were stopped: 0.0001320 seconds, Stopping threads took: 0.0000280 seconds
//	Safepoint "ICBufferFull", Time since last: 5432 ns, Reaching safepoint: 233 ns, At safepoint: 4421 ns, Total: 4654 ns
func (r *Reader) safepointLine(at time.Duration, text []byte) {
	if name, ok := bytes.CutPrefix(text, []byte("Entering safepoint region: ")); ok {
		r.operation = r.operations.split(bytes.TrimRight(name, " \t"))
		return
	}
	if rest, ok := bytes.CutPrefix(text, []byte(stoppedText)); ok {
		r.stopped(at, rest)
		return
	}
	rest, ok := bytes.CutPrefix(text, []byte(`Safepoint "`))
	if !ok {
		return
	}
	name, rest, ok := bytes.Cut(rest, []byte{'"'})
	_, total, found := bytes.Cut(rest, []byte("Total: "))
	n, unit, number := whole(total)
	if !ok || !found || !number || !bytes.HasPrefix(unit, []byte(" ns")) {
		r.damaged()
		return
	}
	r.marks++
	r.operation = r.operations.split(bytes.TrimRight(name, " \t"))
	r.safepoint(at, time.Duration(min(n, maxMillis)))
}

// stopped reads the text after [stoppedText]: a number of seconds.
func (r *Reader) stopped(at time.Duration, text []byte) {
	nanos, rest, ok := decimal(text)
	if !ok || !bytes.HasPrefix(rest, []byte(" seconds")) {
		r.damaged()
		return
	}
	r.marks++
	r.safepoint(at, time.Duration(nanos))
}
