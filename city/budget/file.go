package budget

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"memcity/analysis/check"
	"memcity/city/seq"
	"memcity/city/trees"
)

// RulesFile contains the text of a rules file and its rules. It is immutable.
type RulesFile struct {
	Path string
	Text string // empty until something is written

	rules []*check.Rule
}

// ReadRulesFile reads a rules file; see [check.Load]. Errors contain line and column.
func ReadRulesFile(path string, r io.Reader) (*RulesFile, error) {
	var text strings.Builder
	f, err := check.Load(path, io.TeeReader(r, &text))
	if err != nil {
		return nil, err
	}
	return &RulesFile{path, text.String(), f.Rules}, nil
}

// NewRulesFile returns a rules file without rules, which is not written yet.
func NewRulesFile(path string) *RulesFile { return &RulesFile{Path: path} }

// Rules returns the rules in the order of the file. The caller must not change them.
func (f *RulesFile) Rules() []*check.Rule { return f.rules }

// GroupBudget is a budget that a user sets for a group.
type GroupBudget struct {
	Key   string // of the group
	By    seq.Seq[string]
	Unit  trees.Unit
	Limit float64 // objects or bytes
}

// sentence returns the budget as a rule.
func (b GroupBudget) sentence() string {
	subject := check.Subject{Kind: check.Group, Name: b.Key}
	if b.By != trees.DefaultChain() {
		subject.By = seq.Join(b.By, ",")
	}
	r := check.Rule{Subject: subject, Quantity: check.Objects, Limit: check.Limit{Value: b.Limit}}
	if b.Unit == trees.Bytes {
		r.Quantity, r.Limit.Unit = check.Bytes, check.ByteUnit
	}
	return r.Sentence()
}

// BudgetOf returns the file's budget for a group in a unit; ok is false if there is none.
func (f *RulesFile) BudgetOf(b GroupBudget) (r *check.Rule, ok bool) {
	want, err := check.Parse(b.sentence())
	if err != nil {
		return nil, false
	}
	i := slices.IndexFunc(f.rules, func(r *check.Rule) bool {
		return r.Subject == want.Subject && r.Quantity == want.Quantity && r.IsBudget() && r.Limit.Unit == want.Limit.Unit
	})
	if i < 0 {
		return nil, false
	}
	return f.rules[i], true
}

// Limit returns the file's limit for the group and unit of a budget, which With would replace; ok is false if there is none. f may be nil.
func (f *RulesFile) Limit(b GroupBudget) (most float64, ok bool) {
	if f == nil {
		return 0, false
	}
	r, ok := f.BudgetOf(b)
	if !ok {
		return 0, false
	}
	return r.Limit.Value, true
}

// With returns the file with a budget. It replaces the budget for the same group and unit, or is added at the end. The rest of the text
// does not change. It is an error if the file's format leaves no place for it.
func (f *RulesFile) With(b GroupBudget) (*RulesFile, error) {
	text := f.Text
	rule, replaces := f.BudgetOf(b)
	var err error
	switch {
	case replaces:
		text, err = replaceRule(text, rule, b.sentence())
	case text == "":
		text = "rules:\n  - " + scalar(b.sentence()) + "\n"
	default:
		text, err = appendRule(text, f.rules, b.sentence())
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Path, err)
	}
	out, err := ReadRulesFile(f.Path, strings.NewReader(text))
	want := len(f.rules) + 1
	if replaces {
		want--
	}
	if err == nil && len(out.rules) != want {
		err = errNoPlace
	}
	if err != nil {
		return nil, fmt.Errorf("%s: the budget cannot be written: %w", f.Path, err)
	}
	return out, nil
}

var errNoPlace = errors.New("its rules are not one per line")

// appendRule adds a rule after the last one, with the same indentation.
func appendRule(text string, rules []*check.Rule, sentence string) (string, error) {
	if len(rules) == 0 {
		return "", errNoPlace
	}
	lines := strings.SplitAfter(text, "\n")
	last := rules[len(rules)-1]
	if last.Line > len(lines) {
		return "", errNoPlace
	}
	head := lines[last.Line-1]
	dash := strings.IndexByte(head, '-')
	if dash < 0 || strings.TrimSpace(head[:dash]) != "" {
		return "", errNoPlace
	}
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text + head[:dash] + "- " + scalar(sentence) + "\n", nil
}

// replaceRule replaces the sentence of a rule, which must be on one line.
func replaceRule(text string, rule *check.Rule, sentence string) (string, error) {
	lines := strings.SplitAfter(text, "\n")
	for i := rule.Line - 1; i < len(lines) && i < rule.Line+ruleLines; i++ {
		for _, written := range []string{"'" + strings.ReplaceAll(rule.Text, "'", "''") + "'", strconv.Quote(rule.Text), rule.Text} {
			if strings.Count(lines[i], written) == 1 {
				lines[i] = strings.Replace(lines[i], written, scalar(sentence), 1)
				return strings.Join(lines, ""), nil
			}
		}
	}
	return "", errors.New("the rule for this group is not on one line")
}

// ruleLines is the maximum number of lines of a rule, one per key.
const ruleLines = 5

// scalar returns a sentence as a YAML value.
func scalar(text string) string {
	if strings.Contains(text, ": ") || strings.Contains(text, " #") || strings.HasSuffix(text, ":") {
		return "'" + strings.ReplaceAll(text, "'", "''") + "'"
	}
	return text
}
