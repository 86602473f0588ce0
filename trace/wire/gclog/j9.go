package gclog

import (
	"bytes"
	"time"
)

// j9Text combines the elements of a log of OpenJ9 or IBM J9 (-Xverbosegclog, J9 2.6 and later):
//
//	<exclusive-start id="2" timestamp="2026-01-02T03:04:05.678" intervalms="3955.367">
//	<af-start id="3" totalBytesRequested="16392" timestamp="2026-01-02T03:04:05.678" intervalms="3955.490" />
//	<cycle-start id="4" type="scavenge" contextid="0" timestamp="2026-01-02T03:04:05.678" intervalms="3955.562" />
//	<gc-start id="5" type="scavenge" contextid="4" timestamp="2026-01-02T03:04:05.678">
//	  <mem-info id="6" free="401882552" total="536870912" percent="74">
//	<gc-end id="8" type="scavenge" contextid="4" durationms="25.007" timestamp="2026-01-02T03:04:05.703">
//	<cycle-end id="10" type="scavenge" contextid="4" timestamp="2026-01-02T03:04:05.703" />
//	<exclusive-end id="13" timestamp="2026-01-02T03:04:05.703" durationms="25.388" />
//
// A cycle is a GC. Its parts refer to its id by contextid. The program is stopped from exclusive-start to exclusive-end. Several cycles may run
// during a stop. The VM writes each tag in one line.
type j9Text struct {
	on      bool          // the log is from J9
	root    bool          // no id has followed the last <verbosegc>; the next one shows whether the program was restarted
	newest  int64         // largest id
	cycles  map[int64]int // index in gcs of the running cycles, by id
	kickoff string        // reason for the next concurrent cycle
	stop    j9Stop
	sizes   j9Sizes
	beat    int // 1-based index in gcs of the cycle of a heartbeat; 0 for none
	sync    j9Sync
	old     j9OldText
}

// j9Stop is a stop of the program that has not ended yet.
type j9Stop struct {
	open        bool
	start, last time.Duration
	cause       string
	parts       []j9Part
}

// j9Part is the part of a stop that belongs to a cycle.
type j9Part struct {
	gc    int           // index in gcs
	until time.Duration // start of the next part
	ended bool          // the cycle ended
}

// j9Sizes contains the sizes at the start and the end of a part of a cycle, in bytes.
type j9Sizes struct {
	gc                      int // 1-based index in gcs; 0 for none
	atEnd                   bool
	before, after, capacity int64
	hasBefore, hasAfter     bool
}

// j9Sync is a stop of the Metronome policy, whose reason follows.
type j9Sync struct {
	gc       int // 1-based index in gcs; 0 for none
	at, took time.Duration
}

// j9Line reads a line that starts with '<'. It returns false if the line is not from J9.
func (r *Reader) j9Line(line []byte) (ok bool) {
	skipped := r.log.Skipped
	ok = r.j9Elements(line)
	r.log.Skipped = min(r.log.Skipped, skipped+1) // a line counts once
	return ok
}

// j9Elements reads the elements in a line.
func (r *Reader) j9Elements(line []byte) (ok bool) {
	for {
		line = bytes.TrimLeft(line, " \t")
		if len(line) == 0 || line[0] != '<' {
			return true
		}
		e, rest, whole := cutElement(line)
		switch {
		case !whole && r.j9.on:
			r.damaged()
			return true
		case !whole || !r.j9.on && !isJ9Start(&e):
			return false
		case !r.j9.on:
			r.j9.on, r.decorated = true, true
			r.marks++
		}
		r.j9Element(&e)
		line = rest
	}
}

// isJ9Start reports whether only logs of J9 have an element like e.
func isJ9Start(e *element) bool {
	if e.end {
		return false
	}
	switch string(e.name) {
	case "verbosegc":
		return e.attr("version") != nil
	case "exclusive-start", "exclusive-end", "af-start", "af-end", "sys-start", "sys-end", "cycle-start", "cycle-continue", "cycle-end", "gc-start",
		"gc-end", "gc-op", "allocation-taxation", "percolate-collect", "concurrent-kickoff", "concurrent-start", "concurrent-end", "initialized":
		_, numbered := e.number("id")
		var d decoration
		_, dated := d.j9Date(e.attr("timestamp"))
		return numbered && dated
	case "af", "sys", "con":
		_, dated := j9OldDate(e.attr("timestamp"))
		return dated
	}
	return false
}

// j9Date parses 2026-01-02T03:04:05.678, which has no time zone. It is taken as UTC.
func (d *decoration) j9Date(text []byte) (unix int64, ok bool) {
	if len(text) < 19 || text[4] != '-' || text[10] != 'T' {
		return 0, false
	}
	return d.date(text)
}

// j9Element reads an element.
func (r *Reader) j9Element(e *element) {
	if r.j9Old(e) {
		return
	}
	switch name := string(e.name); {
	case e.end:
		if name == "gc-end" {
			r.j9Sized()
		}
	case name == "verbosegc":
		r.j9.root = true
		if version := e.attr("version"); version != nil {
			r.log.Version = "J9 " + string(version)
		}
	case name == "attribute":
		if policy, ok := bytes.CutPrefix(e.attr("value"), []byte("-Xgcpolicy:")); ok {
			r.log.Collector = string(policy)
		}
	case name == "kickoff":
		r.j9.kickoff = r.j9Value(e, "reason")
	case name == "mem-info":
		r.j9Memory(e)
	case name == "mem":
		r.j9Survivor(e)
	case name == "quanta":
		r.j9Quanta(e)
	case name == "syncgc-info":
		r.j9Synchronous(e)
	default:
		r.j9Timed(name, e)
	}
}

// j9Value returns the value of an attribute as a string that elements share.
func (r *Reader) j9Value(e *element, attr string) string { return r.names.split(e.attr(attr)).kind }

// j9Timed reads an element with a time. Others are ignored.
func (r *Reader) j9Timed(name string, e *element) {
	date := e.attr("timestamp")
	if date == nil {
		return
	}
	unix, ok := r.line.j9Date(date)
	if !ok {
		r.damaged()
		return
	}
	id, numbered := e.number("id")
	if name == "initialized" { // each rotated file starts with it
		if !r.began && id == 1 {
			r.clock.fromStart = true
		}
	} else if numbered {
		r.j9Numbered(id)
	}
	r.line.uptime, r.line.unix = -1, unix
	at := r.clock.read(&r.line)
	r.passed(at)
	r.j9At(name, e, id, at)
	r.j9.stop.last = at
}

// j9Numbered takes note of the id of an element. Ids grow, so a smaller one after <verbosegc> is from another run.
func (r *Reader) j9Numbered(id int64) {
	j := &r.j9
	if j.root && id <= j.newest {
		r.j9EndStop(j.stop.last, j.stop.last-j.stop.start)
		r.log.Restarts++
		clear(j.cycles)
		j.kickoff, j.newest = "", 0
	}
	j.root, j.newest = false, max(j.newest, id)
}

// j9At reads an element with a time.
func (r *Reader) j9At(name string, e *element, id int64, at time.Duration) {
	j := &r.j9
	switch name {
	case "exclusive-start":
		r.j9EndStop(j.stop.last, j.stop.last-j.stop.start)
		j.stop = j9Stop{open: true, start: at, parts: j.stop.parts[:0]}
	case "exclusive-end":
		took, ok := e.millis("durationms")
		if !ok {
			took = at - j.stop.start
		}
		r.j9EndStop(at, took)
	case "af-start":
		j.stop.cause = "allocation failure"
	case "allocation-taxation":
		j.stop.cause = "allocation taxation"
	case "sys-start":
		if j.stop.cause = r.j9Value(e, "reason"); j.stop.cause == "" {
			j.stop.cause = "explicit"
		}
	case "percolate-collect":
		j.stop.cause = r.j9Value(e, "reason")
	case "cycle-start":
		r.j9Begin(e, id, at)
	case "cycle-continue":
		if i, ok := r.j9Of(e, at, false); ok {
			r.gcs[i].Kind = r.j9Value(e, "newtype")
		}
	case "concurrent-start":
		if i, ok := r.j9Of(e, at, false); ok {
			r.gcs[i].Concurrent = true
		}
	case "gc-start":
		r.j9Sized()
		if i, ok := r.j9Of(e, at, true); ok {
			j.sizes = j9Sizes{gc: i + 1}
		}
	case "gc-end":
		r.j9PartEnd(e, at)
	case "cycle-end":
		r.j9End(e, at)
	case "gc-op":
		r.j9Operation(e, at)
	}
}

// j9Begin reads the start of a cycle.
func (r *Reader) j9Begin(e *element, id int64, at time.Duration) {
	j := &r.j9
	cause := j.stop.cause
	if !j.stop.open || cause == "" {
		cause, j.kickoff = j.kickoff, ""
	}
	c := r.legacyNew()
	c.extend(at, 0)
	c.Kind, c.Cause = r.j9Value(e, "type"), cause
	if j.cycles == nil {
		j.cycles = map[int64]int{}
	}
	j.cycles[id] = int(c.index)
	r.j9Touch(int(c.index), at)
}

// j9Of returns the index in gcs of the cycle that e is a part of. If the start of the cycle is not in the log, add creates it.
func (r *Reader) j9Of(e *element, at time.Duration, add bool) (i int, ok bool) {
	id, ok := e.number("contextid")
	if !ok {
		r.damaged()
		return 0, false
	}
	if i, ok = r.j9.cycles[id]; !ok {
		if !add {
			return 0, false
		}
		c := r.legacyNew()
		c.extend(at, 0)
		c.Kind, c.Concurrent, i = r.j9Value(e, "type"), true, int(c.index)
		if r.j9.cycles == nil {
			r.j9.cycles = map[int64]int{}
		}
		r.j9.cycles[id] = i
	}
	r.j9Touch(i, at)
	return i, true
}

// j9Touch adds a cycle to the current stop.
func (r *Reader) j9Touch(gc int, at time.Duration) {
	s := &r.j9.stop
	n := len(s.parts)
	if !s.open || n == maxParts || n > 0 && s.parts[n-1].gc == gc {
		return
	}
	if n > 0 {
		s.parts[n-1].until = at
	}
	s.parts = append(s.parts, j9Part{gc: gc})
}

// maxParts is the largest number of parts of a stop. Further cycles get nothing of the pause.
const maxParts = 1 << 16

// j9PartEnd reads the end of a part of a cycle. Logs without exclusive-end have only its duration.
func (r *Reader) j9PartEnd(e *element, at time.Duration) {
	i, ok := r.j9Of(e, at, true)
	if !ok {
		return
	}
	j := &r.j9
	if j.sizes.gc != i+1 {
		r.j9Sized()
	}
	j.sizes.gc, j.sizes.atEnd = i+1, true
	if took, ok := e.millis("durationms"); ok && !j.stop.open {
		r.j9Pause(i, at, took, "")
	}
}

// stopped adds a stop that ended at the given time to a GC. Its pause is at most its period.
func (c *collection) stopped(at, took time.Duration) {
	c.extend(at, took)
	c.Pause += min(took, c.End-c.Start-c.Pause)
}

// j9Pause adds a stop of only one cycle.
func (r *Reader) j9Pause(gc int, at, took time.Duration, cause string) {
	end := max(at, took)
	c := &r.gcs[gc]
	c.stopped(end, took)
	r.log.Stops.add(stop{end: end, took: took, name: r.j9Name(c, cause), gc: c.index})
}

// j9Name returns the name of a stop of c; with an empty cause, it has that of c.
func (r *Reader) j9Name(c *collection, cause string) *splitName {
	if cause == "" && !c.Concurrent {
		cause = c.Cause
	}
	if cause == "" {
		return r.names.split([]byte(c.Kind))
	}
	return r.names.split([]byte(c.Kind + " (" + cause + ")"))
}

// j9End reads the end of a cycle.
func (r *Reader) j9End(e *element, at time.Duration) {
	r.j9Sized()
	i, ok := r.j9Of(e, at, false)
	if !ok {
		return
	}
	id, _ := e.number("contextid")
	delete(r.j9.cycles, id)
	c := &r.gcs[i]
	c.extend(at, 0)
	if s := &r.j9.stop; s.open {
		if last := &s.parts[len(s.parts)-1]; last.gc == i {
			last.until, last.ended = at, true
		}
		return
	}
	c.closed = true
	c.Concurrent = c.Concurrent || c.Pause == 0
}

// j9EndStop ends the stop, which took the given time. If several cycles ran, each gets the part of the pause until the next one started, so
// that the sum of their pauses is the duration of the stop. The stop belongs to the cycle with the longest part.
func (r *Reader) j9EndStop(end, took time.Duration) {
	s := &r.j9.stop
	if !s.open {
		return
	}
	s.open = false
	r.j9Sized()
	took = max(0, took)
	end = max(end, took) // times are rounded, so the first stop may seem to begin before the log
	if len(s.parts) == 0 {
		if took > 0 {
			r.log.Stops.add(stop{end: end, took: took, safepoint: true})
		}
		return
	}
	from, longest, of := end-took, time.Duration(-1), (*collection)(nil)
	for i, p := range s.parts {
		to := end
		if i+1 < len(s.parts) {
			to = min(max(p.until, from), end)
		}
		c := &r.gcs[p.gc]
		c.stopped(to, to-from)
		c.closed = c.closed || p.ended
		c.Concurrent = c.Concurrent || !p.ended
		if to-from >= longest {
			longest, of = to-from, c
		}
		from = to
	}
	r.log.Stops.add(stop{end: end, took: took, name: r.j9Name(of, ""), gc: of.index})
}

// j9Memory reads the sizes of the heap.
func (r *Reader) j9Memory(e *element) {
	s := &r.j9.sizes
	if s.gc == 0 {
		return
	}
	used, capacity, ok := e.used("free", "total")
	switch {
	case !ok:
		r.damaged()
	case s.atEnd:
		s.after, s.capacity, s.hasAfter = used, capacity, true
	default:
		s.before, s.hasBefore = used, true
	}
}

// j9Survivor reads the sizes of the survivor space. While it is not in use, the VM counts it as a used part of the heap. J9 2.6 leaves it out.
func (r *Reader) j9Survivor(e *element) {
	s := &r.j9.sizes
	if s.gc == 0 || string(e.attr("type")) != "survivor" {
		return
	}
	used, capacity, ok := e.used("free", "total")
	switch {
	case !ok:
		r.damaged()
	case used < capacity: // in use
	case s.atEnd:
		s.after, s.capacity = max(0, s.after-used), max(0, s.capacity-capacity)
	default:
		s.before = max(0, s.before-used)
	}
}

// j9Sized stores the sizes of a part of a cycle in the cycle. Other cycles run between the parts, so the cycle gets the sizes of the part that
// freed the most.
func (r *Reader) j9Sized() {
	s := r.j9.sizes
	r.j9.sizes = j9Sizes{}
	if s.gc == 0 || !s.hasAfter {
		return
	}
	c := &r.gcs[s.gc-1]
	if freed := s.before - s.after; c.Capacity == 0 || s.hasBefore && freed > c.freed {
		c.freed = freed
		c.Before, c.After, c.Capacity = s.before, s.after, s.capacity
	}
}
