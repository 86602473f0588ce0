package check

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxSentence is the length of a rule's sentence, in bytes.
const maxSentence = 4096

// sentenceFault is what is wrong in a sentence.
type sentenceFault struct {
	offset int // in characters from 0
	text   string
}

// Findings are the rules of the guided exploration that a sentence may name, beside "any" and "finding".
var Findings = []string{"leak", "growth", "churn", "gc-overhead", "class-loader", "thread-local", "big-holder", "shared-ownership", "duplicate-strings",
	"empty-collections"}

// AnyFinding stands for all findings.
const AnyFinding = "finding"

// parseSentence reads a rule, with words in quotes and names that * may be part of:
//
//	Rule     = Number Compare Limit | "no" "path" "from" Source "to" "type" name | "no" finding .
//	Number   = ( "objects" | "size" | "retained" "size" | "deep" "size" | "growth" ) "of" Subject
//	         | "gc" "overhead" | "longest" "gc" "pause" | "churn"
//	         | "waste" "of" "duplicate" "strings" | "waste" "of" "empty" "collections" .
//	Subject  = "type" name | "package" name | "structure" name | "heap" .
//	Source   = "static" "field" name | "type" name .
//	Compare  = "at" "most" | "below" | "at" "least" | "above" .
//	Limit    = number [ unit ] [ "per" "GC" [ "point" ] ] [ "of" "base" ] .
//
// A unit is B, kB, MB, GB, KiB, MiB, GiB, with /s for churn, %, ms or s.
func parseSentence(text string, r *Rule) *sentenceFault {
	if len(text) > maxSentence {
		return &sentenceFault{0, fmt.Sprintf("a rule has at most %d bytes", maxSentence)}
	}
	p := &sentence{words: wordsOf(text), length: utf8.RuneCountInString(text)}
	r.Subject.Kind = Nothing
	var wrong *sentenceFault
	if p.take("no") {
		wrong = p.forbidden(r)
	} else if wrong = p.number(r); wrong == nil {
		if wrong = p.compare(r); wrong == nil {
			wrong = p.limit(r)
		}
	}
	if wrong == nil && p.at < len(p.words) {
		wrong = p.fault("the rule ends before %q", p.words[p.at].text)
	}
	return wrong
}

type word struct {
	text   string
	offset int // in characters
}

// sentence is words, of which those before at were read.
type sentence struct {
	words  []word
	at     int
	length int
}

func wordsOf(text string) (words []word) {
	offset, begin := 0, -1
	var b strings.Builder
	end := func() {
		if begin >= 0 {
			words = append(words, word{b.String(), begin})
			begin = -1
			b.Reset()
		}
	}
	for _, r := range text {
		if unicode.IsSpace(r) {
			end()
		} else {
			if begin < 0 {
				begin = offset
			}
			b.WriteRune(r)
		}
		offset++
	}
	end()
	return words
}

func (p *sentence) fault(format string, args ...any) *sentenceFault {
	offset := p.length
	if p.at < len(p.words) {
		offset = p.words[p.at].offset
	}
	return &sentenceFault{offset, fmt.Sprintf(format, args...)}
}

// take reads words if they come next, whatever their case.
func (p *sentence) take(words ...string) bool {
	if p.at+len(words) > len(p.words) {
		return false
	}
	for i, w := range words {
		if !strings.EqualFold(p.words[p.at+i].text, w) {
			return false
		}
	}
	p.at += len(words)
	return true
}

func (p *sentence) expect(words ...string) *sentenceFault {
	if !p.take(words...) {
		return p.fault("expected %q", strings.Join(words, " "))
	}
	return nil
}

// forbidden reads what follows "no".
func (p *sentence) forbidden(r *Rule) *sentenceFault {
	if !p.take("path") {
		if p.at < len(p.words) {
			name := strings.ToLower(p.words[p.at].text)
			if name == AnyFinding || slices.Contains(Findings, name) {
				p.at++
				r.Finding = name
				return nil
			}
		}
		return p.fault("expected \"path\", or a finding: %s or %s", strings.Join(Findings, ", "), AnyFinding)
	}
	if wrong := p.expect("from"); wrong != nil {
		return wrong
	}
	switch {
	case p.take("static", "field"):
		r.From.Kind = Static
	case p.take("type"):
		r.From.Kind = Type
	default:
		return p.fault("expected \"static field\" or \"type\", with a name")
	}
	if wrong := p.name(&r.From.Name); wrong != nil {
		return wrong
	}
	if wrong := p.expect("to"); wrong != nil {
		return wrong
	}
	p.take("type")
	r.Subject.Kind = Type
	return p.name(&r.Subject.Name)
}

func (p *sentence) name(into *string) *sentenceFault {
	if p.at == len(p.words) {
		return p.fault("expected a name, in which * stands for any text")
	}
	*into = p.words[p.at].text
	p.at++
	return nil
}

// number reads what is measured, and of what.
func (p *sentence) number(r *Rule) *sentenceFault {
	for m := len(measureWords) - 1; m > 0; m-- { // longer words first
		if !p.take(strings.Fields(measureWords[m])...) {
			continue
		}
		r.Measure = Measure(m)
		if r.Measure > Growth {
			return nil
		}
		if wrong := p.expect("of"); wrong != nil {
			return wrong
		}
		return p.subject(r)
	}
	if p.take("bytes") { // as rules of recordings call it
		r.Measure = Bytes
		if wrong := p.expect("of"); wrong != nil {
			return wrong
		}
		return p.subject(r)
	}
	return p.fault("expected \"no\", or one of: %s", strings.Join(measureWords[1:], ", "))
}

func (p *sentence) subject(r *Rule) *sentenceFault {
	at := p.at
	for kind := Heap; kind < Static; kind++ {
		if !p.take(subjectWords[kind]) {
			continue
		}
		r.Subject.Kind = kind
		if kind == Heap {
			if r.Measure == RetainedBytes || r.Measure == DeepBytes {
				p.at = at
				return p.fault("the heap has a size, and no %s", r.Measure)
			}
			return nil
		}
		if kind == Structures && r.Measure == Growth {
			p.at = at
			return p.fault("growth is of the heap, a type or a package; a structure has objects and a size")
		}
		return p.name(&r.Subject.Name)
	}
	return p.fault("expected %q, %q, %q or %q", "heap", "type NAME", "package NAME", "structure NAME")
}

func (p *sentence) compare(r *Rule) *sentenceFault {
	for c, words := range compareWords {
		if p.take(strings.Fields(words)...) {
			r.Compare = Compare(c)
			return nil
		}
	}
	return p.fault("expected \"at most\", \"below\", \"at least\" or \"above\"")
}

// units are the units of limits.
var units = map[string]struct {
	unit   Unit
	factor float64
}{
	"": {Count, 1}, "%": {Percent, 1}, "ms": {Millis, 1}, "s": {Millis, 1000}, "b": {ByteUnit, 1}, "bytes": {ByteUnit, 1}, "byte": {ByteUnit, 1},
	"kb": {ByteUnit, 1e3}, "mb": {ByteUnit, 1e6}, "gb": {ByteUnit, 1e9}, "kib": {ByteUnit, 1 << 10}, "mib": {ByteUnit, 1 << 20}, "gib": {ByteUnit, 1 << 30},
	"objects": {Count, 1}, "object": {Count, 1}, "k": {Count, 1e3}, "kb/s": {BytesPerSecond, 1e3}, "mb/s": {BytesPerSecond, 1e6}, "gb/s": {BytesPerSecond, 1e9},
}

func (p *sentence) limit(r *Rule) *sentenceFault {
	if p.at == len(p.words) {
		return p.fault("expected a number")
	}
	text := p.words[p.at].text
	end := strings.IndexFunc(text, func(c rune) bool { return !unicode.IsDigit(c) && c != '.' && c != '-' && c != ',' })
	if end < 0 {
		end = len(text)
	}
	value, err := strconv.ParseFloat(strings.ReplaceAll(text[:end], ",", ""), 64)
	if err != nil || math.IsInf(value, 0) || math.IsNaN(value) {
		return p.fault("%q: expected a number", text)
	}
	at := p.at
	p.at++
	unitText := text[end:]
	if unitText == "" && p.at < len(p.words) {
		if _, ok := units[strings.ToLower(p.words[p.at].text)]; ok {
			unitText = p.words[p.at].text
			p.at++
		}
	}
	u, ok := units[strings.ToLower(unitText)]
	if !ok {
		p.at = at
		return p.fault("%q: there is no unit %q; expected B, kB, MB, GB, KiB, MiB, GiB, MB/s, %%, ms or s", text, unitText)
	}
	r.Limit = Limit{Value: value * u.factor, Unit: u.unit}
	if p.take("per", "gc") {
		p.take("point")
		r.Limit.PerGC = true
	}
	r.Limit.Base = p.take("of", "base")
	if text := fits(r); text != "" {
		p.at = at
		return p.fault("%s", text)
	}
	return nil
}

// fits says what is wrong with the unit of a limit; empty if nothing is.
func fits(r *Rule) string {
	l := r.Limit
	if l.PerGC && r.Measure != Growth {
		return "only growth is per GC point"
	}
	if l.Base {
		if l.Unit != Percent {
			return "what is compared with the base recording is a number of per cent, such as 110 % of base"
		}
		return ""
	}
	var want []Unit
	switch r.Measure {
	case Objects:
		want = []Unit{Count}
	case Growth, Duplicates, Collections:
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
	return fmt.Sprintf("%s is in %s", r.Measure, map[Unit]string{Count: "objects, without a unit", ByteUnit: "bytes, such as 50 MB", Percent: "per cent or bytes",
		Millis: "ms or s", BytesPerSecond: "bytes a second, such as 100 MB/s"}[want[0]])
}
