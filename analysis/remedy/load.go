package remedy

import (
	"io"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"memcity/analysis/userfile"
)

// Limits of a file.
const (
	maxEntries = 1000
	maxTexts   = 100  // patterns of a kind
	maxLength  = 1000 // characters of a text
	maxDepth   = 10
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
// The error is a [userfile.Faults] with all faults. Valid entries are returned even on error.
func Load(name string, r io.Reader) (*File, error) {
	l := &loader{userfile.Read(name, r, "a remedies file", maxDepth, nil), &File{Name: name}}
	for _, n := range l.Entries("remedies", "entries", maxEntries) {
		l.entry(n)
	}
	return l.file, l.Err()
}

type loader struct {
	*userfile.Document
	file *File
}

// id matches valid names of entries.
var id = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,63}$`)

// entry parses an entry and adds it if it is valid.
func (l *loader) entry(n *yaml.Node) {
	before := l.Failed
	keys := l.Table(n, "an entry", "id", "match", "general", "cause", "remedy", "link", "example")
	if keys == nil || l.Failed > before {
		return
	}
	for _, key := range []string{"id", "match", "cause", "remedy"} {
		if keys[key] == nil {
			l.Fail(n, "the entry has no %s", key)
			return
		}
	}
	e := &Entry{File: l.file.Name, Line: n.Line, ID: l.text(keys["id"], "id"), Cause: l.text(keys["cause"], "cause"),
		Remedy: l.text(keys["remedy"], "remedy")}
	if e.ID != "" && !id.MatchString(e.ID) {
		l.Fail(keys["id"], "id %q: expected lower-case letters, digits and -", e.ID)
	}
	if slices.ContainsFunc(l.file.Entries, func(o *Entry) bool { return o.ID == e.ID }) {
		l.Fail(keys["id"], "the entry %q appears twice", e.ID)
	}
	if link := keys["link"]; link != nil {
		e.Link = l.link(link)
	}
	if general := keys["general"]; general != nil {
		if e.General = general.Value == "true"; general.Kind != yaml.ScalarNode || general.Value != "true" && general.Value != "false" {
			l.Fail(general, "general: expected true or false")
		}
	}
	e.match = l.matches(keys["match"])
	if n := keys["example"]; n != nil && l.Failed == before {
		e.example, e.has = facts(l.patterns(n, "example")), true
		if l.Failed == before && e.place(&e.example) == noPlace {
			l.Fail(n, "the entry does not match its own example")
		}
	}
	if l.Failed == before {
		l.file.Entries = append(l.file.Entries, e)
	}
}

// matches parses the patterns of an entry: a mapping whose values must all match, or a list of mappings, one of which must match.
func (l *loader) matches(n *yaml.Node) (all []map[string][]string) {
	list := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		list = n.Content
	}
	if len(list) == 0 || len(list) > maxTexts {
		l.Fail(n, "match: expected 1 to %d conditions", maxTexts)
	}
	for _, n := range list[:min(len(list), maxTexts)] {
		match := l.patterns(n, "match")
		if n.Kind == yaml.MappingNode && len(n.Content) == 0 {
			l.Fail(n, "match: expected one of %s", strings.Join(kinds, ", "))
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
	if runtime := texts["runtime"]; len(runtime) > 0 {
		f.Runtime = runtime[0]
	}
	return f
}

// patterns parses patterns: one text or a list of texts per kind.
func (l *loader) patterns(n *yaml.Node, what string) map[string][]string {
	texts := map[string][]string{}
	for kind, value := range l.Table(n, what, kinds...) {
		list := []*yaml.Node{value}
		if value.Kind == yaml.SequenceNode {
			list = value.Content
		}
		if len(list) == 0 || len(list) > maxTexts {
			l.Fail(value, "%s: expected 1 to %d names", kind, maxTexts)
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
		l.Fail(n, "%s: expected a text", what)
		return ""
	case utf8.RuneCountInString(n.Value) > maxLength:
		l.Fail(n, "%s: it is longer than %d characters", what, maxLength)
		return ""
	}
	text := strings.Join(strings.Fields(n.Value), " ")
	if text == "" {
		l.Fail(n, "%s: expected a text", what)
	}
	return text
}

func (l *loader) link(n *yaml.Node) string {
	text := l.text(n, "link")
	if text == "" {
		return ""
	}
	if u, err := url.Parse(text); err != nil || u.Scheme != "https" || u.Host == "" || strings.ContainsAny(text, " <>\"") {
		l.Fail(n, "link %q: expected an address that begins with https://", text)
	}
	return text
}
