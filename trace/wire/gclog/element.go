package gclog

import (
	"bytes"
	"time"
)

// element is a start tag or an end tag of an XML log.
type element struct {
	name  []byte // empty for declarations and comments
	end   bool   // an end tag
	attrs []byte // the text between the name and the end of the tag
}

// cutElement reads the tag at the start of a text, which must begin with '<'. ok is false if the tag does not end.
func cutElement(text []byte) (e element, rest []byte, ok bool) {
	end := tagEnd(text)
	if end < 0 {
		return element{}, nil, false
	}
	inner := text[1:end]
	if len(inner) > 0 && inner[0] == '/' {
		e.end, inner = true, inner[1:]
	}
	n := 0
	for n < len(inner) && isNameByte(inner[n]) {
		n++
	}
	e.name, e.attrs = inner[:n], inner[n:]
	return e, text[end+1:], true
}

// tagEnd returns the index of the '>' that ends a tag; -1 if there is none. The VM does not escape quotes in the names of threads, so if
// quotes are not balanced, the last '>' ends the tag.
func tagEnd(text []byte) int {
	quoted := false
	for i, b := range text {
		switch {
		case b == '"':
			quoted = !quoted
		case b == '>' && !quoted:
			return i
		}
	}
	return bytes.LastIndexByte(text, '>')
}

func isNameByte(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '-' || b == '_'
}

// attr returns the value of an attribute; nil if e has none.
func (e *element) attr(name string) []byte {
	for rest := e.attrs; ; {
		at := bytes.Index(rest, []byte(name))
		if at < 0 {
			return nil
		}
		before := rest[:at]
		rest = rest[at+len(name):]
		if at == 0 || before[at-1] != ' ' && before[at-1] != '\t' || !bytes.HasPrefix(rest, []byte(`="`)) {
			continue
		}
		value := rest[2:]
		end := bytes.IndexByte(value, '"')
		if end < 0 {
			return nil
		}
		return value[:end]
	}
}

// number returns a whole number of at most 18 digits.
func (e *element) number(name string) (n int64, ok bool) {
	n, rest, ok := whole(e.attr(name))
	return n, ok && len(rest) == 0
}

// millis returns a duration in milliseconds, with decimals.
func (e *element) millis(name string) (took time.Duration, ok bool) {
	nanos, rest, ok := decimal(e.attr(name))
	return time.Duration(nanos / 1000), ok && len(rest) == 0
}

// used returns the used part of a space and its size in bytes, from attributes with the free and the total bytes.
func (e *element) used(free, total string) (used, capacity int64, ok bool) {
	unused, hasFree := e.number(free)
	capacity, hasTotal := e.number(total)
	if !hasFree || !hasTotal || capacity > maxHeap {
		return 0, 0, false
	}
	return max(0, capacity-unused), capacity, true
}

// maxHeap is the largest supported heap in bytes. Sums of two sizes do not overflow.
const maxHeap = 1 << 56
