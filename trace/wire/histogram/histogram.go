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
// name occurs twice, two loaders have defined the class. A file may contain several histograms.
//
// Limits: [MaxLine] bytes per line, [MaxRows] rows per histogram.
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

// Limits for reading.
const (
	MaxLine = 128 << 10 // class names have at most 65535 bytes
	MaxRows = 16 << 20
)

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
	f := strings.Fields(line)
	return len(f) >= 5 && f[0] == "num" && f[1] == "#instances" && f[2] == "#bytes" && f[3] == "class" && f[4] == "name"
}

func isPID(line string) bool {
	number, ok := strings.CutSuffix(line, ":")
	_, err := strconv.ParseUint(number, 10, 32)
	return ok && err == nil
}

// Read reads all histograms. It returns the histograms before a fault together with the error, which is a *[LineError] unless r failed.
func Read(r io.Reader) ([]Histogram, error) {
	scanner := bufio.NewScanner(r)
	scanner.Buffer(make([]byte, 0, 4096), MaxLine)
	var all []Histogram
	var now *Histogram // histogram being read
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
