package check

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
	"go.yaml.in/yaml/v4/plugin/loaderlimits"

	"memcity/analysis/fault"
	"memcity/analysis/sentence"
)

// Limits of a file of rules.
const (
	maxFile   = 1 << 20 // bytes
	maxRules  = 1000
	maxDepth  = 10
	maxFaults = 100 // reported faults
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
// An entry may consist of the sentence alone. The error is a [fault.List] with all faults.
func Load(name string, r io.Reader) (*File, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	l := &loader{file: &File{Name: name}}
	switch {
	case err != nil:
		return nil, fault.Of(name, err)
	case len(text) > maxFile:
		return nil, fault.List{{File: name, Text: fmt.Sprintf("it is larger than %d bytes, the limit for a rules file", maxFile)}}
	case !utf8.Valid(text):
		return nil, fault.List{{File: name, Text: "it is not valid UTF-8"}}
	}
	l.load(bytes.TrimPrefix(text, []byte("\ufeff")))
	if len(l.faults) > 0 {
		slices.SortStableFunc(l.faults, func(a, b *fault.Fault) int { return a.Line - b.Line })
		return nil, l.faults
	}
	return l.file, nil
}

type loader struct {
	file   *File
	faults fault.List
}

func (l *loader) fail(line, column int, format string, args ...any) {
	if len(l.faults) < maxFaults {
		l.faults = append(l.faults, &fault.Fault{File: l.file.Name, Line: line, Column: column, Text: fmt.Sprintf(format, args...)})
	}
}

func (l *loader) failAt(n *yaml.Node, format string, args ...any) {
	l.fail(n.Line, n.Column, format, args...)
}

func (l *loader) load(text []byte) {
	documents, err := yaml.NewLoader(bytes.NewReader(text), yaml.WithPlugin(loaderlimits.New(loaderlimits.DepthValue(maxDepth))))
	var document yaml.Node
	if err == nil {
		err = documents.Load(&document)
	}
	var located *yaml.LoadError
	switch {
	case errors.Is(err, io.EOF):
		l.fail(1, 1, "the file is empty: expected rules:")
		return
	case errors.As(err, &located):
		l.fail(max(1, located.Mark.Line), max(1, located.Mark.Column), "%s", located.Message)
		return
	case err != nil:
		l.fail(1, 1, "%s", err)
		return
	}
	if document.Kind != yaml.DocumentNode || len(document.Content) != 1 {
		l.fail(1, 1, "expected rules:")
		return
	}
	top := l.table(document.Content[0], "the file", "rules")
	if top == nil {
		return
	}
	rules := top["rules"]
	if rules == nil || rules.Kind != yaml.SequenceNode || len(rules.Content) == 0 {
		l.failAt(document.Content[0], "expected rules: with a list of rules")
		return
	}
	if len(rules.Content) > maxRules {
		l.failAt(rules, "there are %d rules: at most %d are read", len(rules.Content), maxRules)
		return
	}
	for _, n := range rules.Content {
		l.rule(n)
	}
}

// table returns the values of a mapping by key.
func (l *loader) table(n *yaml.Node, what string, known ...string) map[string]*yaml.Node {
	if n.Kind != yaml.MappingNode {
		l.failAt(n, "%s: expected keys and values: %s", what, strings.Join(known, ", "))
		return nil
	}
	values := map[string]*yaml.Node{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		switch {
		case !slices.Contains(known, key.Value):
			l.failAt(key, "%s has no key %q: expected %s", what, key.Value, strings.Join(known, ", "))
		case values[key.Value] != nil:
			l.failAt(key, "%s has the key %q twice", what, key.Value)
		default:
			values[key.Value] = n.Content[i+1]
		}
	}
	return values
}

func (l *loader) rule(n *yaml.Node) {
	r := &Rule{File: l.file.Name, Line: n.Line, Column: n.Column}
	check := n
	if n.Kind != yaml.ScalarNode {
		keys := l.table(n, "a rule", "check", "name", "why", "severity", "optional")
		if keys == nil {
			return
		}
		if check = keys["check"]; check == nil {
			l.failAt(n, "the rule has no check")
			return
		}
		r.Name, r.Why = l.text(keys["name"], "name"), l.text(keys["why"], "why")
		if s := keys["severity"]; s != nil {
			i := slices.Index(severities, s.Value)
			if i < 0 {
				l.failAt(s, "severity %q: expected %s", s.Value, strings.Join(severities, ", "))
			}
			r.Severity = Severity(max(i, 0))
		}
		if o := keys["optional"]; o != nil {
			if r.Optional = o.Value == "true"; o.Value != "true" && o.Value != "false" {
				l.failAt(o, "optional %q: expected true or false", o.Value)
			}
		}
	}
	r.Text = strings.Join(strings.Fields(l.text(check, "check")), " ")
	if r.Name == "" {
		r.Name = r.Text
	}
	if slices.ContainsFunc(l.file.Rules, func(o *Rule) bool { return o.Name == r.Name }) {
		l.failAt(n, "the rule %q appears twice", r.Name)
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
		l.fail(line, column, "%s", err)
		return
	}
	l.file.Rules = append(l.file.Rules, r)
}

func (l *loader) text(n *yaml.Node, what string) string {
	switch {
	case n == nil:
		return ""
	case n.Kind != yaml.ScalarNode || n.Tag == "!!null":
		l.failAt(n, "%s: expected a string", what)
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
