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
	plain  bool // its lines have no decorations, and it is not part of a GC
	number uint32
	text   []byte
}

const histogramTitle = "Class Histogram ("

func (h *histogramText) title(text []byte) {
	h.after = bytes.HasPrefix(text[len(histogramTitle):], []byte("after"))
}

// begin starts a histogram with its heading.
func (h *histogramText) begin(number uint32, heading []byte) {
	h.open, h.plain, h.number = true, false, number
	h.text = append(append(h.text[:0], heading...), '\n')
}

// histogramLine reads a line of a histogram. The heading opens the histogram, and the line with the total closes it.
func (r *Reader) histogramLine(at time.Duration, number uint32, text []byte) {
	h := &r.histogram
	line := bytes.TrimLeft(text, " ")
	switch {
	case bytes.HasPrefix(line, []byte("num ")):
		r.marks++
		h.begin(number, text)
		return
	case !h.open:
		return
	case number != h.number: // of a GC that runs at the same time
		return
	case len(h.text)+len(text) >= MaxHistogram:
		h.open = false
		r.damaged()
		return
	default:
		h.text = append(append(h.text, text...), '\n')
	}
	if bytes.HasPrefix(line, []byte("Total ")) {
		if r.Found != nil {
			r.Found(Histogram{at, r.base + number, h.after, h.plain, h.text})
		}
		h.open, h.plain = false, false
	}
}

// isHeading reports whether a line is the heading of a histogram.
func isHeading(line []byte) bool {
	line = bytes.TrimLeft(line, " ")
	return bytes.HasPrefix(line, []byte("num ")) && bytes.Contains(line, []byte("#instances"))
}

// plainHistogramLine reads a line of a histogram that was printed on request, such as by jcmd or SIGQUIT, into the output with the log. It
// returns false, and ends the histogram, if the line is not part of one.
func (r *Reader) plainHistogramLine(line []byte) bool {
	h := &r.histogram
	start := bytes.TrimLeft(line, " ")
	_, after, ranked := whole(start)
	switch {
	case isHeading(line):
		h.begin(0, line)
		h.plain = true
	case bytes.HasPrefix(start, []byte("---")), bytes.HasPrefix(start, []byte("Total ")), ranked && len(after) > 0 && after[0] == ':':
		r.histogramLine(r.clock.last, 0, line)
	default:
		h.open, h.plain = false, false
		return false
	}
	return true
}
