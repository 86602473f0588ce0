package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A key identifies a mutant even if the file changes elsewhere.
type key struct {
	folder   string // folder of the package relative to the root of the module
	function string // Type.Method for methods, - outside functions
	operator string
	before   string // lines that the change affects, joined
	after    string // the same lines after the change
	nth      int    // 1-based number among mutants of the function with equal values above
}

// A mutant is a small change of a source file.
type mutant struct {
	key
	file       string // as given by the go command
	importPath string
	line       int
	edit
}

// place returns the position of the mutant relative to the root of the module.
func (m mutant) place() string {
	return fmt.Sprintf("%s/%s:%d", m.key.folder, filepath.Base(m.file), m.line)
}

// An edit replaces the bytes of a file from start to end, exclusive.
type edit struct {
	start, end int
	text       string
}

func (e edit) apply(source []byte) []byte {
	return slices.Concat(source[:e.start], []byte(e.text), source[e.end:])
}

// mutantsOf returns all mutants of the packages, sorted by position.
func mutantsOf(packages []goPackage) ([]mutant, error) {
	var all []mutant
	for _, p := range packages {
		var ofPackage []mutant
		for _, name := range p.GoFiles {
			file := filepath.Join(p.Dir, name)
			source, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			found, err := mutantsIn(file, source)
			if err != nil {
				return nil, err
			}
			ofPackage = append(ofPackage, found...)
		}
		seen := map[key]int{}
		for i := range ofPackage {
			m := &ofPackage[i]
			m.importPath, m.key.folder = p.ImportPath, p.folder()
			seen[m.key]++
			m.key.nth = seen[m.key]
		}
		all = append(all, ofPackage...)
	}
	return all, nil
}

// mutantsIn returns the mutants of a file without package information.
func mutantsIn(name string, source []byte) ([]mutant, error) {
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, name, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	f := finder{source: source, file: set.File(parsed.FileStart)}
	var mutants []mutant
	for _, declaration := range parsed.Decls {
		function := "-"
		if d, ok := declaration.(*ast.FuncDecl); ok {
			function = nameOf(d)
		}
		f.found = nil
		f.walk(declaration, nil)
		slices.SortStableFunc(f.found, func(a, b change) int { return cmp.Compare(a.start, b.start) })
		for _, c := range f.found {
			before, after := f.lines(c.edit)
			mutants = append(mutants, mutant{
				key:  key{function: function, operator: c.operator, before: before, after: after},
				file: name,
				line: f.file.Line(f.file.Pos(c.start)),
				edit: c.edit,
			})
		}
	}
	return mutants, nil
}

// nameOf returns the name of a function, or Type.Method without type parameters.
func nameOf(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return d.Name.Name
	}
	receiver := d.Recv.List[0].Type
	for {
		switch r := receiver.(type) {
		case *ast.StarExpr:
			receiver = r.X
		case *ast.IndexExpr:
			receiver = r.X
		case *ast.IndexListExpr:
			receiver = r.X
		case *ast.Ident:
			return r.Name + "." + d.Name.Name
		default:
			return d.Name.Name
		}
	}
}

// lines returns the lines that an edit affects, before and after it. Each result is a single line without surrounding space.
func (f *finder) lines(e edit) (before, after string) {
	from := strings.LastIndexByte(string(f.source[:e.start]), '\n') + 1
	to := len(f.source)
	if length := strings.IndexByte(string(f.source[e.end:]), '\n'); length >= 0 {
		to = e.end + length
	}
	join := func(parts ...string) string { return strings.Join(strings.Fields(strings.Join(parts, "")), " ") }
	return join(string(f.source[from:to])),
		join(string(f.source[from:e.start]), e.text, string(f.source[e.end:to]))
}
