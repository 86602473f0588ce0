package gclog

import (
	"bytes"
	"time"
)

// histogramText collects the lines of a class histogram. The title tells whether it precedes or follows a full GC, with or without the
// number of the GC. The title is repeated at the end, with a duration.
type histogramText struct {
	open   bool
	after  bool
	number uint32
	text   []byte
}

const histogramTitle = "Class Histogram ("

func (h *histogramText) title(text []byte) {
	h.after = bytes.HasPrefix(text[len(histogramTitle):], []byte("after"))
}

// histogramLine reads a line of a histogram. The heading opens the histogram, and the line with the total closes it.
func (r *Reader) histogramLine(at time.Duration, number uint32, text []byte) {
	h := &r.histogram
	line := bytes.TrimLeft(text, " ")
	switch {
	case bytes.HasPrefix(line, []byte("num ")):
		r.marks++
		h.open, h.number, h.text = true, number, append(h.text[:0], text...)
	case !h.open:
		return
	case number != h.number: // of a GC that runs at the same time
		return
	case len(h.text)+len(text) >= MaxHistogram:
		h.open = false
		r.damaged()
		return
	default:
		h.text = append(h.text, text...)
	}
	h.text = append(h.text, '\n')
	if bytes.HasPrefix(line, []byte("Total ")) {
		h.open = false
		if r.Found != nil {
			r.Found(Histogram{at, r.base + number, h.after, h.text})
		}
	}
}
