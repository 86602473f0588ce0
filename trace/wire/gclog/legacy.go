package gclog

import (
	"bytes"
	"strings"
	"time"
)

// legacyText combines the lines of JDK 8 about one GC.
type legacyText struct {
	text    []byte // starts at the first bracket
	pending bool   // the next line continues the text
	lost    bool   // the text was not continued
	between int    // number of lines skipped
	uptime  time.Duration
	unix    int64
	dates   decoration
	within  innerLine // concurrent line between the lines of a pause, if the last line was one
	number  uint32    // of the current GC of Shenandoah
	plain   []byte    // buffer for a line of Shenandoah
	begun   string    // first phase of a GC of Shenandoah that has begun; empty for others
	ended   string    // the same for the last phase that has ended
	heap    *heapLine // GC that the next Heap: line of G1 belongs to; nil for none
	cycle   int       // 1-based index in gcs of the running concurrent cycle; 0 for none
}

// innerLine is a whole line about concurrent work that was printed within a pause.
type innerLine struct {
	text   []byte // nil for none
	uptime time.Duration
	unix   int64
}

// heapLine means that the sizes of GC number gc follow.
type heapLine struct{ gc int }

// line reports whether a line belongs to a JDK 8 log. It returns the text of a whole GC if the line ends one, and the text after the times of
// any other line.
//
// Options such as PrintTenuringDistribution print their own lines between the brackets of a GC; these are skipped.
func (l *legacyText) line(line []byte) (text []byte, ok bool) {
	if l.heap != nil && line[0] == ' ' {
		return line, bytes.Contains(line, []byte(" Heap: ")) || bytes.HasPrefix(line, []byte(" [Times: "))
	}
	if !l.pending && line[0] != '[' && (line[0] < '0' || line[0] > '9') {
		return nil, false
	}
	if !l.pending && line[0] == '[' && len(line) > 1 && line[1] != 'G' && line[1] != 'F' { // decorations
		return line, false
	}
	uptime, unix, rest, stamped := l.stamps(line)
	begins := bytes.HasPrefix(rest, []byte("[GC")) || bytes.HasPrefix(rest, []byte("[Full GC"))
	if l.pending {
		if end := bytes.IndexByte(rest, ']'); end >= 0 && isConcurrent(rest) {
			l.within = innerLine{rest[:end+1], uptime, unix}
			if after := bytes.TrimLeft(rest[end+1:], " "); continues(after) {
				return l.add(after), true
			}
			return nil, true
		}
		if start := bytes.TrimLeft(rest, " "); !begins {
			if continues(start) {
				return l.add(start), true
			}
			if l.between++; l.between < maxBetween {
				return nil, true
			}
		}
		l.pending, l.lost = false, true
	}
	if !begins && !(stamped && (isConcurrent(rest) || isLegacyShenandoah(rest))) {
		return rest, false
	}
	l.text, l.between, l.uptime, l.unix = l.text[:0], 0, uptime, unix
	return l.add(rest), true
}

// isConcurrent reports whether a text is about concurrent work.
func isConcurrent(text []byte) bool {
	return bytes.HasPrefix(text, []byte("[CMS-concurrent-")) || bytes.HasPrefix(text, []byte("[GC concurrent-"))
}

// continues reports whether a line, without spaces before it, continues the text of a GC: with brackets, sizes or the duration.
func continues(start []byte) bool {
	if len(start) == 0 {
		return false
	}
	switch c := start[0]; {
	case c == ',' || c == ':' || c == '[' || c == '(':
		return true
	case c < '0' || c > '9':
		return false
	}
	word, rest, _ := bytes.Cut(start, []byte(" "))
	if _, _, _, ok := transition(bytes.TrimRight(word, ",")); ok {
		return true
	}
	_, after, ok := decimal(word)
	return ok && len(after) == 0 && bytes.HasPrefix(rest, []byte("secs]"))
}

// maxBetween is the largest number of lines skipped between the brackets of a GC.
const maxBetween = 1000

// add appends a line. It returns the whole text once all its brackets are closed.
func (l *legacyText) add(line []byte) []byte {
	l.text = append(l.text, line...)
	depth := 0
	for i, b := range l.text {
		switch b {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				l.pending = false
				return l.text[:i+1]
			}
		}
	}
	l.pending = len(l.text) < MaxLine
	return nil
}

// stamps parses "2026-01-02T03:04:05.678+0000: 0.123: ". Either part may be missing.
func (l *legacyText) stamps(line []byte) (uptime time.Duration, unix int64, rest []byte, ok bool) {
	uptime = -1
	if len(line) > 29 && line[0] >= '0' && line[0] <= '9' && line[4] == '-' && line[10] == 'T' {
		end := bytes.Index(line, []byte(": "))
		if end < 19 || end > 40 || bytes.IndexByte(line[:end], ' ') >= 0 {
			return uptime, 0, line, false
		}
		if unix, ok = l.dates.date(line[:end]); !ok {
			return uptime, 0, line, false
		}
		line = line[end+2:]
	}
	if len(line) > 0 && line[0] >= '0' && line[0] <= '9' {
		nanos, after, right := decimal(line)
		if right && len(after) > 2 && after[0] == ':' && after[1] == ' ' {
			uptime, line, ok = time.Duration(nanos), after[2:], true
		}
	}
	if len(line) > 0 && line[0] == '#' { // followed by the number of the GC
		if _, after, right := whole(line[1:]); right && bytes.HasPrefix(after, []byte(": ")) {
			line = after[2:]
		}
	}
	return uptime, unix, line, ok
}

// legacyLine reads the text of a GC from JDK 8; text is nil if it is still incomplete.
func (r *Reader) legacyLine(text []byte) {
	l := &r.legacy
	if in := l.within; in.text != nil {
		l.within = innerLine{}
		at := r.clock.read(&decoration{uptime: in.uptime, unix: in.unix})
		r.passed(at)
		r.legacyConcurrent(at, in.text)
		if text == nil {
			return
		}
	}
	switch {
	case text == nil:
		if i := bytes.LastIndex(l.text, []byte(histogramTitle)); l.pending && i >= 0 {
			r.histogram.title(l.text[i:])
		}
		return
	case text[0] == ' ':
		r.legacyHeap(text)
		return
	}
	l.heap = nil
	d := decoration{uptime: l.uptime, unix: l.unix}
	at := r.clock.read(&d)
	if l.uptime >= 0 && len(r.gcs) > 0 && at < r.log.Last-time.Second && at < r.gcs[len(r.gcs)-1].Start-time.Second {
		at = r.clock.restart(&d)
		r.log.Restarts++
		l.cycle = 0
	}
	r.passed(at)
	switch {
	case isConcurrent(text):
		r.legacyConcurrent(at, text)
		return
	case isLegacyShenandoah(text):
		r.legacyShenandoah(at, text)
		return
	}
	r.legacyPause(at, text)
	for rest := text[1:]; ; { // lines about concurrent work that interrupted the line
		_, after, found := bytes.Cut(rest, []byte("[GC concurrent-"))
		end := bytes.IndexByte(after, ']')
		if !found || end < 0 {
			return
		}
		start := len(rest) - len(after) - len("[GC concurrent-")
		r.legacyConcurrent(at, rest[start:len(rest)-len(after)+end+1])
		rest = after[end:]
	}
}

// legacyPause reads [GC (cause) …] and [Full GC (cause) …].
func (r *Reader) legacyPause(at time.Duration, text []byte) {
	p, ok := outer(text)
	if !ok || !p.timed {
		r.damaged()
		return
	}
	r.marks++
	part := p.part()
	if part && r.legacy.cycle > 0 {
		c := &r.gcs[r.legacy.cycle-1]
		c.extend(at+p.took, p.took)
		c.Pause += p.took
		r.stop(c, at, p.took, &splitName{kind: p.stopKind()})
		if p.sized && (c.After == 0 || p.before-p.after > c.freed) {
			c.freed = p.before - p.after
			c.Before, c.After, c.Capacity = p.before, p.after, p.capacity
		}
		if p.name == "GC cleanup" {
			c.closed, r.legacy.cycle = true, 0
		}
		return
	}
	c := r.legacyNew()
	c.extend(at+p.took, p.took)
	c.Start = at
	c.Pause, c.Before, c.After, c.Capacity = p.took, p.before, p.after, p.capacity
	r.passed(c.End)
	kind := p.stopKind()
	r.stop(c, at, p.took, &splitName{kind, p.stopCause()})
	if part { // first pause of a CMS cycle
		c.Kind, c.Concurrent = "Concurrent", true
		r.legacy.cycle = len(r.gcs)
		return
	}
	c.Kind, c.Cause, c.closed = kind, p.cause, true
	if !p.sized {
		r.legacy.heap = &heapLine{len(r.gcs) - 1}
	}
}

func (r *Reader) legacyNew() *collection {
	r.gcs = append(r.gcs, collection{GC: GC{Number: uint32(len(r.gcs))}, index: uint32(len(r.gcs))})
	return &r.gcs[len(r.gcs)-1]
}

// legacyConcurrent reads [GC concurrent-mark-end, 0.0012 secs] of G1 and [CMS-concurrent-mark: 0.035/0.035 secs].
func (r *Reader) legacyConcurrent(at time.Duration, text []byte) {
	r.marks++
	l := &r.legacy
	name := bytes.TrimSuffix(text[1:], []byte("]"))
	name, _, _ = bytes.Cut(name, []byte(","))
	name, _, _ = bytes.Cut(name, []byte(":"))
	if l.cycle == 0 {
		if string(name) != "GC concurrent-root-region-scan-start" && string(name) != "GC concurrent-mark-start" {
			return
		}
		c := r.legacyNew()
		c.Kind, c.Concurrent = "Concurrent Mark Cycle", true
		l.cycle = len(r.gcs)
	}
	c := &r.gcs[l.cycle-1]
	c.extend(at, 0)
	switch string(name) {
	case "CMS-concurrent-reset", "GC concurrent-mark-abort", "GC concurrent-cleanup-end":
		c.closed = true
		l.cycle = 0
	}
}

// legacyHeap reads "   [Eden: 24.0M(24.0M)->0.0B(13.0M) Survivors: … Heap: 24.0M(256.0M)->21.8M(256.0M)]".
func (r *Reader) legacyHeap(line []byte) {
	_, after, found := bytes.Cut(line, []byte(" Heap: "))
	if !found {
		r.legacy.heap = nil // [Times: …] is the last line
		return
	}
	word := bytes.TrimRight(after, "] ,")
	word, _, _ = bytes.Cut(word, []byte("]"))
	before, now, capacity, ok := transition(word)
	if !ok {
		r.damaged()
		return
	}
	c := &r.gcs[r.legacy.heap.gc]
	c.Before, c.After, c.Capacity = before, now, capacity
	r.legacy.heap = nil
}

// legacyPauseText contains the values in the outermost brackets of a GC.
type legacyPauseText struct {
	name  string // GC, Full GC, GC pause, GC remark
	cause string
	modes string // (young) (initial-mark)
	end
}

// outer parses the text in the outermost brackets and ignores nested ones.
func outer(text []byte) (p legacyPauseText, ok bool) {
	flat := make([]byte, 0, 128)
	depth := 0
	for _, b := range text {
		switch {
		case b == '[':
			depth++
		case b == ']':
			depth--
		case depth == 1 && len(flat) < 4096:
			flat = append(flat, b)
		}
	}
	flat, ok = p.head(flat)
	if !ok {
		return p, false
	}
	if at := bytes.LastIndex(flat, []byte(" secs")); at >= 0 {
		start := bytes.LastIndexByte(bytes.TrimRight(flat[:at], " "), ' ') + 1
		nanos, rest, right := decimal(flat[start:at])
		if p.timed = right && len(rest) == 0; p.timed {
			p.took = time.Duration(nanos)
		}
		flat = bytes.TrimRight(flat[:start], " ,")
	}
	for word := range bytes.FieldsSeq(flat) {
		word = bytes.TrimRight(word, ",")
		if i := bytes.LastIndex(word, []byte(": ")); i >= 0 {
			word = word[i+2:]
		}
		if before, after, capacity, right := transition(word); right {
			p.before, p.after, p.capacity, p.sized = before, after, capacity, true
		} else if used, rest, right := size(word); right && !p.sized {
			if c, rest, right := parenthesis(rest); right && len(rest) == 0 { // such as 11468K(124736K) from CMS
				p.before, p.after, p.capacity, p.sized = used, used, c, true
			}
		}
	}
	return p, true
}

// head parses the name and the parentheses after it.
func (p *legacyPauseText) head(flat []byte) (rest []byte, ok bool) {
	for _, name := range [...]string{"Full GC", "GC pause", "GC remark", "GC cleanup", "GC"} {
		if bytes.HasPrefix(flat, []byte(name)) {
			p.name, flat, ok = name, flat[len(name):], true
			break
		}
	}
	for ok {
		for len(flat) > 0 && (flat[0] == ' ' || flat[0] == '-' && len(flat) > 1 && flat[1] == '-') {
			flat = bytes.TrimLeft(flat, " -") // -- marks a failed promotion
		}
		if len(flat) == 0 || flat[0] != '(' {
			break
		}
		depth, end := 0, -1
		for i, b := range flat {
			if b == '(' {
				depth++
			} else if b == ')' {
				if depth--; depth == 0 {
					end = i
					break
				}
			}
		}
		if end < 0 {
			return nil, false
		}
		if content := string(flat[1:end]); p.cause == "" {
			p.cause = content
		} else {
			p.modes += " (" + content + ")"
		}
		flat = flat[end+1:]
	}
	return flat, ok
}

// part reports whether the pause is a part of a concurrent cycle.
func (p *legacyPauseText) part() bool {
	return p.name == "GC remark" || p.name == "GC cleanup" || p.cause == "CMS Initial Mark" || p.cause == "CMS Final Remark"
}

func (p *legacyPauseText) kind() string {
	switch p.name {
	case "Full GC":
		return "Full"
	case "GC pause":
		return "Young" + p.modes
	}
	return "Young"
}

// stopKind returns the kind of the pause. For a part of a cycle it is the name of the part.
func (p *legacyPauseText) stopKind() string {
	switch {
	case p.name == "GC remark":
		return "Remark"
	case p.name == "GC cleanup":
		return "Cleanup"
	case p.part():
		return strings.TrimPrefix(p.cause, "CMS ")
	}
	return p.kind()
}

// stopCause returns the cause of the pause; empty for a part of a cycle.
func (p *legacyPauseText) stopCause() string {
	if p.part() {
		return ""
	}
	return p.cause
}

// legacyStopped reads the rest of a line of -XX:+PrintGCApplicationStoppedTime, which is written at the end of a stop.
func (r *Reader) legacyStopped(line, rest []byte) {
	at := r.clock.last
	if uptime, unix, _, ok := r.legacy.stamps(line); ok {
		at = r.clock.read(&decoration{uptime: uptime, unix: unix})
		r.passed(at)
	}
	r.stopped(at, rest)
}
