package userfile

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
)

// Limits of a YAML file.
const (
	maxFile   = 1 << 20 // bytes
	maxFaults = 100     // reported faults
)

// Document is the syntax tree of a YAML file, with the faults found so far.
type Document struct {
	Name   string // name of the file in faults
	Text   []byte // without a byte order mark
	Top    *yaml.Node
	Failed int // number of faults, reported or not

	rest   *yaml.Loader
	advise Advice
	faults Faults
}

// Advice returns the message for a syntax error in a line of a text.
type Advice func(text []byte, line int, message string) string

// Read reads a file. what names its kind in messages, such as "a rules file". depth is the maximum nesting of lists and tables. advise is nil
// for messages as the library writes them. Top is nil if the file is empty or cannot be parsed.
func Read(name string, r io.Reader, what string, depth int, advise Advice) *Document {
	d := &Document{Name: name, advise: advise}
	text, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	switch {
	case err != nil:
		d.Add(FaultsOf(name, err)...)
		return d
	case len(text) > maxFile:
		d.FailAt(0, 0, "it is larger than %d bytes, the limit for %s", maxFile, what)
		return d
	case !utf8.Valid(text):
		d.FailAt(0, 0, "it is not valid UTF-8")
		return d
	}
	d.Text = bytes.TrimPrefix(text, []byte("\ufeff"))
	d.rest, err = yaml.NewLoader(bytes.NewReader(d.Text), yaml.WithPlugin(loaderlimits.New(loaderlimits.DepthValue(depth))))
	if err != nil {
		d.FailAt(0, 0, "%s", err)
	} else if next := d.Next(); next != nil && next.Kind == yaml.DocumentNode && len(next.Content) == 1 {
		d.Top = next.Content[0]
	}
	return d
}

// Next returns the next YAML document of the file; nil if there is none or it cannot be parsed.
func (d *Document) Next() *yaml.Node {
	var n yaml.Node
	err := d.rest.Load(&n)
	var located *yaml.LoadError
	switch {
	case err == nil:
		return &n
	case errors.Is(err, io.EOF):
	case errors.As(err, &located):
		line, text := max(1, located.Mark.Line), located.Message
		if d.advise != nil {
			text = d.advise(d.Text, line, text)
		}
		d.FailAt(line, max(1, located.Mark.Column), "%s", text)
	default:
		d.FailAt(0, 0, "%s", err)
	}
	return nil
}

// Add adds faults.
func (d *Document) Add(faults ...*Fault) {
	d.Failed += len(faults)
	d.faults = append(d.faults, faults[:min(len(faults), maxFaults-len(d.faults))]...)
}

// FailAt adds a fault at a position; line 0 means the whole file.
func (d *Document) FailAt(line, column int, format string, args ...any) {
	d.Add(&Fault{File: d.Name, Line: line, Column: column, Text: fmt.Sprintf(format, args...)})
}

// Fail adds a fault at a node.
func (d *Document) Fail(n *yaml.Node, format string, args ...any) {
	d.FailAt(n.Line, n.Column, format, args...)
}

// Err returns the faults sorted by line; nil if there are none.
func (d *Document) Err() error {
	if len(d.faults) == 0 {
		return nil
	}
	slices.SortStableFunc(d.faults, func(a, b *Fault) int { return a.Line - b.Line })
	return d.faults
}

// Entries returns the elements of the list that a file consists of, which has the given key. It fails if there are none, or more than most.
// what names the elements in messages.
func (d *Document) Entries(key, what string, most int) []*yaml.Node {
	if d.Top == nil {
		if d.Failed == 0 {
			d.FailAt(1, 1, "the file is empty: expected %s:", key)
		}
		return nil
	}
	top := d.Table(d.Top, "the file", key)
	if top == nil {
		return nil
	}
	list := top[key]
	switch {
	case list == nil || list.Kind != yaml.SequenceNode || len(list.Content) == 0:
		d.Fail(d.Top, "expected %s: with a list of %s", key, what)
		return nil
	case len(list.Content) > most:
		d.Fail(list, "there are %d %s: at most %d are read", len(list.Content), what, most)
		return nil
	}
	return list.Content
}

// Table returns the values of a mapping by key; nil if n is not a mapping.
func (d *Document) Table(n *yaml.Node, what string, known ...string) map[string]*yaml.Node {
	if n.Kind != yaml.MappingNode {
		d.Fail(n, "%s: expected keys and values: %s", what, strings.Join(known, ", "))
		return nil
	}
	values := map[string]*yaml.Node{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		switch {
		case !slices.Contains(known, key.Value):
			d.Fail(key, "%s has no key %q: expected %s", what, key.Value, strings.Join(known, ", "))
		case values[key.Value] != nil:
			d.Fail(key, "%s has the key %q twice", what, key.Value)
		default:
			values[key.Value] = n.Content[i+1]
		}
	}
	return values
}
