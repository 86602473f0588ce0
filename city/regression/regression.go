package regression

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"text/template"
	"unicode"

	"memcity/analysis/guide/findings"
	"memcity/assets"
	"memcity/trace"
	"memcity/words"
)

// Numbers of a written test, which users may change in it. The slope must be below a twentieth of the calls in a round.
const (
	rounds = 10
	calls  = 100
	warmUp = 2
)

// Mark is the beginning of the first line of every written test, after the sign of a comment.
const Mark = "A test that fails while a leak exists."

// Test is a written test.
type Test struct {
	Name string // file name
	Text []byte
	Run  string // command that runs it
}

// Of returns a test for the first finding of a report that is about objects that pile up. entry is the name of the entry point of the program:
// CLASS.METHOD in Java, FILE:FUNCTION in JavaScript, MODULE:FUNCTION in Python and PACKAGE.FUNCTION in Go. It returns an error if nothing
// piles up, if tests for the runtime are not supported, or if entry has another form.
func Of(g *findings.Report, runtime trace.Runtime, entry string) (*Test, error) {
	l, ok := languages[runtime]
	if !ok {
		return nil, fmt.Errorf("tests can be written for programs in Java, JavaScript, Python and Go, not for a program on %s", runtime)
	}
	pile := pileOf(g)
	if pile == nil {
		return nil, errors.New("no finding is about objects that pile up, so there is nothing to test")
	}
	module, function, ok := l.split(entry)
	if !ok {
		return nil, fmt.Errorf("the entry point %q: expected %s", entry, l.form)
	}
	f := &facts{Verdict: g.Text, Pile: pile, Module: module, Function: function, Rounds: rounds, Calls: calls, WarmUp: warmUp}
	if err := l.fill(f); err != nil {
		return nil, err
	}
	t, err := template.New(l.template).Funcs(template.FuncMap{"quote": quote}).ParseFS(assets.RegressionTests(), l.template)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	if err := t.Execute(&text, f); err != nil {
		return nil, err
	}
	file := l.file(f)
	return &Test{Name: file, Text: text.Bytes(), Run: l.run(f, file)}, nil
}

// pileOf returns the objects of the first finding of growth.
func pileOf(g *findings.Report) *findings.Pile {
	for i := range g.Findings {
		f := &g.Findings[i]
		if (f.Rule == findings.RuleLeak || f.Rule == findings.RuleGrowth) && f.Growth != nil && f.Growth.Type != "" {
			return f.Growth
		}
	}
	return nil
}

// facts fill a template.
type facts struct {
	Verdict          string
	Pile             *findings.Pile
	Module, Function string // entry point

	Package, Class, Method, Name string
	Counted                      string // type or function
	Kind                         string // of nodes, in JavaScript
	Holder                       string // variable, in Python
	HolderClass, HolderField     string // static field, in Java
	Rounds, Calls, WarmUp        int
}

// Head returns the first lines as comments.
func (f *facts) Head(comment string) string {
	verdict := strings.ReplaceAll(trace.PlainLine(f.Verdict), `\`, "/") // \u000a ends a comment in Java
	lines := []string{Mark + " Written by memcity analyze --write-test.", "Verdict of the recording: " + verdict}
	return comment + " " + strings.Join(lines, "\n"+comment+" ")
}

// Sentence is the name of a test in words.
func (f *facts) Sentence() string { return words.TypeName(f.Pile.Type) + " objects do not pile up" }

// quote returns a text as a literal of all four languages.
func quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r == 0x7f || r > 0xffff:
			b.WriteByte('?')
		case r > '~':
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// identifier returns the letters and digits of a type's short name, with a first capital; Objects if none is left.
func identifier(name string) string {
	short := words.TypeName(name)
	if i := strings.LastIndexAny(short, ".$:"); i >= 0 && i+1 < len(short) {
		short = short[i+1:]
	}
	var b strings.Builder
	for _, r := range short {
		if r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r) && b.Len() > 0) {
			b.WriteRune(r)
		}
	}
	if b.Len() == 0 {
		return "Objects"
	}
	return words.UpperFirst(b.String())
}
