package check

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"memcity/analysis/glob"
	"memcity/analysis/sentence"
	"memcity/words"
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
	Optional     bool // it is left out, rather than broken, if the input does not report
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

// IsBudget reports whether the rule bounds the size or the growth of groups, so that it can be held against every GC point by
// itself: an upper limit that is not compared with another recording.
func (r *Rule) IsBudget() bool {
	switch r.Measure {
	case Objects, Bytes, Growth:
	default:
		return false
	}
	return r.Subject.Kind <= Group && r.Compare <= Below && !r.Limit.Base
}

// Sentence writes a rule about a number so that [Parse] reads it.
func (r *Rule) Sentence() string { return what(r) + " " + r.Compare.String() + " " + r.Limit.exact() }

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
	Group                  // a group of the memory tree by its key
	Structures             // each data structure whose head's type fits
	Static                 // static fields
	Nothing
)

var subjectWords = []string{"heap", "type", "package", "group", "structure", "static field", ""}

// Subject is what a rule is about. In names * stands for any text, but not in keys.
type Subject struct {
	Kind SubjectKind
	Name string // of a group its key, names joined by #
	By   string // of a group: what the heap is grouped by, joined by commas; empty for the default chain
}

// String writes the subject as a rule has it.
func (s Subject) String() string {
	if s.Kind == Heap || s.Kind == Nothing {
		return subjectWords[s.Kind]
	}
	text := subjectWords[s.Kind] + " " + sentence.Quote(s.Name)
	if s.By != "" {
		text += " by " + sentence.Quote(s.By)
	}
	return text
}

// HasType reports whether the subject means a type, by its full name.
func (s Subject) HasType(name string) bool {
	if s.Kind != Package {
		return glob.Match(s.Name, name)
	}
	dot := strings.LastIndexByte(name, '.')
	return dot > 0 && s.HasPackage(name[:dot])
}

// HasPackage reports whether a subject of the kind [Package] means a package, or one above it.
func (s Subject) HasPackage(name string) bool {
	return glob.Match(s.Name, name) || glob.Match(s.Name, name+".") || glob.Match(s.Name+".*", name)
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
	Collections // bytes that empty and sparse collections waste
	Nested      // that maps in maps the wrong way round do, and so on
	Small
	Boxed
	AllCollections // that all of these waste
)

var measureWords = []string{"", "objects", "size", "retained size", "deep size", "growth", "gc overhead", "longest gc pause", "churn",
	"waste of duplicate strings", "waste of empty collections", "waste of nested collections",
	"waste of small collections", "waste of boxed collections", "waste of collections"}

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

// String writes the limit with all its digits; sizes are rounded.
func (l Limit) String() string {
	text := number(l.Value, l.Unit)
	switch l.Unit {
	case Percent:
		text = strconv.FormatFloat(l.Value, 'f', -1, 64) + " %"
	case Millis:
		text = strconv.FormatFloat(l.Value, 'f', -1, 64) + " ms"
	}
	return text + l.of()
}

// of says that the limit applies to each GC point, or that it is a percentage of the base.
func (l Limit) of() (text string) {
	if l.PerGC {
		text += " per GC point"
	}
	if l.Base {
		text += " of base"
	}
	return text
}

// Text writes another number as the limit is written, rounded.
func (l Limit) Text(value float64) string { return number(value, l.Unit) + l.of() }

// exact writes the limit with all digits.
func (l Limit) exact() string {
	if l.Unit == ByteUnit {
		for _, u := range byteNames {
			if whole := l.Value / u.size; whole >= 1 && whole == float64(int64(whole*1000))/1000 {
				return strconv.FormatFloat(whole, 'f', -1, 64) + " " + u.name
			}
		}
		if l.Value < 1000 && l.Value == math.Trunc(l.Value) {
			return sizeText(l.Value)
		}
		return strconv.FormatFloat(l.Value, 'f', -1, 64) + " bytes"
	}
	if l.Unit == Count {
		return strconv.FormatFloat(l.Value, 'f', -1, 64) + l.of()
	}
	return l.String()
}

// byteNames are the units of sizes, the largest first.
var byteNames = []struct {
	name string
	size float64
}{{"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}}

// number writes a value with its unit.
func number(v float64, u Unit) string {
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
	return words.Hyphened(words.CountOf(v))
}

// decimals returns the number of decimals to print: two, or more if two would print a number as 0.
func decimals(v float64) int {
	switch {
	case v == float64(int64(v)):
		return 0
	case math.Abs(v) < 0.005:
		return 1 - int(math.Floor(math.Log10(math.Abs(v))))
	}
	return 2
}

func sizeText(v float64) string {
	value, unit := words.Scaled(v)
	if value == v {
		if v == 1 {
			return "1 byte"
		}
		return fmt.Sprintf("%.0f bytes", v)
	}
	return strconv.FormatFloat(value, 'f', decimals(value), 64) + " " + unit
}
