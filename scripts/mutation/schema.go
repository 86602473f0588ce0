package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A schema is a package that contains several mutants. An environment variable selects one or none of them when the program starts. All
// mutants thus need only one compilation (R. H. Untch, A. J. Offutt, M. J. Harrold: Mutation analysis using mutant schemata, 1993).
//
// Each mutant is a changed copy of a function. The function itself starts with a switch that calls the copy instead:
//
//	func Above(n int) bool { switch mutant__ { case 1: return Above__1(n) }; return n > 10 }
//	func Above__1(n int) bool { return n >= 10 }
//
// A change can therefore be anything that compiles, including labels, constants, declarations and returns. The value of a package variable
// is computed by a function that contains the switch. Constants and types offer no place for a switch.
type schema struct {
	mutants []mutant          // number of each: its index + 1
	files   map[string][]byte // changed files, and one more
}

const (
	switchName     = "MEMCITY_MUTANT" // environment variable with the number of the mutant
	switchVariable = "mutant__"
	// switchFile sorts first among the files of a package, so that its variable is initialized before others.
	switchFile = "000_mutant.go"
)

// schemaOf returns a schema with as many of the mutants as possible, and the other mutants.
func schemaOf(p *checked, mutants []mutant) (s schema, alone []mutant) {
	s.files = map[string][]byte{}
	edits := map[string]*fileSchema{}
	for _, m := range mutants {
		f := edits[m.file]
		if f == nil {
			f = &fileSchema{checked: p, syntax: p.files[m.file], source: p.sources[m.file], at: map[ast.Node]*site{}}
			edits[m.file] = f
		}
		if f.add(len(s.mutants)+1, m) {
			s.mutants = append(s.mutants, m)
		} else {
			alone = append(alone, m)
		}
	}
	for name, f := range edits {
		if len(f.at) > 0 {
			s.files[name] = f.text()
		}
	}
	s.files[filepath.Join(p.Dir, switchFile)] = fmt.Appendf(nil, `package %s

import (
	"os"
	"strconv"
)

var %s = func() int { n, _ := strconv.Atoi(os.Getenv(%q)); return n }()
`, p.types.Name(), switchVariable, switchName)
	return s, alone
}

// A fileSchema collects the mutants of a file.
type fileSchema struct {
	*checked
	syntax *ast.File
	source []byte
	at     map[ast.Node]*site // by declaration or value
}

// A site is a function or value with mutants.
type site struct {
	edits []edit   // edits that prepare the switch, without the cases
	at    int      // offset in the file at which the switch is inserted
	cases []string // cases of the switch
	after []string // copies of the function
	head  string   // text before the cases
	tail  string   // text after the cases
}

// add adds a mutant, and reports whether that was possible.
func (f *fileSchema) add(number int, m mutant) bool {
	for _, d := range f.syntax.Decls {
		if !f.has(d, m.edit) {
			continue
		}
		switch d := d.(type) {
		case *ast.FuncDecl:
			return f.addToFunction(d, number, m.edit)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok && d.Tok == token.VAR && len(v.Names) == len(v.Values) {
					for i, value := range v.Values {
						if f.has(value, m.edit) {
							return f.addToValue(v.Names[i], value, number, m.edit)
						}
					}
				}
			}
		}
	}
	return false
}

func (f *fileSchema) has(n ast.Node, e edit) bool {
	return f.offset(n.Pos()) <= e.start && e.end <= f.offset(n.End())
}

func (f *fileSchema) offset(p token.Pos) int { return int(p - f.syntax.FileStart) }

func (f *fileSchema) slice(from, to token.Pos) string {
	return string(f.source[f.offset(from):f.offset(to)])
}

// changed returns the text of a node with an edit applied.
func (f *fileSchema) changed(n ast.Node, e edit) string {
	start := f.offset(n.Pos())
	e.start -= start
	e.end -= start
	return string(e.apply([]byte(f.slice(n.Pos(), n.End()))))
}

// addToFunction adds a mutant of a function, unless its callers matter.
func (f *fileSchema) addToFunction(d *ast.FuncDecl, number int, e edit) bool {
	if callerMatters(d.Body) {
		return false
	}
	s := f.at[d]
	if s == nil {
		s = &site{at: f.offset(d.Body.Lbrace) + 1, head: " switch " + switchVariable + " {", tail: "}; "}
		f.at[d] = s
	}
	name := d.Name.Name + "__" + strconv.Itoa(number)
	// The name precedes the change, so its offset is still valid.
	at := f.offset(d.Name.Pos()) - f.offset(d.Pos())
	s.after = append(s.after, string(edit{at, at + len(d.Name.Name), name}.apply([]byte(f.changed(d, e)))))
	s.edits = nil
	call := f.call(d, s, name)
	if d.Type.Results != nil && len(d.Type.Results.List) > 0 {
		call = "return " + call
	} else {
		call += "; return"
	}
	s.cases = append(s.cases, fmt.Sprintf("case %d: %s; ", number, call))
	return true
}

// call returns a call of a copy of the function with the same arguments.
func (f *fileSchema) call(d *ast.FuncDecl, s *site, name string) string {
	if d.Recv != nil {
		name = f.names(s, d.Recv.List, "receiver__")[0] + "." + name
	}
	if d.Type.TypeParams != nil {
		var names []string
		for _, field := range d.Type.TypeParams.List {
			for _, n := range field.Names {
				names = append(names, n.Name)
			}
		}
		name += "[" + strings.Join(names, ", ") + "]"
	}
	arguments := strings.Join(f.names(s, d.Type.Params.List, "parameter__"), ", ")
	if n := len(d.Type.Params.List); n > 0 {
		if _, ok := d.Type.Params.List[n-1].Type.(*ast.Ellipsis); ok {
			arguments += "..."
		}
	}
	return name + "(" + arguments + ")"
}

// names returns the names of parameters. It adds edits that name unnamed ones.
func (f *fileSchema) names(s *site, fields []*ast.Field, prefix string) []string {
	var names []string
	for _, field := range fields {
		if len(field.Names) == 0 {
			name := prefix + strconv.Itoa(len(names))
			at := f.offset(field.Type.Pos())
			s.edits = append(s.edits, edit{at, at, name + " "})
			names = append(names, name)
		}
		for _, n := range field.Names {
			name := n.Name
			if name == "_" {
				name = prefix + strconv.Itoa(len(names))
				s.edits = append(s.edits, edit{f.offset(n.Pos()), f.offset(n.End()), name})
			}
			names = append(names, name)
		}
	}
	return names
}

// callerMatters reports whether a function depends on its caller: it calls recover, which works only directly in a deferred function, or
// inspects the call stack.
func callerMatters(body *ast.BlockStmt) bool {
	matters := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.Ident:
			matters = matters || n.Name == "recover" || strings.HasPrefix(n.Name, "Caller")
		}
		return true
	})
	return matters
}

// addToValue adds a mutant of a variable's value, unless the file cannot name its type.
func (f *fileSchema) addToValue(name *ast.Ident, value ast.Expr, number int, e edit) bool {
	s := f.at[value]
	if s == nil {
		of, ok := f.nameOf(f.info.Defs[name].Type())
		if !ok {
			return false
		}
		s = &site{at: f.offset(value.Pos()), head: "func() " + of + " { switch " + switchVariable + " { ", tail: "}; return "}
		s.edits = []edit{{f.offset(value.End()), f.offset(value.End()), " }()"}}
		f.at[value] = s
	}
	s.cases = append(s.cases, fmt.Sprintf("case %d: return %s\n", number, f.changed(value, e)))
	return true
}

// nameOf returns the name of a type in the file. ok is false if the file cannot name it.
func (f *fileSchema) nameOf(t types.Type) (text string, ok bool) {
	imported := map[string]string{}
	for _, i := range f.syntax.Imports {
		importPath, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			continue
		}
		if imported[importPath] = ""; i.Name != nil {
			imported[importPath] = i.Name.Name
		}
	}
	ok = true
	text = types.TypeString(t, func(p *types.Package) string {
		if p == f.types {
			return ""
		}
		name, there := imported[p.Path()]
		ok = ok && there
		if name == "" {
			name = p.Name()
		}
		return name
	})
	return text, ok
}

// text returns the file with the switches and copies.
func (f *fileSchema) text() []byte {
	var edits []edit
	var after []string
	for _, s := range f.at {
		edits = append(edits, s.edits...)
		edits = append(edits, edit{s.at, s.at, s.head + strings.Join(s.cases, "") + s.tail})
		after = append(after, s.after...)
	}
	slices.SortFunc(edits, func(a, b edit) int { return b.start - a.start })
	source := f.source
	for _, e := range edits {
		source = e.apply(source)
	}
	return append(append(slices.Clone(source), '\n'), strings.Join(slices.Sorted(slices.Values(after)), "\n\n")...)
}
