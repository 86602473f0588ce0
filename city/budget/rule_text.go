package budget

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"memcity/analysis/sentence"
	"memcity/city/trees"
)

// ParseRule parses a rule:
//
//	objects of GROUP above 10000
//	bytes of GROUP above 200MB
//	growth of GROUP above 5 % per GC point
//	growth of GROUP in bytes above 5 %
//	leak window found
//
// "then notify", "then stop" or "then dump" may follow; the default is to notify. GROUP is a key or the name of a type, see
// [Rule.Group]. If it contains blanks, it must be in double quotes, as in Go. The chain of a key may follow the key, as in
// "by package,type". Numbers may end in k, M or G; numbers of bytes also in kB, MB, GB, KiB, MiB or GiB. Errors wrap a
// *[sentence.Fault] and say what was expected.
func ParseRule(text string) (Rule, error) {
	words, err := sentence.Read(text)
	var r Rule
	if err == nil {
		err = ruleParser{words}.rule(&r)
	}
	if err != nil {
		return Rule{}, fmt.Errorf("rule, %w", err)
	}
	return r, nil
}

// rule reads a whole rule.
func (p ruleParser) rule(r *Rule) (err error) {
	switch {
	case p.Take("objects"):
		err = p.value(r)
	case p.Take("bytes"):
		r.Unit = trees.Bytes
		err = p.value(r)
	case p.Take("growth"):
		r.Kind = GrowthAbove
		err = p.value(r)
	case p.Take("leak"):
		r.Kind = LeakFound
		if err = p.expect("window"); err == nil {
			err = p.expect("found")
		}
	default:
		return p.Fault(`expected "objects of", "bytes of", "growth of" or "leak window found"`)
	}
	if err != nil {
		return err
	}
	return p.outcome(r)
}

// String formats a rule so that [ParseRule] can read it.
func (r Rule) String() string {
	var b strings.Builder
	switch r.Kind {
	case ValueAbove:
		fmt.Fprintf(&b, "%s of %s", r.Unit, sentence.Quote(r.Group))
	case GrowthAbove:
		fmt.Fprintf(&b, "growth of %s", sentence.Quote(r.Group))
		if r.Unit == trees.Bytes {
			b.WriteString(" in bytes")
		}
	case LeakFound:
		b.WriteString("leak window found")
	}
	if r.Kind != LeakFound {
		if r.By != "" {
			b.WriteString(" by " + sentence.Quote(r.By))
		}
		b.WriteString(" above " + limitText(r.Limit))
	}
	if r.Kind == GrowthAbove {
		b.WriteString(" % per GC point")
	}
	return b.String() + " then " + r.Outcome.String()
}

func limitText(limit float64) string { return strconv.FormatFloat(limit, 'f', -1, 64) }

// ruleParser reads the words of a rule.
type ruleParser struct{ *sentence.Reader }

func (p ruleParser) expect(word string) error {
	if !p.Take(word) {
		return p.Fault("expected %q", word)
	}
	return nil
}

// value reads the part after "objects", "bytes" or "growth".
func (p ruleParser) value(r *Rule) error {
	if err := p.expect("of"); err != nil {
		return err
	}
	var ok bool
	if r.Group, ok = p.Name(); !ok {
		return p.Fault("expected a key or the name of a type")
	}
	if r.Kind == GrowthAbove {
		if p.Take("in", "bytes") {
			r.Unit = trees.Bytes
		} else {
			p.Take("in", "objects")
		}
	}
	if p.Take("by") {
		if r.By, ok = p.Name(); !ok {
			return p.Fault("expected classifiers separated by commas")
		}
	}
	if err := p.expect("above"); err != nil {
		return err
	}
	return p.limit(r)
}

// Units of limits: factors by suffix. Suffixes for bytes may follow only a number of bytes.
var (
	countUnits = map[string]float64{"": 1, "k": 1e3, "M": 1e6, "G": 1e9}
	byteUnits  = map[string]float64{"B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}
)

func (p ruleParser) limit(r *Rule) error {
	expected := "expected a number of " + r.Unit.String()
	if r.Kind == GrowthAbove {
		expected = "expected a percentage"
	}
	word := p.Next()
	number := strings.TrimRightFunc(word, func(c rune) bool { return unicode.IsLetter(c) || c == '%' })
	unit := word[len(number):]
	value, err := strconv.ParseFloat(strings.ReplaceAll(number, "_", ""), 64)
	if err != nil || math.IsInf(value, 0) || math.IsNaN(value) || value < 0 {
		return p.Fault("%s", expected)
	}
	start := p.Mark()
	p.Take(word)
	if r.Kind == GrowthAbove {
		if unit != "%" && (unit != "" || !p.Take("%")) {
			p.GoBack(start)
			return p.Fault("%s and \"%%\"", expected)
		}
		r.Limit = value
		p.Take("per", "GC", "point")
		return nil
	}
	if unit == "" && r.Unit == trees.Bytes {
		if _, known := byteUnits[p.Next()]; known { // after a blank
			unit = p.Next()
			p.Take(unit)
		}
	}
	factor, known := countUnits[unit]
	if !known && r.Unit == trees.Bytes {
		factor, known = byteUnits[unit]
	}
	if !known {
		p.GoBack(start)
		return p.Fault("%s, with an optional k, M or G, or for bytes kB, MB, GB, KiB, MiB or GiB", expected)
	}
	if r.Limit = value * factor; math.IsInf(r.Limit, 0) {
		p.GoBack(start)
		return p.Fault("%s", expected)
	}
	return nil
}

// outcome reads the part after "then", and the end.
func (p ruleParser) outcome(r *Rule) error {
	if p.Take("then") {
		i := slices.IndexFunc(outcomeNames, func(name string) bool { return p.Take(name) })
		if i < 0 {
			return p.Fault(`expected "notify", "stop" or "dump"`)
		}
		r.Outcome = Outcome(i)
	}
	if !p.Done() {
		return p.Fault(`expected "then" or the end`)
	}
	return nil
}
