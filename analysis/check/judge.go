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
	Rule   *Rule
	Status Status
	Text   string   // what was found, in a sentence
	Value  *float64 // in the unit of the limit; nil if there is no number
	Where  []string // what it is about: names, ways, findings
}

// Fails reports whether the outcome makes a check fail.
func (o *Outcome) Fails() bool {
	return o.Rule.Severity == Error && (o.Status == Broken || o.Status == NotKnown && !o.Rule.Optional)
}

// Run judges all rules. Base is the recording to compare with, nil if there is none. An error is one that nothing can be judged
// with, or ctx's.
func Run(ctx context.Context, rules []*Rule, source, base Source) ([]Outcome, error) {
	var outcomes []Outcome
	for _, r := range rules {
		o, err := judge(ctx, r, source, base)
		var unknown *Unknown
		switch {
		case errors.As(err, &unknown):
			o = Outcome{Status: NotKnown, Text: unknown.Text}
		case err != nil:
			return nil, words.Errorf("rule %q: %w", r.Name, err)
		}
		o.Rule = r
		outcomes = append(outcomes, o)
	}
	return outcomes, nil
}

func judge(ctx context.Context, r *Rule, source, base Source) (Outcome, error) {
	switch {
	case r.Finding != "":
		return judgeFinding(ctx, r, source)
	case r.From.Name != "":
		return judgePath(ctx, r, source)
	}
	return judgeNumber(ctx, r, source, base)
}

func judgeFinding(ctx context.Context, r *Rule, source Source) (Outcome, error) {
	found, err := source.Found(ctx, r.Finding)
	if err != nil {
		return Outcome{}, err
	}
	if len(found) == 0 {
		return Outcome{Text: "nothing was found"}, nil
	}
	return Outcome{Status: Broken, Text: found[0], Where: found}, nil
}

func judgePath(ctx context.Context, r *Rule, source Source) (Outcome, error) {
	way, err := source.Path(ctx, r.From, r.Subject)
	if err != nil {
		return Outcome{}, err
	}
	if way == "" {
		return Outcome{Text: fmt.Sprintf("no reference leads from %s to %s", r.From, r.Subject)}, nil
	}
	return Outcome{Status: Broken, Text: "there is a path: " + way, Where: []string{way}}, nil
}

func judgeNumber(ctx context.Context, r *Rule, source, base Source) (Outcome, error) {
	n, err := source.Number(ctx, r.Measure, r.Subject)
	if err != nil {
		return Outcome{}, err
	}
	value := r.InUnit(n)
	if r.Limit.Base {
		if base == nil {
			return Outcome{}, &Unknown{"no base recording to compare with; name one with --base"}
		}
		before, err := base.Number(ctx, r.Measure, r.Subject)
		if err != nil {
			return Outcome{}, err
		}
		value = relative(n.Value, before.Value)
	}
	o := Outcome{Value: &value, Text: fmt.Sprintf("%s %s %s, expected %s %s", what(r), r.Measure.verb(), valueText(value, r), r.Compare,
		r.Limit)}
	if math.IsInf(value, 0) {
		o.Value = nil
	}
	if n.Where != "" {
		o.Where = []string{n.Where}
		o.Text += ": " + n.Where
	}
	if !r.Compare.Holds(value, r.Limit.Value) {
		o.Status = Broken
	}
	return o, nil
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
	return r.Limit.With(value).String()
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
