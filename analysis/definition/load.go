package definition

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
	"go.yaml.in/yaml/v4/plugin/loaderlimits"

	"memcity/analysis/fault"
	"memcity/analysis/group"
	"memcity/trace"
)

// Limits of a definition file.
const (
	maxFile    = 1 << 20 // bytes
	maxEntries = 1000    // definitions, features, or code ranges and prefixes
	maxLength  = 2000    // characters of a name, description or example
	maxDepth   = 20      // nesting of lists and tables
	maxFaults  = 100     // reported faults of one file
)

// File contains the content of a definition file.
type File struct {
	Name        string
	Definitions []*Definition
	Features    []Feature
	Domain      *group.Domain // nil if the file does not define one
}

// Load reads a definition file. name is the name of the file in faults. Load checks everything: it compiles expressions and checks their
// types. It returns the valid part together with an error of type [fault.List] that lists all faults.
func Load(name string, r io.Reader) (*File, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	l := loader{file: &File{Name: name}}
	switch {
	case err != nil:
		return l.file, fault.Of(name, err)
	case len(text) > maxFile:
		return l.file, fault.List{{File: name, Text: fmt.Sprintf("it is larger than %d bytes, the limit for a definition file", maxFile)}}
	case !utf8.Valid(text):
		return l.file, fault.List{{File: name, Text: "it is not valid UTF-8"}}
	}
	text = []byte(strings.TrimPrefix(string(text), "\ufeff"))
	l.source = newSource(text)
	l.load(text)
	if len(l.faults) > 0 {
		slices.SortStableFunc(l.faults, func(a, b *fault.Fault) int { return a.Line - b.Line })
		return l.file, l.faults
	}
	return l.file, nil
}

// loader converts the syntax tree of a file to definitions.
type loader struct {
	file   *File
	source source
	faults fault.List
	failed int // number of faults, including those not kept
}

func (l *loader) fail(at place, format string, args ...any) {
	l.add(&fault.Fault{File: l.file.Name, Line: at.line, Column: at.column, Text: fmt.Sprintf(format, args...)})
}

// add stores a fault, up to the limit.
func (l *loader) add(f *fault.Fault) {
	l.failed++
	if len(l.faults) < maxFaults {
		l.faults = append(l.faults, f)
	}
}

func (l *loader) load(text []byte) {
	documents, err := yaml.NewLoader(bytes.NewReader(text), yaml.WithPlugin(loaderlimits.New(loaderlimits.DepthValue(maxDepth))))
	if err != nil {
		l.syntax(err)
		return
	}
	var document, second yaml.Node
	if err := documents.Load(&document); err != nil {
		l.syntax(err)
		return
	}
	if err := documents.Load(&second); err == nil {
		l.fail(placeOf(&second), "there is a second document: put everything into the first, without ---")
	} else {
		l.syntax(err)
	}
	if document.Kind != yaml.DocumentNode || len(document.Content) != 1 {
		return
	}
	top := l.table(document.Content[0], "the file", "definitions", "features", "domain")
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

// syntax records an error of the YAML library. The end of the file is not an error.
func (l *loader) syntax(err error) {
	var located *yaml.LoadError
	switch {
	case errors.Is(err, io.EOF):
	case errors.As(err, &located):
		at := place{max(1, located.Mark.Line), max(1, located.Mark.Column)}
		l.fail(at, "%s", l.syntaxText(at, located.Message))
	default:
		l.add(&fault.Fault{File: l.file.Name, Text: err.Error()})
	}
}

// asBlock is advice for text that YAML would misinterpret.
const asBlock = "write it as a block: a | behind the colon, then the expression in the next lines, indented further than its key"

// syntaxText adds advice for the most frequent YAML errors: expressions that YAML misinterprets, and tabs.
func (l *loader) syntaxText(at place, text string) string {
	for i := max(1, at.line-2); i <= min(at.line, len(l.source.lines)); i++ {
		line := strings.TrimLeft(l.source.lines[i-1], " -")
		switch {
		case i == at.line && strings.HasPrefix(line, "\t"):
			return text + "; indent with spaces, not with tabs"
		case strings.HasPrefix(line, "expression:"), strings.HasPrefix(line, "path:"):
			return text + "; if it is the expression, " + asBlock
		}
	}
	return text
}

// name matches valid names of definitions, which are written on command lines, separated by commas.
var name = regexp.MustCompile(`^[a-z][a-z0-9-]{0,63}$`)

func (l *loader) definition(n *yaml.Node) {
	keys := l.table(n, "a definition", "name", "kind", "description", "example", "expression", "path")
	if keys == nil {
		return
	}
	before := l.failed
	d := &Definition{File: l.file.Name, Line: n.Line, Column: n.Column}
	d.Name, _ = l.text(keys["name"], "name")
	d.Description, _ = l.text(keys["description"], "description")
	d.Example, _ = l.text(keys["example"], "example")
	switch at := placeOf(n); {
	case keys["name"] == nil:
		l.fail(at, "the definition has no name")
	case d.Name != "" && !name.MatchString(d.Name):
		l.fail(placeOf(keys["name"]), "name %q: expected lower-case letters, digits and hyphens, at most 64, a letter first", d.Name)
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
	if l.failed == before {
		l.file.Definitions = append(l.file.Definitions, d)
	}
}

// expression compiles the expression of definition d at n.
func (l *loader) expression(d *Definition, n *yaml.Node, keys map[string]*yaml.Node) {
	code, what := keys["expression"], "expression"
	if keys["path"] != nil {
		if code != nil {
			l.fail(placeOf(keys["path"]), "%s has both an expression and a path: a path gives nested groups", d.Name)
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
	d.find = func(offset int) place { return l.source.find(code, offset) }
	var wrong *textFault
	if d.expression, wrong = compile(code.Value); wrong == nil {
		wrong = d.setCardinality(what)
	}
	if wrong != nil {
		l.add(d.fault(wrong.offset, wrong.text))
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
			return &textFault{0, "a filter has no path: expected an expression that is true or false"}
		}
		if gives != resultList {
			return &textFault{0, "a path must be a list, of the keys from the outermost group to the innermost, as in [object.package, object.name]"}
		}
	case d.Kind == group.Filters:
		if gives != resultBool {
			return &textFault{0, "the expression of a filter must be true or false, as a comparison is"}
		}
	case gives == resultList:
		d.Cardinality = group.Many
	}
	return nil
}
