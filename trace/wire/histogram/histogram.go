// Package histogram reads class histograms, the text that a Java virtual machine prints for jcmd PID GC.class_histogram and
// jmap -histo. It knows their lines and no meaning.
//
// A histogram is a heading, lines of numbers in any order, and a total:
//
//	 num     #instances         #bytes  class name (module)
//	-------------------------------------------------------
//	   1:         11872         390808  [B (java.base@25.0.3)
//	   2:           146          20120  com.example.Person
//	Total         12018         410928
//
// Before it there may be a line with the PID and a colon. Java 8 knows no modules. Classes have the names of the VM: with
// descriptors for arrays. The same name in two lines is a class of two loaders. A file may hold several histograms, one
// after another.
//
// Limits: [MaxLine] bytes in a line, [MaxRows] rows in a histogram.
package histogram

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Limits of what is read.
const (
	MaxLine = 128 << 10 // names of classes have at most 65535 bytes
	MaxRows = 16 << 20
)

// A Row is a class.
type Row struct {
	Name           string // as the VM has it: [Ljava.lang.Object;
	Module         string // java.base@25.0.3; empty if it is in none
	Objects, Bytes int64
}

// A Histogram says how many objects of each class there are.
type Histogram struct {
	Rows           []Row
	Objects, Bytes int64 // of all rows
	Line           int   // of its heading, from 1
	Cut            bool  // it has no total: the end is missing
}

// A LineError says which line cannot be read.
type LineError struct {
	Line int // from 1
	Text string
}

func (e *LineError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Text) }

// Sniff reports whether a file that begins with head is a histogram.
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
	f := strings.Fields(line)
	return len(f) >= 5 && f[0] == "num" && f[1] == "#instances" && f[2] == "#bytes" && f[3] == "class" && f[4] == "name"
}

func isPID(line string) bool {
	number, ok := strings.CutSuffix(line, ":")
	_, err := strconv.ParseUint(number, 10, 32)
	return ok && err == nil
}

// Read reads all histograms. What was read before a fault is returned with the error, which is a *[LineError] unless r
// failed.
func Read(r io.Reader) ([]Histogram, error) {
	scanner := bufio.NewScanner(r)
	scanner.Buffer(make([]byte, 0, 4096), MaxLine)
	var all []Histogram
	var now *Histogram // that is being read
	finish := func(cut bool) {
		if now != nil {
			now.Cut = cut
			all, now = append(all, *now), nil
		}
	}
	line := 0
	for scanner.Scan() {
		line++
		text := strings.TrimSpace(scanner.Text())
		switch {
		case isHeading(text):
			finish(true)
			now = &Histogram{Line: line}
		case text == "" || isPID(text) || strings.Trim(text, "-") == "":
		case now == nil:
			return all, &LineError{line, fmt.Sprintf("expected a class histogram, found %q", start(text))}
		case strings.HasPrefix(text, "Total "):
			finish(false)
		default:
			if err := now.add(text); err != nil {
				finish(true)
				return all, &LineError{line, err.Error()}
			}
		}
	}
	finish(true)
	if err := scanner.Err(); errors.Is(err, bufio.ErrTooLong) {
		return all, &LineError{line + 1, fmt.Sprintf("is longer than %d bytes", MaxLine)}
	} else if err != nil {
		return all, err
	}
	return all, nil
}

// add takes a line with a class.
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

// word splits the first word off.
func word(text string) (first, rest string) {
	first, rest, _ = strings.Cut(strings.TrimLeft(text, " \t"), " ")
	return first, strings.TrimLeft(rest, " \t")
}

// start is enough of a text to find it again.
func start(text string) string {
	const most = 60
	if len(text) > most {
		return strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}
