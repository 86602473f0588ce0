package check

import (
	"fmt"
	"strconv"
	"strings"
)

// File is what a file of rules holds.
type File struct {
	Name  string
	Rules []*Rule
}

// Rule is one sentence that is to be true of a recording.
type Rule struct {
	Name, Why    string
	Text         string // the sentence
	Severity     Severity
	Optional     bool // it is left out, rather than broken, if the input does not tell
	File         string
	Line, Column int

	Subject Subject
	// Of numbers.
	Measure Measure
	Compare Compare
	Limit   Limit
	// Of ways: objects of To must not be reachable from From, "static field NAME" or the name of a type.
	From Subject
	// Of findings: the rule of the guided exploration that must not find anything, "any" for all.
	Finding string
}

// Severity is how bad it is that a rule is broken.
type Severity uint8

// Severities. Only errors make a check fail.
const (
	Error Severity = iota
	Warning
	Note
)

var severities = []string{"error", "warning", "note"}

func (s Severity) String() string { return severities[s] }

// SubjectKind says what a rule is about.
type SubjectKind uint8

// Kinds of subjects.
const (
	Heap       SubjectKind = iota
	Type                   // objects of types whose names fit
	Package                // objects of types in packages whose names fit, and in packages below
	Structures             // each data structure whose head's type fits
	Static                 // static fields
	Nothing
)

var subjectWords = []string{"heap", "type", "package", "structure", "static field", ""}

// Subject is what a rule is about. In names * stands for any text.
type Subject struct {
	Kind SubjectKind
	Name string
}

func (s Subject) String() string {
	return strings.TrimSpace(subjectWords[s.Kind] + " " + s.Name)
}

// Measure is a number of a subject.
type Measure uint8

// Measures.
const (
	NoMeasure Measure = iota
	Objects
	Bytes
	RetainedBytes
	DeepBytes
	Growth      // of bytes, from the first GC point to the last
	Overhead    // share of the time in GCs, of the worst window, in per cent
	Pause       // longest, in ms
	Churn       // bytes thrown away a second, of the worst window
	Duplicates  // bytes that duplicate strings waste
	Collections // bytes that collections with little in them waste
)

var measureWords = []string{"", "objects", "size", "retained size", "deep size", "growth", "gc overhead", "longest gc pause", "churn",
	"waste of duplicate strings", "waste of empty collections"}

func (m Measure) String() string { return measureWords[m] }

// Compare says on which side of its limit a number is to be.
type Compare uint8

// Comparisons.
const (
	AtMost Compare = iota
	Below
	AtLeast
	Above
)

var compareWords = []string{"at most", "below", "at least", "above"}

func (c Compare) String() string { return compareWords[c] }

// Holds reports whether a number is on the right side.
func (c Compare) Holds(value, limit float64) bool {
	switch c {
	case AtMost:
		return value <= limit
	case Below:
		return value < limit
	case AtLeast:
		return value >= limit
	}
	return value > limit
}

// Unit is what a limit is in.
type Unit uint8

// Units.
const (
	Count Unit = iota
	ByteUnit
	Percent
	Millis
	BytesPerSecond
)

// Limit is a number to compare with.
type Limit struct {
	Value float64 // in objects, bytes, per cent, ms, or bytes a second
	Unit  Unit
	PerGC bool // of growth, for each GC point after the first
	Base  bool // in per cent of the same number of the base recording
}

func (l Limit) String() string {
	text := number(l.Value, l.Unit)
	if l.PerGC {
		text += " per GC point"
	}
	if l.Base {
		text += " of base"
	}
	return text
}

// number writes a value with its unit.
func number(v float64, u Unit) string {
	plain := strconv.FormatFloat(v, 'f', -1, 64)
	switch u {
	case Percent:
		return strconv.FormatFloat(v, 'f', decimals(v), 64) + " %"
	case Millis:
		return strconv.FormatFloat(v, 'f', decimals(v), 64) + " ms"
	case ByteUnit:
		return sizeText(v)
	case BytesPerSecond:
		return sizeText(v) + "/s"
	}
	return plain
}

// decimals returns how many digits behind the point tell enough of a number.
func decimals(v float64) int {
	if v == float64(int64(v)) {
		return 0
	}
	return 2
}

func sizeText(v float64) string {
	for _, u := range []struct {
		name string
		size float64
	}{{"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}} {
		if v >= u.size || -v >= u.size {
			return strconv.FormatFloat(v/u.size, 'f', decimals(v/u.size), 64) + " " + u.name
		}
	}
	return fmt.Sprintf("%.0f bytes", v)
}
