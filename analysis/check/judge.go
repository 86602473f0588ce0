package check

import (
	"context"
	"errors"
	"fmt"
	"math"

	"memcity/words"
)

// Source provides the data of a recording that rules need. Methods return an error of type [*Unknown] if the input lacks the data.
type Source interface {
	// Number measures a subject at the last GC point. Growth is that of bytes over the whole recording.
	Number(ctx context.Context, m Quantity, s Subject) (Number, error)
	// Path returns a description of a path of references between two subjects; empty if there is none.
	Path(ctx context.Context, from, to Subject) (string, error)
	// Found returns the findings of a rule of the guide, in one sentence each. [AnyFinding] stands for all rules.
	Found(ctx context.Context, finding string) ([]string, error)
}

// Number is a measured number.
type Number struct {
	Value float64 // in objects, bytes, percent, ms, or bytes per second
	Whole float64 // basis of percentages in the same unit: the heap, or the first value of growth
	Steps int     // for growth: number of GC points after the first
	Where string  // key or name of the largest item if the number covers only one of several
}

// Unknown reports that an input lacks the data for a rule.
type Unknown struct{ Text string }

func (u *Unknown) Error() string { return u.Text }

// Status is the result of evaluating a rule.
type Status uint8

// Results of rules.
const (
	Kept Status = iota
	Broken
	NotKnown // the input lacks data; counts as broken unless the rule is optional
)

var statuses = []string{"kept", "broken", "unknown"}

func (s Status) String() string { return statuses[s] }

// Outcome is the outcome of evaluating a rule.
type Outcome struct {
	Rule    *Rule
	Status  Status
	Text    string   // result, in one sentence
	Value   *float64 // in the unit of the limit; nil without a number; the median for repeats
	Where   []string // names, paths or findings that it concerns
	Repeats *Repeats // nil if the rule was evaluated for a single recording
}

// Fails reports whether the outcome makes a check fail. Repeats that contradict each other do not, unless there are too few.
func (o *Outcome) Fails() bool {
	if o.Rule.Severity != Error || o.Repeats != nil && o.Repeats.Noise {
		return false
	}
	return o.Status == Broken || o.Status == NotKnown && !o.Rule.Optional
}

// Run evaluates all rules. base is the baseline; nil for none. It returns an error if the source fails or ctx is done.
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

// Observation contains the data of one recording for one rule.
type Observation struct {
	number  Number
	found   []string // findings, or the path
	unknown string   // reason why it is unknown; empty if known
}

// Observe collects the data of a recording for all rules. The recording need not stay open afterwards.
func Observe(ctx context.Context, rules []*Rule, source Source) ([]Observation, error) {
	return observe(ctx, rules, source, func(*Rule) bool { return true })
}

// ObserveBase is [Observe] for a baseline. It skips rules that do not compare with one.
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
		o.number, err = source.Number(ctx, r.Quantity, r.Subject)
	}
	return err
}

// judge evaluates a rule for one recording. base is the baseline; nil for none.
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

// noBase is the reason why a rule that compares has no result without a baseline.
const noBase = "no base recording to compare with; specify one with --base"

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
	out := Outcome{Value: finite(value), Text: fmt.Sprintf("%s %s %s, expected %s %s", what(r), r.Quantity.verb(), valueText(value, r), r.Compare,
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

// finite returns a pointer to value; nil if it is infinite and cannot be encoded.
func finite(value float64) *float64 {
	if math.IsInf(value, 0) {
		return nil
	}
	return &value
}

// verb returns the verb for the quantity in a sentence.
func (m Quantity) verb() string {
	if m == Objects {
		return "are"
	}
	return "is"
}

func what(r *Rule) string {
	if r.Subject.Kind == Nothing {
		return r.Quantity.String()
	}
	return r.Quantity.String() + " of " + r.Subject.String()
}

func valueText(value float64, r *Rule) string {
	if math.IsInf(value, 1) {
		return "infinite (it was 0 before)"
	}
	return r.Limit.Text(value)
}

// relative returns part in percent of whole. Zero is 100 percent of zero.
func relative(part, whole float64) float64 {
	switch {
	case whole != 0:
		return 100 * part / whole
	case part == 0:
		return 100
	}
	return math.Inf(1)
}

// InUnit returns a number in the unit of the rule's limit. A percentage of zero is infinite.
func (r *Rule) InUnit(n Number) float64 {
	value := n.Value
	if r.Limit.Unit == Percent && !r.Limit.Base && r.Quantity != Overhead {
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
