package gclog

import (
	"bytes"
	"time"
)

// cycle reads a line about a Garbage Collection, Minor Collection or Major Collection of ZGC.
func (r *Reader) cycle(number uint32, at time.Duration, text []byte) {
	named := false
	for _, name := range [...]string{"Garbage Collection", "Minor Collection", "Major Collection"} {
		named = named || bytes.HasPrefix(text, []byte(name))
	}
	if !named {
		return
	}
	e, ok := closing(text)
	if !ok && bytes.Contains(text, []byte("->")) {
		r.damaged()
		return
	}
	c := r.of(number)
	c.extend(at, e.took)
	c.Concurrent = true
	if !ok {
		return
	}
	r.marks++
	c.closed = true
	name := r.names.split(e.name)
	c.Kind, c.Cause = name.kind, name.cause
	if e.sized {
		c.Before, c.After = e.before, e.after
	}
}

// zCapacityLine reads the capacity at the end of a cycle, which is the fourth column of
//
//	Capacity:       48M (100%)         48M (100%)         48M (100%)         48M (100%)         48M (100%)         48M (100%)
func (c *collection) zCapacityLine(text []byte) {
	text = text[len("Capacity:"):]
	for column := 1; ; column++ {
		text = bytes.TrimLeft(text, " ")
		bytesOf, rest, ok := size(text)
		if !ok || len(rest) < 2 || rest[0] != ' ' {
			return
		}
		if _, rest, ok = parenthesis(rest[1:]); !ok {
			return
		}
		if column == 4 {
			c.Capacity = bytesOf
			return
		}
		text = rest
	}
}

// concurrent reads a line about concurrent work: a whole cycle of G1, or a part of a cycle.
func (r *Reader) concurrent(number uint32, at time.Duration, text []byte) {
	e, ok := closing(text)
	if !ok && bytes.Contains(text, []byte("->")) {
		r.damaged()
		return
	}
	c := r.of(number)
	if c.closed && !c.Concurrent { // except for concurrent work after a degenerated cycle
		return
	}
	c.extend(at, e.took)
	c.Concurrent = true
	if c.Cause == "" {
		c.Cause, r.trigger = r.trigger, ""
	}
	if !ok {
		return
	}
	r.marks++
	name := r.names.split(e.name)
	switch kind := name.kind; {
	case kind == "Concurrent Mark Cycle" || kind == "Concurrent Undo Cycle" || kind == "Concurrent Cycle":
		c.Kind, c.closed = kind, true
		return
	case kind == "Concurrent Reset" && c.Kind != "": // last phase of CMS
		c.closed = true
	case e.sized && c.Before == 0: // first cleanup of Shenandoah
		c.Before, c.After, c.Capacity, c.closed = e.before, e.after, e.capacity, true
	case e.sized:
		c.After, c.Capacity, c.closed = e.after, e.capacity, true
	}
	if c.Kind == "" {
		c.Kind = "Concurrent"
	}
	if mode := name.cause; mode != "" && mode != "unload classes" {
		c.Kind = "Concurrent (" + mode + ")"
	}
}

// sentence returns the reason of a Shenandoah trigger without numbers. From "Trigger: Free (2M) is below minimum threshold (4M)" it returns
// the text after the colon, without parentheses.
func sentence(text []byte) string {
	_, text, _ = bytes.Cut(text, []byte(": "))
	text, _, _ = bytes.Cut(text, []byte(". "))
	out := make([]byte, 0, min(len(text), maxSentence))
	depth := 0
	for _, b := range text {
		switch {
		case b == '(':
			depth++
		case b == ')':
			depth--
		case depth == 0 && !(b == ' ' && (len(out) == 0 || out[len(out)-1] == ' ')) && len(out) < maxSentence:
			out = append(out, b)
		}
	}
	return string(bytes.TrimRight(out, " ,"))
}

const maxSentence = 100 // bytes
