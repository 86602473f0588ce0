package city

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// RuleError is a fault in the text of a rule.
type RuleError struct {
	At   int // character from 1
	Text string
}

func (e *RuleError) Error() string { return fmt.Sprintf("rule, character %d: %s", e.At, e.Text) }

// Limits of the text of a rule, in bytes.
const maxRule = 4096

// ParseRule reads a rule:
//
//	objects of GROUP above 10000
//	bytes of GROUP above 200MB
//	growth of GROUP above 5 % per GC point
//	growth of GROUP in bytes above 5 %
//	leak window found
//
// each may be followed by "then notify", "then stop" or "then dump"; without, it notifies. GROUP is a key or the name of a
// type, see [Rule.Group], in double quotes as in Go if it has blanks; a key may be followed by the chain that it is of, as
// in "by package,type". Numbers may end in k, M or G, numbers of bytes in kB, MB, GB, KiB, MiB or GiB. Errors are of type
// *[RuleError] and name what was expected.
func ParseRule(text string) (Rule, error) {
	p, err := newRuleParser(text)
	if err != nil {
		return Rule{}, err
	}
	var r Rule
	switch p.word() {
	case "objects", "bytes":
		r.Metric = Metric(slices.Index(metricNames, p.take()))
		err = p.value(&r)
	case "growth":
		p.take()
		r.Kind = GrowthAbove
		err = p.value(&r)
	case "leak":
		p.take()
		r.Kind = LeakFound
		if err = p.expect("window"); err == nil {
			err = p.expect("found")
		}
	default:
		err = p.fault(`expected "objects of", "bytes of", "growth of" or "leak window found"`)
	}
	if err == nil {
		err = p.outcome(&r)
	}
	if err != nil {
		return Rule{}, err
	}
	return r, nil
}

// String writes a rule so that [ParseRule] reads it.
func (r Rule) String() string {
	var b strings.Builder
	switch r.Kind {
	case ValueAbove:
		fmt.Fprintf(&b, "%s of %s", r.Metric, quotedGroup(r.Group))
	case GrowthAbove:
		fmt.Fprintf(&b, "growth of %s", quotedGroup(r.Group))
		if r.Metric == Bytes {
			b.WriteString(" in bytes")
		}
	case LeakFound:
		b.WriteString("leak window found")
	}
	if r.Kind != LeakFound {
		if r.By != "" {
			b.WriteString(" by " + quotedGroup(r.By))
		}
		b.WriteString(" above " + limitText(r.Limit))
	}
	if r.Kind == GrowthAbove {
		b.WriteString(" % per GC point")
	}
	return b.String() + " then " + r.Outcome.String()
}

func limitText(limit float64) string { return strconv.FormatFloat(limit, 'f', -1, 64) }

// percent writes a share in per cent with two digits that count.
func percent(share float64) string {
	if share >= 10 {
		return strconv.FormatFloat(share, 'f', 0, 64) + " %"
	}
	return strconv.FormatFloat(share, 'g', 2, 64) + " %"
}

func quotedGroup(name string) string {
	if name == "" || strings.ContainsFunc(name, func(r rune) bool { return r == '"' || !unicode.IsGraphic(r) || unicode.IsSpace(r) }) ||
		!utf8.ValidString(name) {
		return strconv.Quote(name)
	}
	return name
}

// ruleParser goes through the words of a rule.
type ruleParser struct {
	words []ruleWord
	end   int // characters of the text, and one
}

type ruleWord struct {
	text   string
	at     int
	quoted bool
}

func newRuleParser(text string) (*ruleParser, error) {
	p := &ruleParser{end: utf8.RuneCountInString(text) + 1}
	if len(text) > maxRule {
		return nil, &RuleError{1, fmt.Sprintf("expected at most %d bytes", maxRule)}
	}
	for rest := text; ; {
		rest = strings.TrimLeftFunc(rest, unicode.IsSpace)
		at := utf8.RuneCountInString(text[:len(text)-len(rest)]) + 1
		if rest == "" {
			return p, nil
		}
		length := strings.IndexFunc(rest, unicode.IsSpace)
		if length < 0 {
			length = len(rest)
		}
		if rest[0] != '"' {
			p.words = append(p.words, ruleWord{rest[:length], at, false})
			rest = rest[length:]
			continue
		}
		quoted, err := strconv.QuotedPrefix(rest)
		word, err2 := strconv.Unquote(quoted)
		if err != nil || err2 != nil {
			return nil, &RuleError{at, `expected a name in double quotes, which ends in "`}
		}
		p.words = append(p.words, ruleWord{word, at, true})
		rest = rest[len(quoted):]
	}
}

// word is the next word; empty at the end and for names in quotes.
func (p *ruleParser) word() string {
	if len(p.words) == 0 || p.words[0].quoted {
		return ""
	}
	return p.words[0].text
}

func (p *ruleParser) take() string {
	text := p.words[0].text
	p.words = p.words[1:]
	return text
}

// fault says what was expected in place of the next word.
func (p *ruleParser) fault(expected string) error {
	if len(p.words) == 0 {
		return &RuleError{p.end, expected + ", found the end"}
	}
	return &RuleError{p.words[0].at, fmt.Sprintf("%s, found %.40q", expected, p.words[0].text)}
}

func (p *ruleParser) expect(word string) error {
	if p.word() != word {
		return p.fault(fmt.Sprintf("expected %q", word))
	}
	p.take()
	return nil
}

// skip takes words if they come next.
func (p *ruleParser) skip(words ...string) bool {
	for i, w := range words {
		if i >= len(p.words) || p.words[i].quoted || p.words[i].text != w {
			return false
		}
	}
	p.words = p.words[len(words):]
	return true
}

// value reads what follows "objects", "bytes" or "growth".
func (p *ruleParser) value(r *Rule) error {
	if err := p.expect("of"); err != nil {
		return err
	}
	if len(p.words) == 0 || p.words[0].text == "" {
		return p.fault("expected a key or the name of a type")
	}
	r.Group = p.take()
	if r.Kind == GrowthAbove {
		if p.skip("in", "bytes") {
			r.Metric = Bytes
		} else {
			p.skip("in", "objects")
		}
	}
	if p.skip("by") {
		if len(p.words) == 0 || p.words[0].text == "" {
			return p.fault("expected classifiers joined by commas")
		}
		r.By = p.take()
	}
	if err := p.expect("above"); err != nil {
		return err
	}
	return p.limit(r)
}

// units of limits: factors by suffix. Those of bytes may follow a number of bytes only.
var (
	countUnits = map[string]float64{"": 1, "k": 1e3, "M": 1e6, "G": 1e9}
	byteUnits  = map[string]float64{"B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}
)

func (p *ruleParser) limit(r *Rule) error {
	expected := "expected a number of " + r.Metric.String()
	if r.Kind == GrowthAbove {
		expected = "expected a number of per cent"
	}
	number := strings.TrimRightFunc(p.word(), func(c rune) bool { return unicode.IsLetter(c) || c == '%' })
	unit := p.word()[len(number):]
	value, err := strconv.ParseFloat(strings.ReplaceAll(number, "_", ""), 64)
	if err != nil || math.IsInf(value, 0) || math.IsNaN(value) || value < 0 {
		return p.fault(expected)
	}
	word := p.words[0]
	p.take()
	if r.Kind == GrowthAbove {
		if unit != "%" && (unit != "" || !p.skip("%")) {
			p.words = slices.Insert(p.words, 0, word)
			return p.fault(expected + ` and "%"`)
		}
		r.Limit = value
		p.skip("per", "GC", "point")
		return nil
	}
	if unit == "" && r.Metric == Bytes {
		if _, known := byteUnits[p.word()]; known { // after a blank
			unit = p.take()
		}
	}
	factor, known := countUnits[unit]
	if !known && r.Metric == Bytes {
		factor, known = byteUnits[unit]
	}
	if !known {
		p.words = slices.Insert(p.words, 0, word)
		return p.fault(expected + ", which may end in k, M or G, bytes in kB, MB, GB, KiB, MiB or GiB")
	}
	if r.Limit = value * factor; math.IsInf(r.Limit, 0) {
		p.words = slices.Insert(p.words, 0, word)
		return p.fault(expected)
	}
	return nil
}

// outcome reads what follows "then", and the end.
func (p *ruleParser) outcome(r *Rule) error {
	if p.skip("then") {
		i := slices.Index(outcomeNames, p.word())
		if i < 0 {
			return p.fault(`expected "notify", "stop" or "dump"`)
		}
		p.take()
		r.Outcome = Outcome(i)
	}
	if len(p.words) > 0 {
		return p.fault(`expected "then" or the end`)
	}
	return nil
}
