package definition

import (
	"io"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"memcity/analysis/group"
	"memcity/analysis/userfile"
	"memcity/trace"
)

// Limits of a definition file.
const (
	maxEntries = 1000 // definitions, features, or code ranges and prefixes
	maxLength  = 2000 // characters of a name, description or example
	maxDepth   = 20   // nesting of lists and tables
)

// File contains the content of a definition file.
type File struct {
	Name        string
	Definitions []*Definition
	Features    []Feature
	Domain      *group.Domain // nil if the file does not define one
}

// Load reads a definition file. name is the name of the file in faults. Load checks everything: it compiles expressions and checks their
// types. It returns the valid part together with an error of type [userfile.Faults] that lists all faults.
func Load(name string, r io.Reader) (*File, error) {
	l := loader{userfile.Read(name, r, "a definition file", maxDepth, syntaxText), &File{Name: name}}
	if l.Top != nil {
		if second := l.Next(); second != nil {
			l.fail(placeOf(second), "the file has a second document: put everything into the first one, without ---")
		}
		l.load()
	}
	return l.file, l.Err()
}

// loader converts the syntax tree of a file to definitions.
type loader struct {
	*userfile.Document
	file *File
}

func (l *loader) fail(at place, format string, args ...any) {
	l.FailAt(at.line, at.column, format, args...)
}

func (l *loader) load() {
	top := l.table(l.Top, "the file", "definitions", "features", "domain")
	for _, n := range l.list(top["definitions"], "definitions") {
		l.definition(n)
	}
	for _, n := range l.list(top["features"], "features") {
		l.feature(n)
	}
	if n := top["domain"]; n != nil && n.Tag != "!!null" {
		l.domain(n)
	}
}

// asBlock is advice for text that YAML would misinterpret.
const asBlock = "write it as a block: put | after the colon, then the expression on the next lines, indented more than its key"

// syntaxText adds advice for the most frequent YAML errors: expressions that YAML misinterprets, and tabs.
func syntaxText(text []byte, at int, message string) string {
	lines := newSource(text).lines
	for i := max(1, at-2); i <= min(at, len(lines)); i++ {
		line := strings.TrimLeft(lines[i-1], " -")
		switch {
		case i == at && strings.HasPrefix(line, "\t"):
			return message + "; indent with spaces, not with tabs"
		case strings.HasPrefix(line, "expression:"), strings.HasPrefix(line, "path:"):
			return message + "; if it is the expression, " + asBlock
		}
	}
	return message
}

// name matches valid names of definitions, which are written on command lines, separated by commas.
var name = regexp.MustCompile(`^[a-z][a-z0-9-]{0,63}$`)

func (l *loader) definition(n *yaml.Node) {
	keys := l.table(n, "a definition", "name", "kind", "description", "example", "expression", "path")
	if keys == nil {
		return
	}
	before := l.Failed
	d := &Definition{File: l.file.Name, Line: n.Line, Column: n.Column}
	d.Name, _ = l.text(keys["name"], "name")
	d.Description, _ = l.text(keys["description"], "description")
	d.Example, _ = l.text(keys["example"], "example")
	switch at := placeOf(n); {
	case keys["name"] == nil:
		l.fail(at, "the definition has no name")
	case d.Name != "" && !name.MatchString(d.Name):
		l.fail(placeOf(keys["name"]), "name %q: expected at most 64 lower-case letters, digits and hyphens, starting with a letter", d.Name)
	case slices.ContainsFunc(l.file.Definitions, func(o *Definition) bool { return o.Name == d.Name }):
		l.fail(at, "%s is defined twice", d.Name)
	}
	if k := keys["kind"]; k != nil {
		switch text, _ := l.text(k, "kind"); text {
		case classifierKind, "":
		case filterKind:
			d.Kind = group.Filters
		default:
			l.fail(placeOf(k), "kind %q: %s", text, hint(text, []string{classifierKind, filterKind}))
		}
	}
	l.expression(d, n, keys)
	if l.Failed == before {
		l.file.Definitions = append(l.file.Definitions, d)
	}
}

// expression compiles the expression of definition d at n.
func (l *loader) expression(d *Definition, n *yaml.Node, keys map[string]*yaml.Node) {
	code, what := keys["expression"], "expression"
	if keys["path"] != nil {
		if code != nil {
			l.fail(placeOf(keys["path"]), "%s has both an expression and a path: use a path only for nested groups", d.Name)
			return
		}
		code, what = keys["path"], "path"
	}
	if code == nil {
		l.fail(placeOf(n), "the definition %s has no expression", d.Name)
		return
	}
	if code.Kind != yaml.ScalarNode || code.Tag == "!!null" {
		l.fail(placeOf(code), "%s: expected a string", what)
		return
	}
	if code.Style == 0 && code.LineComment != "" {
		l.fail(placeOf(code), "the %s ends at the #, which begins a comment: %s", what, asBlock)
		return
	}
	if code.Style&yaml.TaggedStyle != 0 {
		l.fail(placeOf(code), "the %s begins with !, which means something else in YAML: %s", what, asBlock)
		return
	}
	d.find = func(offset int) place { return newSource(l.Text).find(code, offset) }
	var wrong *textFault
	if d.expression, wrong = compile(code.Value); wrong == nil {
		wrong = d.setCardinality(what)
	}
	if wrong != nil {
		l.Add(d.fault(wrong.offset, wrong.text))
		return
	}
	d.setNeeds()
}

// setNeeds collects the knowledge that the properties in the expression require.
func (d *Definition) setNeeds() {
	d.Needs = trace.KnowsObjects
	for _, u := range d.expression.uses {
		d.Needs |= u.property.Needs
	}
}

// setCardinality derives the cardinality from the type of the expression.
func (d *Definition) setCardinality(what string) *textFault {
	gives := d.expression.result
	switch {
	case what == "path":
		d.Cardinality = group.Hierarchy
		if d.Kind == group.Filters {
			return &textFault{0, "a filter cannot have a path: expected an expression that is true or false"}
		}
		if gives != resultList {
			return &textFault{0, "a path must be a list of keys from the outermost group to the innermost, as in [object.package, object.name]"}
		}
	case d.Kind == group.Filters:
		if gives != resultBool {
			return &textFault{0, "a filter must be true or false, such as a comparison"}
		}
	case gives == resultList:
		d.Cardinality = group.Many
	}
	return nil
}
