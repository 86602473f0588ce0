package gclog

import (
	"bytes"
	"time"
)

// collection is a GC whose lines are still being read.
type collection struct {
	GC
	lines  int    // number of lines about it
	closed bool   // its last line has been read
	index  uint32 // of Reader.gcs

	// Totals from the lines of the generations, in bytes with a precision of 1 KiB.
	parts                   int
	before, after, capacity int64
	freed                   int64 // by the pause whose sizes are used
}

// end contains the values at the end of a line.
type end struct {
	name                    []byte
	took                    time.Duration
	timed, sized            bool
	before, after, capacity int64
}

// closing parses the end of a text: sizes, a duration, or both. It returns false if the line is damaged, or is the first of two.
func closing(text []byte) (end, bool) {
	e := end{name: text}
	last, rest := lastWord(text)
	if n := len(last); n > 1 && last[n-1] == 's' && last[0] >= '0' && last[0] <= '9' {
		if e.took, e.timed = duration(last); e.timed {
			e.name = rest
			last, rest = lastWord(rest)
		}
	}
	if bytes.Contains(last, []byte("->")) {
		if e.before, e.after, e.capacity, e.sized = transition(last); !e.sized {
			return e, false
		}
		e.name = rest
	}
	return e, e.timed || e.sized
}

// lastWord splits a text at its last space.
func lastWord(text []byte) (word, rest []byte) {
	i := bytes.LastIndexByte(text, ' ')
	if i < 0 {
		return text, nil
	}
	return text[i+1:], bytes.TrimRight(text[:i], " ")
}

// transition parses 6M->2M(48M), 6M(12%)->4M(8%), or 13184K(14784K)->1600K(14784K).
func transition(c []byte) (before, after, capacity int64, ok bool) {
	before, c, ok = size(c)
	if ok && len(c) > 0 && c[0] == '(' {
		_, c, ok = parenthesis(c)
	}
	if !ok || len(c) < 2 || c[0] != '-' || c[1] != '>' {
		return 0, 0, 0, false
	}
	if after, c, ok = size(c[2:]); !ok {
		return 0, 0, 0, false
	}
	if len(c) == 0 {
		return before, after, 0, true
	}
	capacity, c, ok = parenthesis(c)
	return before, after, capacity, ok && len(c) == 0
}

// parenthesis parses (48M), or (12%), for which bytes is 0.
func parenthesis(c []byte) (bytes int64, rest []byte, ok bool) {
	if len(c) < 3 || c[0] != '(' {
		return 0, nil, false
	}
	c = c[1:]
	if _, rest, ok := decimal(c); ok && len(rest) > 1 && rest[0] == '%' && rest[1] == ')' {
		return 0, rest[2:], true
	}
	bytes, rest, ok = size(c)
	if !ok || len(rest) == 0 || rest[0] != ')' {
		return 0, nil, false
	}
	return bytes, rest[1:], true
}

// of returns the collection with the given number in the log, creating it if needed.
func (r *Reader) of(number uint32) *collection {
	if i, ok := r.byID[number]; ok {
		return &r.gcs[i]
	}
	if r.byID == nil {
		r.byID = map[uint32]int{}
	}
	r.byID[number] = len(r.gcs)
	r.gcs = append(r.gcs, collection{GC: GC{Number: r.base + number}, index: uint32(len(r.gcs))})
	r.last = number
	return &r.gcs[len(r.gcs)-1]
}

// ofGC reads a text about a GC.
func (r *Reader) ofGC(number uint32, at time.Duration, text []byte) {
	if len(text) < 2 {
		return
	}
	if text[0] == ' ' {
		switch inner := bytes.TrimLeft(text, " "); {
		case r.histogram.open || bytes.HasPrefix(inner, []byte("num ")):
			r.histogramLine(at, number, text)
		case len(r.gcs) > 0 && bytes.HasPrefix(inner, []byte("Capacity:")):
			r.of(number).zCapacityLine(inner)
		}
		return
	}
	if len(text) > 3 && text[1] == ':' && text[2] == ' ' && (text[0] == 'Y' || text[0] == 'y' || text[0] == 'O') {
		text = text[3:] // skips the generation prefix of ZGC
		switch {
		case text[0] == ' ':
			if inner := bytes.TrimLeft(text, " "); bytes.HasPrefix(inner, []byte("Capacity:")) {
				r.of(number).zCapacityLine(inner)
			}
			return
		case text[0] != 'P':
			return
		}
	}
	switch text[0] {
	case 'P':
		if bytes.HasPrefix(text, []byte("Pause ")) {
			r.pause(number, at, text)
			return
		}
		r.generation(number, text)
	case 'C':
		switch {
		case bytes.HasPrefix(text, []byte("Concurrent ")):
			r.concurrent(number, at, text)
		case bytes.HasPrefix(text, []byte(histogramTitle)):
			r.histogram.title(text)
		case bytes.HasPrefix(text, []byte("Cancelling GC: ")):
			r.cancelled = string(text[len("Cancelling GC: "):])
		default:
			r.generation(number, text)
		}
	case 'G', 'M':
		r.cycle(number, at, text)
	case 'D', 'T':
		if r.histogram.open {
			r.histogramLine(at, number, text)
			return
		}
		r.generation(number, text)
	default:
		if r.histogram.open {
			r.histogramLine(at, number, text)
		}
	}
}

// extend extends the period of c by a line at the given time about work that took the given duration.
func (c *collection) extend(at, took time.Duration) {
	start := max(0, at-took)
	if c.lines == 0 || start < c.Start {
		c.Start = start
	}
	c.End = max(c.End, at)
	c.lines++
}

// pause reads a line about a pause, which is a whole GC or a part of a concurrent cycle.
func (r *Reader) pause(number uint32, at time.Duration, text []byte) {
	e, ok := closing(text)
	c := r.of(number)
	if !ok {
		if bytes.Contains(text, []byte("->")) {
			r.damaged()
			return
		}
		c.extend(at, 0)
		return
	}
	name, named := bytes.CutPrefix(e.name, []byte("Pause "))
	if !named {
		r.damaged()
		return
	}
	r.marks++
	c.extend(at, e.took)
	c.Pause += e.took
	var n *splitName
	if bytes.HasPrefix(name, []byte("Degenerated GC")) {
		n = &splitName{string(name), r.cancelled} // the parentheses contain the phase, not the cause
	} else {
		n = r.names.split(name)
	}
	r.stop(c, max(0, at-e.took), e.took, n)
	if partOfCycle(n.kind, n.cause) {
		c.Concurrent = true
		if e.sized && (c.After == 0 || e.before-e.after > c.freed) {
			c.freed = e.before - e.after
			c.Before, c.After, c.Capacity = e.before, e.after, e.capacity
		}
		return
	}
	c.Concurrent = false
	c.Kind, c.Cause, c.closed = n.kind, n.cause, true
	if e.sized {
		c.Before, c.After, c.Capacity = e.before, e.after, e.capacity
		c.refine()
	}
}

// partOfCycle reports whether a pause is a part of a concurrent cycle. G1 of JDK 9 and 10 also has a young GC named Initial Mark, but with
// a cause.
func partOfCycle(kind, cause string) bool {
	for _, name := range [...]string{"Init ", "Final ", "Remark", "Cleanup", "Mark Start", "Mark End", "Relocate Start"} {
		if len(kind) >= len(name) && kind[:len(name)] == name {
			return true
		}
	}
	return kind == "Initial Mark" && cause == ""
}

// names caches split names by their text, since logs have few different ones.
type names map[string]*splitName

// splitName is shared by all stops with the same name and must not be changed.
type splitName struct{ kind, cause string }

const maxNames = 4096

func (n *names) split(name []byte) *splitName {
	if known, ok := (*n)[string(name)]; ok {
		return known
	}
	kind, cause := split(name)
	if *n == nil {
		*n = names{}
	}
	s := &splitName{kind, cause}
	if len(*n) < maxNames {
		(*n)[string(name)] = s
	}
	return s
}

// split separates the cause, in the last parentheses, from a name: Young (Normal) (G1 Evacuation Pause).
func split(name []byte) (kind, cause string) {
	if n := len(name); n > 2 && name[n-1] == ')' {
		depth := 0
		for i := n - 1; i > 1; i-- {
			switch name[i] {
			case ')':
				depth++
			case '(':
				if depth--; depth == 0 && name[i-1] == ' ' {
					return string(name[:i-1]), string(name[i+1 : n-1])
				}
			}
		}
	}
	return string(name), ""
}

// generation reads the sizes of a generation: DefNew: 13184K(14784K)->1600K(14784K) Eden: …
func (r *Reader) generation(number uint32, text []byte) {
	colon := bytes.IndexByte(text, ':')
	if colon < 0 || colon+3 > len(text) || text[colon+1] != ' ' {
		return
	}
	switch string(text[:colon]) {
	case "DefNew", "Tenured", "PSYoungGen", "ParOldGen", "PSOldGen", "ParNew", "CMS":
	default:
		return
	}
	word, _, _ := bytes.Cut(text[colon+2:], []byte(" "))
	before, after, capacity, ok := transition(word)
	if !ok {
		r.damaged()
		return
	}
	c := r.of(number)
	c.parts++
	c.before += before
	c.after += after
	c.capacity += capacity
}

// refine replaces the sizes of the heap, in whole megabytes, by the sums over both generations, in kilobytes, if they agree.
func (c *collection) refine() {
	near := func(exact, rough int64) bool { return exact-rough < 1<<20 && rough-exact < 1<<20 }
	if c.parts == 2 && near(c.before, c.Before) && near(c.after, c.After) && near(c.capacity, c.Capacity) {
		c.Before, c.After, c.Capacity = c.before, c.after, c.capacity
	}
}

// finish returns the completed GC.
func (c *collection) finish() GC {
	g := c.GC
	if g.Kind == "" {
		g.Kind = "Concurrent"
	}
	return g
}
