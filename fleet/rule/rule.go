package rule

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"memcity/analysis/check"
	"memcity/analysis/guide/findings"
	"memcity/analysis/signature"
	"memcity/fleet/question"
	"memcity/words"
)

// Chains of the groups in tables: types, and the chain for rules that name none.
const (
	types        = "type"
	defaultChain = "package,type"
)

// keys returns the distinct subjects of rules.
func keys(rules []*check.Rule) (list []check.Subject) {
	for _, r := range rules {
		if s := r.Subject; (s.Kind == check.Type || s.Kind == check.Package || s.Kind == check.Group) && !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// Subjects returns the subjects for the engine.
func Subjects(rules []*check.Rule) (list []question.Subject) {
	for i, s := range keys(rules) {
		out := question.Subject{Number: i, Chain: chainOf(s)}
		switch s.Kind {
		case check.Type:
			out.Like = like(s.Name)
		case check.Package:
			out.Like = like(strings.TrimSuffix(s.Name, ".")) + ".%"
		default:
			out.Hash = signature.Path(strings.Split(s.Name, "#"))
		}
		list = append(list, out)
	}
	return list
}

func chainOf(s check.Subject) string {
	switch {
	case s.Kind != check.Group:
		return types
	case s.By == "":
		return defaultChain
	}
	return s.By
}

// like converts a pattern with * for any text and ? for any character to an SQL pattern.
var like = strings.NewReplacer("!", "!!", "%", "!%", "_", "!_", "*", "%", "?", "_").Replace

// Outcome is the outcome of a rule on the pods of a version.
type Outcome struct {
	Rule                  *check.Rule
	Service, Version      string
	Kept, Broken, Unknown int      // numbers of pods
	Fails                 bool     // true if the rule fails on at least one pod
	Worst                 string   // pod furthest beyond the limit; without one, the first pod with an unknown result
	Text                  string   // result on that pod, in one sentence
	Pods                  []string // pods that break the rule, in order
}

// Judge evaluates rules for the last recording of each pod. answers must come from [question.OfRules]. Of equally bad pods, the first in
// answers is the worst.
func Judge(ctx context.Context, rules []*check.Rule, answers *question.Answers) ([]Outcome, error) {
	return judge(ctx, rules, pods(rules, answers))
}

func judge(ctx context.Context, rules []*check.Rule, pods []*pod) ([]Outcome, error) {
	type version struct {
		rule             int
		service, version string
	}
	by := map[version]*Outcome{}
	worst := map[version]float64{}
	for _, p := range pods {
		seen, err := check.Observe(ctx, rules, p)
		if err != nil {
			return nil, err
		}
		for i, o := range check.Judge(rules, [][]check.Observation{seen}, nil, check.Exactly) {
			key := version{i, p.row.Text("service"), p.row.Text("version")}
			out := by[key]
			if out == nil {
				out = &Outcome{Rule: rules[i], Service: key.service, Version: key.version}
				by[key] = out
			}
			value := 0.0
			if o.Value != nil {
				value = *o.Value
			}
			if rules[i].Compare >= check.AtLeast {
				value = -value
			}
			if before := out.Broken + out.Unknown; before == 0 && o.Status != check.Kept || o.Status == check.Broken && (out.Broken == 0 || value > worst[key]) {
				worst[key], out.Worst, out.Text = value, p.row.Text("pod"), o.Text
			}
			out.Fails = out.Fails || o.Fails()
			out.count(o.Status, p.row.Text("pod"))
		}
	}
	var list []Outcome
	for _, o := range by {
		list = append(list, *o)
	}
	slices.SortFunc(list, func(a, b Outcome) int {
		if n := slices.Index(rules, a.Rule) - slices.Index(rules, b.Rule); n != 0 {
			return n
		}
		return strings.Compare(a.Service+"\x00"+a.Version, b.Service+"\x00"+b.Version)
	})
	return list, nil
}

func (o *Outcome) count(s check.Status, pod string) {
	switch s {
	case check.Kept:
		o.Kept++
	case check.Broken:
		o.Broken++
		o.Pods = append(o.Pods, pod)
	default:
		o.Unknown++
	}
}

// row is a row of an answer.
type row interface {
	Text(column string) string
	Number(column string) (v float64, known bool)
	Whole(column string) int64
	Truth(column string) bool
}

// pod contains the data of a pod in the tables. It implements [check.Source].
type pod struct {
	row      row
	chains   []string
	subjects []check.Subject
	sizes    map[int64]row // by number of the subject
	found    []row
}

func newPod(rules []*check.Rule, r row) *pod {
	return &pod{row: r, chains: strings.Split(r.Text("chains"), "\n"), subjects: keys(rules), sizes: map[int64]row{}}
}

func pods(rules []*check.Rule, answers *question.Answers) (list []*pod) {
	by := map[string]*pod{}
	for _, row := range answers.Rows["rule_pods"] {
		p := newPod(rules, row)
		by[row.Text("recording_id")] = p
		list = append(list, p)
	}
	for _, row := range answers.Rows["rule_sizes"] {
		if p := by[row.Text("recording_id")]; p != nil {
			p.sizes[row.Whole("subject")] = row
		}
	}
	for _, row := range answers.Rows["rule_findings"] {
		if p := by[row.Text("recording_id")]; p != nil {
			p.found = append(p.found, row)
		}
	}
	return list
}

// Number implements [check.Source].
func (p *pod) Number(_ context.Context, m check.Quantity, s check.Subject) (check.Number, error) {
	row := p.row
	if s.Kind != check.Heap {
		i := slices.Index(p.subjects, s)
		switch chain := chainOf(s); {
		case i < 0 || m > check.Growth:
			return check.Number{}, &check.Unknown{Text: "fleet tables have no " + m.String() + "; run memcity check on a recording"}
		case !slices.Contains(p.chains, chain):
			return check.Number{}, &check.Unknown{Text: fmt.Sprintf("the tables have no groups by %s; export them with memcity export --by %s", chain, chain)}
		}
		if row = p.sizes[int64(i)]; row == nil { // no objects
			row = question.Row{}
		}
	}
	whole := float64(p.row.Whole("last_bytes"))
	switch m {
	case check.Objects:
		return check.Number{Value: float64(row.Whole("last_objects")), Whole: float64(p.row.Whole("last_objects"))}, nil
	case check.Bytes:
		return check.Number{Value: float64(row.Whole("last_bytes")), Whole: whole}, nil
	case check.Growth:
		points := row.Whole("points")
		if s.Kind != check.Heap && points == 0 { // there are no such objects
			points = p.row.Whole("points")
		}
		if points < 2 {
			return check.Number{}, &check.Unknown{Text: "one GC point cannot show growth"}
		}
		first := row.Whole("first_bytes")
		return check.Number{Value: float64(row.Whole("last_bytes") - first), Whole: float64(first), Steps: int(points - 1)}, nil
	case check.RetainedBytes, check.DeepBytes:
		name := map[check.Quantity]string{check.RetainedBytes: "retained", check.DeepBytes: "deep"}[m]
		value, known := row.Number(name + "_bytes")
		if !known && row.Whole("groups") > 1 {
			return check.Number{}, &check.Unknown{Text: fmt.Sprintf("fleet tables have no combined %s size for several groups", name)}
		}
		if !known && row.Whole("groups") == 1 {
			return check.Number{}, &check.Unknown{Text: fmt.Sprintf("the tables have no %s sizes; export them with memcity export --sizes %s", name, name)}
		}
		return check.Number{Value: value, Whole: whole}, nil
	}
	return check.Number{}, &check.Unknown{Text: "fleet tables have no " + m.String() + "; run memcity check on a recording"}
}

// Path implements [check.Source].
func (p *pod) Path(context.Context, check.Subject, check.Subject) (string, error) {
	return "", &check.Unknown{Text: "fleet tables have no paths; run memcity check on a recording"}
}

// Found implements [check.Source].
func (p *pod) Found(_ context.Context, finding string) (found []string, err error) {
	for _, row := range p.found {
		rule := row.Text("rule")
		if !findings.Means(finding, rule) && finding != check.AnyFinding {
			continue
		}
		text := rule
		if t := row.Text("type"); t != "" {
			text += ": " + words.Unqualified(t) + " in the " + row.Text("owner")
		}
		found = append(found, text)
	}
	if len(found) == 0 && !p.row.Truth("leak_judged") && (finding == findings.RuleLeak || finding == findings.RuleGrowth) {
		return nil, &check.Unknown{Text: "no verdict on leaks: at least three GC points or dumps of the pod are needed, and four if something grows"}
	}
	return found, nil
}
