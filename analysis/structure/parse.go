package structure

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"memcity/analysis/userfile"
	"memcity/words"
)

// Limits of a file of descriptions.
const (
	MaxFile         = 4_000_000 // bytes
	MaxDescriptions = 1 << 14
	MaxReferences   = 1 << 16 // of all types together
	MaxName         = 1 << 10 // bytes
	MaxNesting      = 64      // depth of namespaces
	MaxFaults       = 20      // reported faults
)

// Parse parses a file of descriptions. name is for messages. It returns the valid part of the file even on error. The error is a
// [userfile.Faults] or comes from r. The language, with keywords in quotes and { } for repetition:
//
//	File      = { Namespace | Part } .
//	Namespace = ( "namespace" | "package" | "ns" ) word { "." word } "{" { Namespace | Part } "}" .
//	Part      = [ ( "DS" | "datastructure" ) [ "head" ] ] Type "{" { ( Ref | "(" Ref ")" | "!" Ref ) ";" } "}" .
//	Type      = word { "." word } [ "<" Type ">" ] .
//	Ref       = Type { "[" "]" } .
//
// A word consists of letters, digits, and _ $ - #; in a Ref also *. Any other name is in quotes, such as "js:Map". Only java.lang.Class may
// have a type in < >, and then stands for the class object of that type. Some other spellings of keywords are accepted: Namespace, NS, ds,
// DataStructure, Head.
func Parse(name string, r io.Reader) (*File, error) {
	p := &parser{file: &File{Name: name}, first: map[string]*Description{}}
	data, err := io.ReadAll(io.LimitReader(r, MaxFile+1))
	if err != nil {
		return p.file, err
	}
	if len(data) > MaxFile {
		return p.file, userfile.Faults{{File: name,
			Text: "longer than " + words.Size(MaxFile) + "; expected descriptions of data structures"}}
	}
	p.scanner = scanner{rest: string(data), line: 1, column: 1}
	p.now, p.then = p.scanner.next(), p.scanner.next()
	for p.now.text != "" && !p.full {
		p.item("")
	}
	if len(p.faults) > 0 {
		return p.file, p.faults
	}
	return p.file, nil
}

type parser struct {
	scanner   scanner
	now, then token // next two tokens
	file      *File
	first     map[string]*Description // by type
	refs      int
	depth     int // of namespaces
	faults    userfile.Faults
	full      bool // true if enough faults were reported or a limit was reached
}

func (p *parser) next() token {
	t := p.now
	p.now, p.then = p.then, p.scanner.next()
	return t
}

// fail reports a fault at a token.
func (p *parser) fail(at token, format string, args ...any) {
	if p.full {
		return
	}
	text := fmt.Sprintf(format, args...)
	if at.fault != "" {
		text = at.fault
	}
	p.faults = append(p.faults, &userfile.Fault{File: p.file.Name, Line: at.line, Column: at.column, Text: text})
	p.full = len(p.faults) >= MaxFaults
}

// stop reports a fault and ends parsing.
func (p *parser) stop(at token, format string, args ...any) {
	p.fail(at, format, args...)
	p.full = true
}

// expect consumes a sign, or reports that it was expected.
func (p *parser) expect(sign, where string) bool {
	if p.now.text == sign {
		p.next()
		return true
	}
	p.fail(p.now, "expected %s %s, found %s", sign, where, p.now.what())
	return false
}

var (
	namespaceWords = []string{"namespace", "Namespace", "package", "Package", "ns", "NS"}
	headWords      = []string{"DS", "ds", "Datastructure", "DataStructure", "datastructure"}
)

// item parses a namespace or a part.
func (p *parser) item(namespace string) {
	switch {
	case p.now.text == ";": // superfluous
		p.next()
	case slices.Contains(namespaceWords, p.now.text) && p.then.word:
		p.namespace(namespace)
	default:
		p.part(namespace)
	}
}

func (p *parser) namespace(around string) {
	word := p.next()
	if p.depth == MaxNesting {
		p.stop(word, "namespaces are nested more than %d deep", MaxNesting)
		return
	}
	at := p.now
	name, ok := p.words("the name of the namespace")
	if !ok || !p.expect("{", "after the name of the namespace") {
		p.recover()
		return
	}
	if strings.Contains(name, "*") {
		p.fail(at, "the name of a namespace has no *: %s", quoted(name))
	}
	if around != "" {
		name = around + "." + name
	}
	p.depth++
	defer func() { p.depth-- }()
	for p.now.text != "}" && !p.full {
		if p.now.text == "" {
			p.fail(p.now, "expected } at the end of the namespace %s that begins in line %d, found the end of the file", quoted(name), word.line)
			return
		}
		p.item(name)
	}
	p.next()
}

// part parses the description of a type.
func (p *parser) part(namespace string) {
	d := &Description{File: p.file.Name}
	if slices.Contains(headWords, p.now.text) && p.then.word {
		d.Head = true
		p.next()
		if (p.now.text == "head" || p.now.text == "Head") && p.then.word {
			p.next()
		}
	}
	at := p.now
	name, ok := p.typeName("a type, a head DS, or a namespace")
	switch {
	case !ok:
		p.recover()
		return
	case p.now.text == "[":
		p.fail(p.now, "an array cannot be described: every element of it is followed; expected {")
		p.recover()
		return
	case !p.expect("{", "after the name of the type"):
		p.recover()
		return
	case strings.Contains(name, "*"):
		p.fail(at, "the name of a described type has no *: %s", quoted(name))
	}
	d.Type, d.Line, d.Column = name, at.line, at.column
	if namespace != "" && !strings.HasPrefix(name, classType+"<") {
		d.Type = namespace + "." + name
	}
	p.references(d, namespace)
	p.add(at, d)
}

// references parses the references between the braces of a description.
func (p *parser) references(d *Description, namespace string) {
	for p.now.text != "}" && !p.full {
		if p.now.text == "" {
			p.fail(p.now, "expected } at the end of %s, which begins in line %d, found the end of the file", quoted(d.Type), d.Line)
			return
		}
		ref, ok := p.reference(namespace)
		if ok && p.now.text == "{" {
			p.fail(p.now, "expected ; after the reference, or } before the next type, found \"{\"")
			ok = false
		} else if ok {
			ok = p.expect(";", "after the reference")
		}
		if !ok {
			p.skipReference()
			continue
		}
		if p.refs++; p.refs > MaxReferences {
			p.stop(p.now, "the file has more than %d references", MaxReferences)
			return
		}
		d.Refs = append(d.Refs, ref)
	}
	p.next()
}

func (p *parser) reference(namespace string) (Ref, bool) {
	r := Ref{Namespace: namespace, Line: p.now.line, Column: p.now.column}
	switch p.now.text {
	case "(":
		r.Use = Leaf
		p.next()
	case "!":
		r.Use = Never
		p.next()
	}
	name, ok := p.typeName("the type of a reference")
	for ok && p.now.text == "[" {
		p.next()
		ok = p.expect("]", "after [")
		name += "[]"
	}
	if ok && r.Use == Leaf {
		ok = p.expect(")", "after the leaf")
	}
	if r.Text = name; strings.HasPrefix(name, classType+"<") {
		r.Namespace = ""
	}
	return r, ok
}

const classType = "java.lang.Class"

// typeName parses a name of words separated by dots. what describes it in messages.
func (p *parser) typeName(what string) (string, bool) {
	name, ok := p.words(what)
	if !ok || p.now.text != "<" {
		return name, ok
	}
	if name != classType {
		p.fail(p.now, "only %s has a type in < >: type arguments are not known at run time", classType)
		return "", false
	}
	p.next()
	inner := p.now
	of, ok := p.words("the type in < >")
	if ok && strings.Contains(of, "*") {
		p.fail(inner, "expected the name of one class in < >, found %s", quoted(of))
		return "", false
	}
	if !ok || !p.expect(">", "after the type in < >") {
		return "", false
	}
	return classType + "<" + of + ">", true
}

// words parses words separated by dots.
func (p *parser) words(what string) (string, bool) {
	at := p.now
	var name strings.Builder
	for {
		if !p.now.word {
			p.fail(p.now, "expected %s, found %s", what, p.now.what())
			return "", false
		}
		name.WriteString(p.next().text)
		if name.Len() > MaxName {
			p.fail(at, "a name is longer than %d bytes", MaxName)
			return "", false
		}
		if p.now.text != "." {
			return name.String(), true
		}
		p.next()
		name.WriteByte('.')
		what = "the rest of the name after the dot"
	}
}

// add adds a description unless its type already has one.
func (p *parser) add(at token, d *Description) {
	if old := p.first[d.Type]; old != nil {
		p.fail(at, "%s is already described in line %d", quoted(d.Type), old.Line)
		return
	}
	if len(p.file.Descriptions) == MaxDescriptions {
		p.stop(at, "the file describes more than %d types", MaxDescriptions)
		return
	}
	p.first[d.Type] = d
	p.file.Descriptions = append(p.file.Descriptions, d)
}

// skipReference skips the rest of an invalid reference.
func (p *parser) skipReference() {
	for p.now.text != "" && p.now.text != "}" && !p.full {
		if p.next().text == ";" {
			return
		}
	}
}

// recover skips the rest of an invalid part: past its closing brace, or up to that of the namespace.
func (p *parser) recover() {
	for depth := 0; p.now.text != "" && !p.full; p.next() {
		switch {
		case p.now.text == "{":
			depth++
		case p.now.text == "}" && depth == 0 && p.depth > 0:
			return
		case p.now.text == "}" && depth <= 1:
			p.next()
			return
		case p.now.text == "}":
			depth--
		}
	}
}
