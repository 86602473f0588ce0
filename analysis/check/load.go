package check

import (
	"errors"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"memcity/analysis/sentence"
	"memcity/analysis/userfile"
)

// Limits of a file of rules.
const (
	maxRules = 1000
	maxDepth = 10
)

// Load reads a file of rules. name is the name of the file in faults:
//
//	rules:
//	  - check: retained size of type app.Session at most 50 MB   # the sentence, see docs/check.md
//	    name: sessions            # optional; else the sentence
//	    why: what to do about it  # optional
//	    severity: error           # or warning or note, which do not make a check fail
//	    optional: false           # true leaves it out where the input does not report
//
// An entry may consist of the sentence alone. The error is a [userfile.Faults] with all faults.
func Load(name string, r io.Reader) (*File, error) {
	l := &loader{userfile.Read(name, r, "a rules file", maxDepth, nil), &File{Name: name}}
	for _, n := range l.Entries("rules", "rules", maxRules) {
		l.rule(n)
	}
	if err := l.Err(); err != nil {
		return nil, err
	}
	return l.file, nil
}

type loader struct {
	*userfile.Document
	file *File
}

func (l *loader) rule(n *yaml.Node) {
	r := &Rule{File: l.file.Name, Line: n.Line, Column: n.Column}
	check := n
	if n.Kind != yaml.ScalarNode {
		keys := l.Table(n, "a rule", "check", "name", "why", "severity", "optional")
		if keys == nil {
			return
		}
		if check = keys["check"]; check == nil {
			l.Fail(n, "the rule has no check")
			return
		}
		r.Name, r.Why = l.text(keys["name"], "name"), l.text(keys["why"], "why")
		if s := keys["severity"]; s != nil {
			i := slices.Index(severities, s.Value)
			if i < 0 {
				l.Fail(s, "severity %q: expected %s", s.Value, strings.Join(severities, ", "))
			}
			r.Severity = Severity(max(i, 0))
		}
		if o := keys["optional"]; o != nil {
			if r.Optional = o.Value == "true"; o.Value != "true" && o.Value != "false" {
				l.Fail(o, "optional %q: expected true or false", o.Value)
			}
		}
	}
	r.Text = strings.Join(strings.Fields(l.text(check, "check")), " ")
	if r.Name == "" {
		r.Name = r.Text
	}
	if slices.ContainsFunc(l.file.Rules, func(o *Rule) bool { return o.Name == r.Name }) {
		l.Fail(n, "the rule %q appears twice", r.Name)
	}
	if check.Kind != yaml.ScalarNode {
		return
	}
	if err := parseSentence(check.Value, r); err != nil {
		at := 1
		var wrong *sentence.Fault
		if errors.As(err, &wrong) {
			at = wrong.At
			err = errors.New(wrong.Text)
		}
		line, column := placeIn(check, at-1)
		l.FailAt(line, column, "%s", err)
		return
	}
	l.file.Rules = append(l.file.Rules, r)
}

func (l *loader) text(n *yaml.Node, what string) string {
	switch {
	case n == nil:
		return ""
	case n.Kind != yaml.ScalarNode || n.Tag == "!!null":
		l.Fail(n, "%s: expected a string", what)
		return ""
	}
	return n.Value
}

// placeIn returns the position in the file of a character of a scalar. For multi-line scalars it returns their start.
func placeIn(n *yaml.Node, offset int) (line, column int) {
	switch {
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 || strings.Contains(n.Value, "\n"):
		return n.Line, n.Column
	case n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle) != 0:
		return n.Line, n.Column + 1 + offset
	}
	return n.Line, n.Column + offset
}
