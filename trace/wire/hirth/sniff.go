package hirth

import (
	"bytes"
	"errors"
	"io"
	"unicode"
)

// slack is the maximum time of the first event, and the maximum decrease of time between consecutive events, in ms. The recorder starts at
// time 0, but threads may write their events out of order.
const slack = 10_000

// Sniff reports whether head looks like the start of a trace file. All complete events must be plausible, the first must allocate a
// collection at about time 0, and times must hardly descend. This rejects files of zeros, for example.
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
		case n == 0 && (e.Kind != Alloc || e.Time > slack):
			return false
		case e.Collection == 0 || e.Time < last-slack:
			return false
		}
		last = max(last, e.Time)
	}
}

// cut reports whether the only fault is that head ends within a record.
func cut(err error) bool {
	var fault *Fault
	return errors.As(err, &fault) && fault.Cut
}

// SniffSymbols reports whether head looks like the start of a symbols file: IDs are not 0, and texts are printable and not empty.
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
