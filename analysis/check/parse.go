package check

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"memcity/analysis/sentence"
)

// Findings contains the rules of the guide that a sentence may name, in addition to [AnyFinding].
var Findings = []string{"leak", "growth", "heap-full", "churn", "gc-overhead", "destroyed-components", "detached-dom", "unused-variables", "class-loader", "unused-collections", "thread-local", "big-holder", "shared-ownership",
	"off-heap", "duplicate-strings", "duplicate-bitmaps",
	"empty-collections", "sparse-collections", "nested-collections", "fixed-size-collections", "small-collections", "boxed-collections",
	"collections", "slices"}

// AnyFinding stands for all findings.
const AnyFinding = "finding"

// Parse parses a sentence as a rule. Errors are of type *[sentence.Fault].
func Parse(text string) (*Rule, error) {
	r := &Rule{Name: text, Text: text}
	if err := parseSentence(text, r); err != nil {
		return nil, err
	}
	return r, nil
}

// parseSentence parses a rule. Names may contain *, and are in double quotes if they contain blanks. Errors are of type *[sentence.Fault].
//
//	Rule     = Number Compare Limit | "no" "path" "from" Source "to" "type" name | "no" finding .
//	Number   = ( "objects" | "size" | "retained" "size" | "deep" "size" | "growth" ) "of" Subject
//	         | "gc" "overhead" | "longest" "gc" "pause" | "churn"
//	         | "waste" "of" "duplicate" "strings"
//	         | "waste" "of" [ "empty" | "nested" | "small" | "boxed" ] "collections" .
//	Subject  = "type" name | "package" name | "group" key [ "by" chain ] | "structure" name | "heap" .
//	Source   = "static" "field" name | "type" name .
//	Compare  = "at" "most" | "below" | "at" "least" | "above" .
//	Limit    = number [ unit ] [ "per" "GC" [ "point" ] ] [ "of" "base" ] .
//
// A unit is B, kB, MB, GB, KiB, MiB, GiB, with /s for churn, %, ms or s.
func parseSentence(text string, r *Rule) error {
	words, err := sentence.Read(text)
	if err != nil {
		return err
	}
	p := parser{words}
	r.Subject.Kind = Nothing
	if p.Take("no") {
		err = p.parseForbidden(r)
	} else if err = p.number(r); err == nil {
		if err = p.compare(r); err == nil {
			err = p.limit(r)
		}
	}
	if err == nil && !p.Done() {
		err = p.FaultHere("the rule ends before %q", p.rest())
	}
	return err
}

// parser parses the words of a rule.
type parser struct{ *sentence.Reader }

func (p parser) expect(words ...string) error {
	if !p.Take(words...) {
		return p.Fault("expected %q", strings.Join(words, " "))
	}
	return nil
}

// rest returns the next word, quoted or not, without consuming it.
func (p parser) rest() string {
	at := p.Mark()
	name, _ := p.Name()
	p.GoBack(at)
	return name
}

// parseForbidden parses the part after "no".
func (p parser) parseForbidden(r *Rule) error {
	if !p.Take("path") {
		for _, name := range append([]string{AnyFinding}, Findings...) {
			if p.Take(name) {
				r.Finding = name
				return nil
			}
		}
		return p.Fault("expected \"path\", or a finding: %s or %s", strings.Join(Findings, ", "), AnyFinding)
	}
	if err := p.expect("from"); err != nil {
		return err
	}
	switch {
	case p.Take("static", "field"):
		r.From.Kind = Static
	case p.Take("type"):
		r.From.Kind = Type
	default:
		return p.Fault("expected \"static field\" or \"type\", with a name")
	}
	if err := p.name(&r.From.Name); err != nil {
		return err
	}
	if err := p.expect("to"); err != nil {
		return err
	}
	p.Take("type")
	r.Subject.Kind = Type
	return p.name(&r.Subject.Name)
}

func (p parser) name(into *string) error {
	name, ok := p.Name()
	if !ok {
		return p.Fault("expected a name, in which * matches any text")
	}
	*into = name
	return nil
}

// number parses the quantity and its subject.
func (p parser) number(r *Rule) error {
	for m := len(quantityWords) - 1; m > 0; m-- { // longer phrases first
		if !p.Take(strings.Fields(quantityWords[m])...) {
			continue
		}
		r.Quantity = Quantity(m)
		if r.Quantity > Growth {
			return nil
		}
		if err := p.expect("of"); err != nil {
			return err
		}
		return p.subject(r)
	}
	if p.Take("bytes") { // name in the rules of recordings
		r.Quantity = Bytes
		if err := p.expect("of"); err != nil {
			return err
		}
		return p.subject(r)
	}
	return p.Fault("expected \"no\", or one of: %s", strings.Join(quantityWords[1:], ", "))
}

func (p parser) subject(r *Rule) error {
	at := p.Mark()
	for kind := Heap; kind < Static; kind++ {
		if !p.Take(subjectWords[kind]) {
			continue
		}
		r.Subject.Kind = kind
		if kind == Heap {
			if r.Quantity == RetainedBytes || r.Quantity == DeepBytes {
				p.GoBack(at)
				return p.FaultHere("the heap has a size, but no %s", r.Quantity)
			}
			return nil
		}
		if kind == Structures && r.Quantity == Growth {
			p.GoBack(at)
			return p.FaultHere("a structure has objects and a size, but no growth; growth needs the heap, a type, a package or a group")
		}
		if err := p.name(&r.Subject.Name); err != nil || kind != Group || !p.Take("by") {
			return err
		}
		var ok bool
		if r.Subject.By, ok = p.Name(); !ok {
			return p.Fault("expected classifiers to group the heap by, separated by commas")
		}
		return nil
	}
	return p.Fault("expected %q, %q, %q, %q or %q", "heap", "type NAME", "package NAME", "group KEY", "structure NAME")
}

func (p parser) compare(r *Rule) error {
	for c, words := range compareWords {
		if p.Take(strings.Fields(words)...) {
			r.Compare = Compare(c)
			return nil
		}
	}
	return p.Fault("expected \"at most\", \"below\", \"at least\" or \"above\"")
}

// units contains the units of limits by lower-case name.
var units = map[string]struct {
	unit   Unit
	factor float64
}{
	"": {Count, 1}, "%": {Percent, 1}, "ms": {Millis, 1}, "s": {Millis, 1000}, "b": {ByteUnit, 1}, "bytes": {ByteUnit, 1},
	"byte": {ByteUnit, 1},
	"kb":   {ByteUnit, 1e3}, "mb": {ByteUnit, 1e6}, "gb": {ByteUnit, 1e9}, "tb": {ByteUnit, 1e12}, "kib": {ByteUnit, 1 << 10},
	"mib": {ByteUnit, 1 << 20}, "gib": {ByteUnit, 1 << 30},
	"objects": {Count, 1}, "object": {Count, 1}, "k": {Count, 1e3}, "kb/s": {BytesPerSecond, 1e3}, "mb/s": {BytesPerSecond, 1e6},
	"gb/s": {BytesPerSecond, 1e9},
}

func (p parser) limit(r *Rule) error {
	at := p.Mark()
	text, ok := p.Name()
	if !ok {
		return p.Fault("expected a number")
	}
	end := strings.IndexFunc(text, func(c rune) bool { return !unicode.IsDigit(c) && c != '.' && c != '-' && c != ',' })
	if end < 0 {
		end = len(text)
	}
	value, err := strconv.ParseFloat(strings.ReplaceAll(text[:end], ",", ""), 64)
	if err != nil || math.IsInf(value, 0) || math.IsNaN(value) {
		p.GoBack(at)
		return p.Fault("expected a number")
	}
	unitText := text[end:]
	if next := p.Next(); unitText == "" && next != "" {
		if _, known := units[strings.ToLower(next)]; known {
			unitText = next
			p.Take(next)
		}
	}
	u, ok := units[strings.ToLower(unitText)]
	if !ok {
		p.GoBack(at)
		return p.FaultHere("%q: unknown unit %q; expected B, kB, MB, GB, KiB, MiB, GiB, MB/s, %%, ms or s", text, unitText)
	}
	r.Limit = Limit{Value: value * u.factor, Unit: u.unit}
	if p.Take("per", "gc") {
		p.Take("point")
		r.Limit.PerGC = true
	}
	r.Limit.Base = p.Take("of", "base")
	if text := fits(r); text != "" {
		p.GoBack(at)
		return p.FaultHere("%s", text)
	}
	return nil
}

// fits returns an error text if the unit of a limit does not fit; empty if it fits.
func fits(r *Rule) string {
	l := r.Limit
	if l.PerGC && r.Quantity != Growth {
		return "only growth can be limited per GC point"
	}
	if l.Base {
		if l.Unit != Percent {
			return "a limit relative to the base recording must be a percentage, such as 110 % of base"
		}
		return ""
	}
	var want []Unit
	switch r.Quantity {
	case Objects:
		want = []Unit{Count}
	case Growth, Duplicates, Collections, Nested, Small, Boxed, AllCollections:
		want = []Unit{Percent, ByteUnit}
	case Overhead:
		want = []Unit{Percent}
	case Pause:
		want = []Unit{Millis}
	case Churn:
		want = []Unit{BytesPerSecond}
	default:
		want = []Unit{ByteUnit}
	}
	if slices.Contains(want, l.Unit) {
		return ""
	}
	return fmt.Sprintf("%s: expected a limit in %s", r.Quantity,
		map[Unit]string{Count: "objects, without a unit", ByteUnit: "bytes, such as 50 MB", Percent: "percent or bytes",
			Millis: "ms or s", BytesPerSecond: "bytes per second, such as 100 MB/s"}[want[0]])
}
