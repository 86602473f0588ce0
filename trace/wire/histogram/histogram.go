// Package histogram reads class histograms, the text that a Java virtual machine prints for jcmd PID GC.class_histogram and jmap -histo. It
// does not interpret the rows.
//
// A histogram consists of a heading, lines of numbers in any order, and a total:
//
//	 num     #instances         #bytes  class name (module)
//	-------------------------------------------------------
//	   1:         11872         390808  [B (java.base@25.0.3)
//	   2:           146          20120  com.example.Person
//	Total         12018         410928
//
// A line with the PID and a colon may precede it. Java 8 prints no modules. Classes have the VM's names, with descriptors for arrays. If a
// name occurs twice, two loaders have defined the class.
//
// A file may contain several histograms, with dates between them: the date before a heading is the time of the histogram. If the first
// histogram has none but the last one is followed by one, every date belongs to the histogram above it. Other lines, such as the output of
// a program, are skipped and counted. A date after [StoredAt] is used if there is no other.
//
// Limits: [MaxLine] bytes per line, [MaxRows] rows per histogram.
package histogram

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Limits for reading.
const (
	MaxLine = 128 << 10 // class names have at most 65535 bytes
	MaxRows = 16 << 20
)

// StoredAt is the start of a line with the time at which another program, such as a container runtime, has stored the next line.
const StoredAt = "stored at "

// A Row is the line of a class.
type Row struct {
	Name           string // as named by the VM: [Ljava.lang.Object;
	Module         string // java.base@25.0.3; empty for none
	Objects, Bytes int64
}

// A Histogram contains the number of objects of each class.
type Histogram struct {
	Rows           []Row
	Objects, Bytes int64 // of all rows
	Line           int   // 1-based line number of its heading
	Cut            bool  // it has no total because its end is missing
	Unix           int64 // date of the histogram in ms since 1970; 0 if there is none

	// Skipped is the number of lines since the previous histogram that belong to none, and after the last one; SkippedLine is the 1-based
	// number of the first, or 0.
	Skipped, SkippedLine int
}

// A LineError reports a line that cannot be read.
type LineError struct {
	Line int // 1-based
	Text string
}

func (e *LineError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Text) }

// Sniff reports whether head is the start of a histogram.
func Sniff(head []byte) bool {
	for line := range bytes.Lines(head) {
		text := string(bytes.TrimSpace(line))
		switch {
		case isHeading(text):
			return true
		case text != "" && !isPID(text):
			return false
		}
	}
	return false
}

func isHeading(line string) bool {
	if !strings.HasPrefix(strings.TrimLeft(line, " \t"), "num") { // most lines
		return false
	}
	f := strings.Fields(line)
	return len(f) >= 5 && f[0] == "num" && f[1] == "#instances" && f[2] == "#bytes" && f[3] == "class" && f[4] == "name"
}

func isPID(line string) bool {
	number, ok := strings.CutSuffix(line, ":")
	_, err := strconv.ParseUint(number, 10, 32)
	return ok && err == nil
}

// Find reports whether a text has a line that is the heading of a histogram, followed by the line of a class.
func Find(text []byte) bool {
	headed := false
	for line := range bytes.Lines(text) {
		line = bytes.TrimSpace(line)
		switch {
		case bytes.HasPrefix(line, []byte("num ")):
			headed = isHeading(string(line))
		case headed && isRow(string(line)):
			return true
		case headed && len(bytes.Trim(line, "-")) > 0:
			headed = false
		}
	}
	return false
}

// Read reads all histograms. It returns the histograms before a fault together with the error, which is a *[LineError] unless r failed. A
// text without a histogram is a fault.
func Read(r io.Reader) ([]Histogram, error) {
	scanner := bufio.NewScanner(r)
	scanner.Buffer(make([]byte, 0, 4096), MaxLine)
	f := file{}
	for scanner.Scan() {
		f.line++
		text := strings.TrimSpace(scanner.Text())
		if f.line == 1 {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		if err := f.add(text); err != nil {
			f.finish(true)
			return f.all, &LineError{f.line, err.Error()}
		}
	}
	f.finish(true)
	f.end()
	switch err := scanner.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return f.all, &LineError{f.line + 1, fmt.Sprintf("is longer than %d bytes", MaxLine)}
	case err != nil:
		return f.all, err
	case len(f.all) == 0 && f.skipped > 0:
		return nil, &LineError{f.skippedLine, fmt.Sprintf("expected a class histogram, found %q", f.skippedText)}
	}
	return f.all, nil
}

// file is a file that is being read.
type file struct {
	all    []Histogram
	now    *Histogram // histogram being read; nil for none
	line   int        // 1-based
	unix   int64      // last date since the last heading; 0 for none
	stored int64      // the same for dates after StoredAt

	skipped, skippedLine int // lines since the last histogram that belong to none
	skippedText          string
}

// add reads a line.
func (f *file) add(text string) error {
	switch {
	case isHeading(text):
		f.finish(true)
		f.now = &Histogram{Line: f.line, Unix: cmp.Or(f.unix, f.stored)}
		f.unix, f.stored = 0, 0
	case text == "" || isPID(text) || strings.Trim(text, "-") == "":
	case f.now != nil && strings.HasPrefix(text, "Total "):
		f.finish(false)
	case f.now != nil && isRow(text):
		return f.now.add(text)
	default:
		f.other(text)
	}
	return nil
}

// other reads a line that does not belong to a histogram: a date or something else.
func (f *file) other(text string) {
	if date, ok := strings.CutPrefix(text, StoredAt); ok {
		f.stored = dateIn(date)
		return
	}
	if unix := dateIn(text); unix > 0 {
		f.unix = unix
		f.finish(true)
		return
	}
	if f.skipped++; f.skipped == 1 {
		f.skippedLine, f.skippedText = f.line, start(text)
	}
}

// finish ends the current histogram, if any.
func (f *file) finish(cut bool) {
	if f.now == nil {
		return
	}
	f.now.Cut = cut
	f.now.Skipped, f.now.SkippedLine = f.skipped, f.skippedLine
	f.all, f.now, f.skipped, f.skippedLine = append(f.all, *f.now), nil, 0, 0
}

// end gives the lines after the last histogram to it, and dates below histograms to the histograms above them.
func (f *file) end() {
	if len(f.all) == 0 {
		return
	}
	last := &f.all[len(f.all)-1]
	if last.Skipped += f.skipped; last.SkippedLine == 0 {
		last.SkippedLine = f.skippedLine
	}
	if f.all[0].Unix == 0 && f.unix > 0 {
		for i := range f.all[1:] {
			f.all[i].Unix = f.all[i+1].Unix
		}
		last.Unix = f.unix
	}
}

// isRow reports whether a line starts like that of a class.
func isRow(text string) bool {
	rank, _ := word(text)
	number, ok := strings.CutSuffix(rank, ":")
	return ok && number != "" && strings.Trim(number, "0123456789") == ""
}

// add parses the line of a class.
func (h *Histogram) add(text string) error {
	rank, rest := word(text)
	objects, rest := word(rest)
	bytes, name := word(rest)
	number, ok := strings.CutSuffix(rank, ":")
	_, err := strconv.ParseUint(number, 10, 32)
	if !ok || err != nil || name == "" {
		return fmt.Errorf("expected a number, objects, bytes and a class, found %q", start(text))
	}
	row := Row{Name: name}
	if row.Objects, err = count(objects); err == nil {
		row.Bytes, err = count(bytes)
	}
	switch {
	case err != nil:
		return err
	case len(h.Rows) == MaxRows:
		return fmt.Errorf("has more than %d classes", MaxRows)
	case row.Objects > math.MaxInt64-h.Objects || row.Bytes > math.MaxInt64-h.Bytes:
		return errors.New("the sum of the objects or bytes is too large")
	}
	if at := strings.LastIndex(name, " ("); at > 0 && strings.HasSuffix(name, ")") {
		row.Name, row.Module = name[:at], name[at+2:len(name)-1]
	}
	h.Objects += row.Objects
	h.Bytes += row.Bytes
	h.Rows = append(h.Rows, row)
	return nil
}

func count(text string) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("expected a number of objects or bytes, found %q", start(text))
	}
	return n, nil
}

// word splits off the first word.
func word(text string) (first, rest string) {
	first, rest, _ = strings.Cut(strings.TrimLeft(text, " \t"), " ")
	return first, strings.TrimLeft(rest, " \t")
}

// start returns the start of a text, long enough to find it.
func start(text string) string {
	const most = 60
	if len(text) > most {
		return strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}
