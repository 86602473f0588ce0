package check

import (
	"context"
	"errors"
	"fmt"
	"math"

	"memcity/words"
)

// Source resolves what rules need to know of one recording. An error of type [*Unknown] says that its input does not report.
type Source interface {
	// Number measures a subject at the last GC point; growth over the whole recording, of bytes.
	Number(ctx context.Context, m Measure, s Subject) (Number, error)
	// Path looks for a path of references from one subject to another, and reports it; empty if there is none.
	Path(ctx context.Context, from, to Subject) (string, error)
	// Found reports the findings of a rule of the guided exploration, [AnyFinding] for all, in a sentence each.
	Found(ctx context.Context, finding string) ([]string, error)
}

// Number is what a source measured.
type Number struct {
	Value float64 // in objects, bytes, per cent, ms, or bytes a second
	Whole float64 // of what per cent are counted, in the same unit: the heap, or the first value of growth
	Steps int     // of growth: GC points after the first
	Where string  // the largest single thing, where the number is of one of several; a key or a name
}

// Unknown says that an input does not have what a rule needs.
type Unknown struct{ Text string }

func (u *Unknown) Error() string { return u.Text }

// Status is what became of a rule.
type Status uint8

// What becomes of rules.
const (
	Kept Status = iota
	Broken
	NotKnown // the input does not report; as bad as broken unless the rule is optional
)

var statuses = []string{"kept", "broken", "unknown"}

func (s Status) String() string { return statuses[s] }

// Outcome is a rule with what became of it.
type Outcome struct {
	Rule    *Rule
	Status  Status
	Text    string   // what was found, in a sentence
	Value   *float64 // in the unit of the limit; nil if there is no number; of repeats the median
	Where   []string // what it is about: names, ways, findings
	Repeats *Repeats // nil if the rule was held against one recording
}

// Fails reports whether the outcome makes a check fail. Repeats that contradict each other do not, unless they are too few.
func (o *Outcome) Fails() bool {
	if o.Rule.Severity != Error || o.Repeats != nil && o.Repeats.Noise {
		return false
	}
	return o.Status == Broken || o.Status == NotKnown && !o.Rule.Optional
}

// Run judges all rules. Base is the recording to compare with, nil if there is none. An error is one that nothing can be judged
// with, or ctx's.
func Run(ctx context.Context, rules []*Rule, source, base Source) ([]Outcome, error) {
	run, err := Observe(ctx, rules, source)
	if err != nil {
		return nil, err
	}
	var bases [][]Observation
	if base != nil {
		before, err := ObserveBase(ctx, rules, base)
		if err != nil {
			return nil, err
		}
		bases = append(bases, before)
	}
	return Judge(rules, [][]Observation{run}, bases, Exactly), nil
}

// Observation is what one recording shows of a rule.
type Observation struct {
	number  Number
	found   []string // findings, or the path
	unknown string   // why it is not known; empty if it is
}

// Observe finds out what a recording shows of each rule, so that only this recording has to be open.
func Observe(ctx context.Context, rules []*Rule, source Source) ([]Observation, error) {
	return observe(ctx, rules, source, func(*Rule) bool { return true })
}

// ObserveBase is [Observe] for a recording to compare with: of rules that do not compare, nothing is found out.
func ObserveBase(ctx context.Context, rules []*Rule, source Source) ([]Observation, error) {
	return observe(ctx, rules, source, func(r *Rule) bool { return r.Limit.Base })
}

func observe(ctx context.Context, rules []*Rule, source Source, which func(*Rule) bool) ([]Observation, error) {
	all := make([]Observation, len(rules))
	for i, r := range rules {
		if !which(r) {
			continue
		}
		err := all[i].observe(ctx, r, source)
		var unknown *Unknown
		if errors.As(err, &unknown) {
			all[i].unknown = unknown.Text
		} else if err != nil {
			return nil, words.Errorf("rule %q: %w", r.Name, err)
		}
	}
	return all, nil
}

func (o *Observation) observe(ctx context.Context, r *Rule, source Source) (err error) {
	switch {
	case r.Finding != "":
		o.found, err = source.Found(ctx, r.Finding)
	case r.From.Name != "":
		var path string
		if path, err = source.Path(ctx, r.From, r.Subject); path != "" {
			o.found = []string{path}
		}
	default:
		o.number, err = source.Number(ctx, r.Measure, r.Subject)
	}
	return err
}

// judge holds a rule against one recording, or against it and one to compare with, nil for none.
func judge(r *Rule, o, base *Observation) Outcome {
	switch {
	case o.unknown != "":
		return Outcome{Status: NotKnown, Text: o.unknown}
	case r.Finding != "" && len(o.found) == 0:
		return Outcome{Text: "nothing was found"}
	case r.Finding != "":
		return Outcome{Status: Broken, Text: o.found[0], Where: o.found}
	case r.From.Name != "" && len(o.found) == 0:
		return Outcome{Text: fmt.Sprintf("no reference leads from %s to %s", r.From, r.Subject)}
	case r.From.Name != "":
		return Outcome{Status: Broken, Text: "there is a path: " + o.found[0], Where: o.found}
	}
	return judgeNumber(r, o, base)
}

// noBase is why nothing is known of a rule that compares where there is nothing to compare with.
const noBase = "no base recording to compare with; name one with --base"

func judgeNumber(r *Rule, o, base *Observation) Outcome {
	value := r.InUnit(o.number)
	if r.Limit.Base {
		switch {
		case base == nil:
			return Outcome{Status: NotKnown, Text: noBase}
		case base.unknown != "":
			return Outcome{Status: NotKnown, Text: base.unknown}
		}
		value = relative(o.number.Value, base.number.Value)
	}
	out := Outcome{Value: finite(value), Text: fmt.Sprintf("%s %s %s, expected %s %s", what(r), r.Measure.verb(), valueText(value, r), r.Compare,
		r.Limit)}
	if o.number.Where != "" {
		out.Where = []string{o.number.Where}
		out.Text += ": " + o.number.Where
	}
	if !r.Compare.Holds(value, r.Limit.Value) {
		out.Status = Broken
	}
	return out
}

// finite returns where a number is that can be written; nil for an infinite one.
func finite(value float64) *float64 {
	if math.IsInf(value, 0) {
		return nil
	}
	return &value
}

// verb goes with the measure in a sentence.
func (m Measure) verb() string {
	if m == Objects {
		return "are"
	}
	return "is"
}

func what(r *Rule) string {
	if r.Subject.Kind == Nothing {
		return r.Measure.String()
	}
	return r.Measure.String() + " of " + r.Subject.String()
}

func valueText(value float64, r *Rule) string {
	if math.IsInf(value, 1) {
		return "more than zero, where there was nothing before"
	}
	return r.Limit.Text(value)
}

// relative returns a number in per cent of another, where nothing is all of nothing.
func relative(part, whole float64) float64 {
	switch {
	case whole != 0:
		return 100 * part / whole
	case part == 0:
		return 100
	}
	return math.Inf(1)
}

// InUnit returns a number in the unit of the rule's limit; infinite in per cent of nothing.
func (r *Rule) InUnit(n Number) float64 {
	value := n.Value
	if r.Limit.Unit == Percent && !r.Limit.Base && r.Measure != Overhead {
		switch {
		case n.Whole != 0:
			value = 100 * value / n.Whole
		case value != 0:
			value = math.Copysign(math.Inf(1), value)
		}
	}
	if r.Limit.PerGC {
		value /= float64(max(1, n.Steps))
	}
	return value
}
