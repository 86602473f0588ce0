package remedy

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
	"go.yaml.in/yaml/v4/plugin/loaderlimits"

	"memcity/analysis/fault"
)

// Limits of a file.
const (
	maxFile    = 1 << 20 // bytes
	maxEntries = 1000
	maxTexts   = 100  // patterns of a kind
	maxLength  = 1000 // characters of a text
	maxDepth   = 10
	maxFaults  = 100 // reported faults
)

// Load reads a file. name is the name of the file in faults:
//
//	remedies:
//	  - id: quote-cache
//	    match:
//	      field: com.acme.Quotes.byName   # or a list; * and ? as in file names
//	    cause: Quotes are kept for each name that was ever asked for.
//	    remedy: Call Quotes.forget(name) when a customer leaves.
//	    link: https://wiki.acme.com/quotes
//
// The error is a [fault.List] with all faults. Valid entries are returned even on error.
func Load(name string, r io.Reader) (*File, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	l := &loader{file: &File{Name: name}}
	switch {
	case err != nil:
		return l.file, fault.Of(name, err)
	case len(text) > maxFile:
		return l.file, fault.List{{File: name, Text: fmt.Sprintf("it is larger than %d bytes, the limit for a remedies file", maxFile)}}
	case !utf8.Valid(text):
		return l.file, fault.List{{File: name, Text: "it is not valid UTF-8"}}
	}
	l.load(bytes.TrimPrefix(text, []byte("\ufeff")))
	if len(l.faults) > 0 {
		slices.SortStableFunc(l.faults, func(a, b *fault.Fault) int { return a.Line - b.Line })
		return l.file, l.faults
	}
	return l.file, nil
}

type loader struct {
	file   *File
	faults fault.List
	failed int // number of faults, including those not kept
}

func (l *loader) fail(line, column int, format string, args ...any) {
	if l.failed++; len(l.faults) < maxFaults {
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
		l.fail(1, 1, "the file is empty: expected remedies:")
		return
	case errors.As(err, &located):
		l.fail(max(1, located.Mark.Line), max(1, located.Mark.Column), "%s", located.Message)
		return
	case err != nil:
		l.fail(1, 1, "%s", err)
		return
	case document.Kind != yaml.DocumentNode || len(document.Content) != 1:
		l.fail(1, 1, "expected remedies:")
		return
	}
	top := l.table(document.Content[0], "the file", "remedies")
	if top == nil {
		return
	}
	entries := top["remedies"]
	switch {
	case entries == nil || entries.Kind != yaml.SequenceNode || len(entries.Content) == 0:
		l.failAt(document.Content[0], "expected remedies: with a list of entries")
		return
	case len(entries.Content) > maxEntries:
		l.failAt(entries, "there are %d entries: at most %d are read", len(entries.Content), maxEntries)
		return
	}
	for _, n := range entries.Content {
		l.entry(n)
	}
}

// table returns the values of a mapping by key; nil if n is not a mapping.
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

// id matches valid names of entries.
var id = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,63}$`)

// entry parses an entry and adds it if it is valid.
func (l *loader) entry(n *yaml.Node) {
	before := l.failed
	keys := l.table(n, "an entry", "id", "match", "general", "cause", "remedy", "link", "example")
	if keys == nil || l.failed > before {
		return
	}
	for _, key := range []string{"id", "match", "cause", "remedy"} {
		if keys[key] == nil {
			l.failAt(n, "the entry has no %s", key)
			return
		}
	}
	e := &Entry{File: l.file.Name, Line: n.Line, ID: l.text(keys["id"], "id"), Cause: l.text(keys["cause"], "cause"),
		Remedy: l.text(keys["remedy"], "remedy")}
	if e.ID != "" && !id.MatchString(e.ID) {
		l.failAt(keys["id"], "id %q: expected small letters, digits and -", e.ID)
	}
	if slices.ContainsFunc(l.file.Entries, func(o *Entry) bool { return o.ID == e.ID }) {
		l.failAt(keys["id"], "the entry %q appears twice", e.ID)
	}
	if link := keys["link"]; link != nil {
		e.Link = l.link(link)
	}
	if general := keys["general"]; general != nil {
		if e.General = general.Value == "true"; general.Kind != yaml.ScalarNode || general.Value != "true" && general.Value != "false" {
			l.failAt(general, "general: expected true or false")
		}
	}
	e.match = l.matches(keys["match"])
	if n := keys["example"]; n != nil && l.failed == before {
		e.example, e.has = facts(l.patterns(n, "example")), true
		if l.failed == before && e.place(&e.example) == noPlace {
			l.failAt(n, "the entry does not match its own example")
		}
	}
	if l.failed == before {
		l.file.Entries = append(l.file.Entries, e)
	}
}

// matches parses the patterns of an entry: a mapping whose values must all match, or a list of mappings of which one must match.
func (l *loader) matches(n *yaml.Node) (all []map[string][]string) {
	list := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		list = n.Content
	}
	if len(list) == 0 || len(list) > maxTexts {
		l.failAt(n, "match: expected one to %d of them", maxTexts)
	}
	for _, n := range list[:min(len(list), maxTexts)] {
		match := l.patterns(n, "match")
		if n.Kind == yaml.MappingNode && len(n.Content) == 0 {
			l.failAt(n, "match: expected one of %s", strings.Join(kinds, ", "))
		}
		all = append(all, match)
	}
	return all
}

// facts returns the facts of an example. Its fields form one path.
func facts(texts map[string][]string) Facts {
	f := Facts{Threads: texts["thread"], Container: texts["container"], Entry: texts["entry"], Key: texts["key"], Loader: texts["loader"]}
	for _, field := range texts["field"] {
		f.Fields = append(f.Fields, []string{field})
	}
	if rule := texts["rule"]; len(rule) > 0 {
		f.Rule = rule[0]
	}
	return f
}

// patterns parses patterns: one text or a list of texts per kind.
func (l *loader) patterns(n *yaml.Node, what string) map[string][]string {
	texts := map[string][]string{}
	for kind, value := range l.table(n, what, kinds...) {
		list := []*yaml.Node{value}
		if value.Kind == yaml.SequenceNode {
			list = value.Content
		}
		if len(list) == 0 || len(list) > maxTexts {
			l.failAt(value, "%s: expected one to %d names", kind, maxTexts)
		}
		for _, text := range list[:min(len(list), maxTexts)] {
			texts[kind] = append(texts[kind], l.text(text, kind))
		}
	}
	return texts
}

// text parses a text and joins its lines.
func (l *loader) text(n *yaml.Node, what string) string {
	switch {
	case n.Kind != yaml.ScalarNode || n.Tag == "!!null":
		l.failAt(n, "%s: expected a text", what)
		return ""
	case utf8.RuneCountInString(n.Value) > maxLength:
		l.failAt(n, "%s: it is longer than %d characters", what, maxLength)
		return ""
	}
	text := strings.Join(strings.Fields(n.Value), " ")
	if text == "" {
		l.failAt(n, "%s: expected a text", what)
	}
	return text
}

func (l *loader) link(n *yaml.Node) string {
	text := l.text(n, "link")
	if text == "" {
		return ""
	}
	if u, err := url.Parse(text); err != nil || u.Scheme != "https" || u.Host == "" || strings.ContainsAny(text, " <>\"") {
		l.failAt(n, "link %q: expected an address that begins with https://", text)
	}
	return text
}
