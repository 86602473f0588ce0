package check

import (
	"fmt"
	"math"
	"strconv"

	"memcity/analysis/sentence"
	"memcity/analysis/userfile"
	"memcity/trace"
	"memcity/words"
)

// File contains the rules of a file.
type File struct {
	Name  string
	Rules []*Rule
}

// Rule is a sentence that must hold for a recording.
type Rule struct {
	Name, Why    string
	Text         string // the sentence
	Severity     Severity
	Optional     bool // true to skip the rule, rather than break it, if the input lacks data
	File         string
	Line, Column int

	Subject Subject
	// For rules about numbers.
	Quantity Quantity
	Compare  Compare
	Limit    Limit
	// For rules about paths: objects of Subject must not be reachable from From, which is a static field or a type.
	From Subject
	// For rules about findings: the rule of the guide that must not find anything; [AnyFinding] for all.
	Finding string
}

// IsBudget reports whether the rule limits the size or growth of groups and can be evaluated at each GC point: it has an upper limit and
// does not compare with a baseline.
func (r *Rule) IsBudget() bool {
	switch r.Quantity {
	case Objects, Bytes, Growth:
	default:
		return false
	}
	return r.Subject.Kind <= Group && r.Compare <= Below && !r.Limit.Base
}

// Sentence returns a rule about a number in the form that [Parse] accepts.
func (r *Rule) Sentence() string { return what(r) + " " + r.Compare.String() + " " + r.Limit.exact() }

// Severity selects how serious a broken rule is.
type Severity uint8

// Severities. Only errors make a check fail.
const (
	Error Severity = iota
	Warning
	Note
)

var severities = []string{"error", "warning", "note"}

func (s Severity) String() string { return severities[s] }

// SubjectKind selects the kind of a subject.
type SubjectKind uint8

// Kinds of subjects.
const (
	Heap       SubjectKind = iota
	Type                   // objects of types with matching names
	Package                // objects of types in packages with matching names, and in their subpackages
	Group                  // a group of the memory tree, by key
	Structures             // each data structure whose head has a matching type
	Static                 // static fields
	Nothing
)

var subjectWords = []string{"heap", "type", "package", "group", "structure", "static field", ""}

// Subject is the subject of a rule. A * in a name stands for any text, but not in keys.
type Subject struct {
	Kind SubjectKind
	Name string // name; for a group its key, with names separated by #
	By   string // for a group: classifiers of the chain, separated by commas; empty for the default chain
}

// String returns the subject as written in rules.
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

// HasType reports whether the subject matches a type, by its full name.
func (s Subject) HasType(name string) bool {
	if s.Kind != Package {
		return userfile.Match(s.Name, name)
	}
	pkg, _ := trace.SplitType(name)
	return pkg != "" && s.HasPackage(pkg)
}

// HasPackage reports whether a subject of kind [Package] matches a package or one above it.
func (s Subject) HasPackage(name string) bool {
	return userfile.Match(s.Name, name) || userfile.Match(s.Name, name+".") || userfile.Match(s.Name+".*", name)
}

// Quantity selects a number of a subject.
type Quantity uint8

// Measures.
const (
	NoQuantity Quantity = iota
	Objects
	Bytes
	RetainedBytes
	DeepBytes
	Growth      // growth of bytes from the first GC point to the last
	Overhead    // share of time spent in GCs in the worst window, in percent
	Pause       // longest pause, in ms
	Churn       // bytes discarded per second in the worst window
	Duplicates  // bytes wasted by duplicate strings
	Collections // bytes wasted by empty and sparse collections
	Nested      // bytes wasted by maps nested in the wrong order
	Small
	Boxed
	AllCollections // bytes wasted by all of these
)

var quantityWords = []string{"", "objects", "size", "retained size", "deep size", "growth", "gc overhead", "longest gc pause", "churn",
	"waste of duplicate strings", "waste of empty collections", "waste of nested collections",
	"waste of small collections", "waste of boxed collections", "waste of collections"}

func (m Quantity) String() string { return quantityWords[m] }

// Compare selects the required relation of a number to its limit.
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

// Holds reports whether a number is on the required side of the limit.
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

// Unit is the unit of a limit.
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
	Value float64 // in objects, bytes, percent, ms, or bytes per second
	Unit  Unit
	PerGC bool // for growth: true if the limit applies per GC point after the first
	Base  bool // true if it is a percentage of the same number of the baseline
}

// String returns the limit with all its digits; sizes are rounded.
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

// of returns a suffix for limits that apply per GC point or are a percentage of the baseline.
func (l Limit) of() (text string) {
	if l.PerGC {
		text += " per GC point"
	}
	if l.Base {
		text += " of base"
	}
	return text
}

// Text formats another number like the limit, rounded.
func (l Limit) Text(value float64) string { return number(value, l.Unit) + l.of() }

// exact returns the limit with all its digits.
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

// byteNames contains the units of sizes, largest first.
var byteNames = []struct {
	name string
	size float64
}{{"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}}

// number formats a value with its unit.
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

// decimals returns the number of decimals to print: two, or more if two would print a nonzero number as 0.
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
