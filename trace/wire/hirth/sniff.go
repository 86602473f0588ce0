package hirth

import (
	"bytes"
	"errors"
	"io"
	"unicode"
)

// earliest is how late, in ms, the first event may be, and how much earlier than the one before it another: the first has the
// time 0, but threads may overtake each other on their way to the file.
const earliest = 10_000

// Sniff reports whether a file that begins with head looks like a trace file: all events that are whole make sense, the first
// allocates a collection at time 0 or soon after, and times hardly descend. Files of zeros, for one, do not.
func Sniff(head []byte) bool {
	r := NewReader(bytes.NewReader(head))
	last := int32(0)
	for n := 0; ; n++ {
		e, err := r.Next()
		switch {
		case err == io.EOF:
			return n > 0
		case err != nil:
			return n > 0 && cut(err)
		case n == 0 && (e.Kind != Alloc || e.Time > earliest):
			return false
		case e.Collection == 0 || e.Time < last-earliest:
			return false
		}
		last = max(last, e.Time)
	}
}

// cut reports whether the error says no more than that the head ends in the middle of a record.
func cut(err error) bool {
	var fault *Fault
	return errors.As(err, &fault) && fault.Cut
}

// SniffSymbols reports whether a file that begins with head looks like a symbols file: its symbols have numbers from 1 and texts
// that can be read.
func SniffSymbols(head []byte) bool {
	all, err := ReadSymbols(bytes.NewReader(head))
	if len(all) == 0 || err != nil && !cut(err) {
		return false
	}
	for _, s := range all {
		if s.ID == 0 || s.Text == "" {
			return false
		}
		for _, r := range s.Text {
			if !unicode.IsPrint(r) {
				return false
			}
		}
	}
	return true
}
