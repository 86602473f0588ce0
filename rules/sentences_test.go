package rules

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// sentencesFile lists all texts of the program, so that they can be read as a whole and a review shows changes of wording.
const sentencesFile = "testdata/sentences.txt"

const sentencesHead = `# Written by rules/sentences_test.go from the string literals of the program: change those, then make golden.
# … stands for what is put in at run time. The manual is in assets/help.
`

// silentDirs lists the folders whose strings only developers see.
var silentDirs = []string{"rules", "scripts", "trace/tracetest", "city/citytest", "render/ui/uitest", "trace/record/matrix", "cmd/memcity/clitest"}

// code matches literals in other languages: shaders, Java and HTML.
var code = regexp.MustCompile(`#version|void main|gl_Position|uniform |\bvec[234]\b|public static|<html|<script|--add-`)

var oneLine = strings.NewReplacer("\n", `\n`, "\t", `\t`, "\r", `\r`)

// readable reports whether a text is prose: at least two words, and not code.
func readable(text string) bool {
	words := 0
	for _, word := range strings.Fields(text) {
		letters := 0
		for _, r := range word {
			if unicode.IsLetter(r) {
				letters++
			}
		}
		if letters > 1 {
			words++
		}
	}
	return words > 0 && strings.Contains(strings.TrimSpace(text), " ") && !code.MatchString(text)
}

// phrase returns the text of literals joined by +, with … for other operands. ok is false if there is no literal.
func phrase(e ast.Expr) (text string, ok bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind != token.STRING {
			return "…", false
		}
		text, err := strconv.Unquote(e.Value)
		return text, err == nil
	case *ast.ParenExpr:
		return phrase(e.X)
	case *ast.BinaryExpr:
		if e.Op != token.ADD {
			break
		}
		x, xOk := phrase(e.X)
		y, yOk := phrase(e.Y)
		return x + y, xOk || yOk
	}
	return "…", false
}

// unread reports whether the arguments of a call are not prose: patterns, and messages of panics.
func unread(call *ast.CallExpr) bool {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name == "panic"
	case *ast.SelectorExpr:
		pkg, ok := f.X.(*ast.Ident)
		return ok && pkg.Name == "regexp"
	}
	return false
}

// sentencesOf adds the readable literals of a file.
func sentencesOf(file *ast.File, to map[string]bool) {
	add := func(text string) {
		if readable(text) {
			to[oneLine.Replace(text)] = true
		}
	}
	var visit func(ast.Node) bool
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.Field:
			ast.Inspect(n.Type, visit) // without the tag
			return false
		case *ast.CallExpr:
			return !unread(n)
		case *ast.BasicLit:
			if text, ok := phrase(n); ok {
				add(text)
			}
		case *ast.BinaryExpr:
			text, ok := phrase(n)
			if !ok {
				return true
			}
			add(text)
			ast.Inspect(n, func(inner ast.Node) bool { // literals in the other operands
				switch inner := inner.(type) {
				case *ast.BinaryExpr:
					return inner.Op == token.ADD || visit(inner)
				case *ast.BasicLit:
					return false
				case *ast.ParenExpr, nil:
					return true
				default:
					ast.Inspect(inner, visit)
					return false
				}
			})
			return false
		}
		return true
	}
	ast.Inspect(file, visit)
}

// TestSentences: the list of the program's texts is up to date.
func TestSentences(t *testing.T) {
	all := map[string]map[string]bool{}
	for _, s := range sources(t) {
		if s.test || slices.ContainsFunc(silentDirs, func(dir string) bool { return within(s.dir, dir) }) {
			continue
		}
		if all[s.dir] == nil {
			all[s.dir] = map[string]bool{}
		}
		sentencesOf(s.ast, all[s.dir])
	}
	var b strings.Builder
	b.WriteString(sentencesHead)
	for _, dir := range slices.Sorted(maps.Keys(all)) {
		if len(all[dir]) > 0 {
			b.WriteString("\n" + dir + "\n")
		}
		for _, text := range slices.Sorted(maps.Keys(all[dir])) {
			b.WriteString("\t" + text + "\n")
		}
	}
	want := b.String()
	if *update {
		if err := os.MkdirAll(filepath.Dir(sentencesFile), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(sentencesFile, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(sentencesFile); err != nil || string(got) != want {
		t.Errorf("rules/%s is not what the sources say: make golden writes it", sentencesFile)
	}
}

// TestSentencesOf: literals are joined, and texts that nobody reads are omitted.
func TestSentencesOf(t *testing.T) {
	const text = `package p
import "a b"
type t struct{ f int ` + "`json:\"a tag\"`" + ` }
var a = "one " + "two" + x + (" three") + f("in a call")
var b = regexp.MustCompile("a pattern")
var c, d, e, g = "word", "#version 330 core", "tab\tin it, \"quoted\"", "1 2"
var h = "twice said"
func i() { panic("a fault"); j("twice said", x == "compared with", 1 + len("a length")) }`
	file, err := parser.ParseFile(token.NewFileSet(), "p.go", text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	sentencesOf(file, got)
	want := []string{`a length`, `compared with`, `in a call`, `one two… three…`, `tab\tin it, "quoted"`, `twice said`}
	if found := slices.Sorted(maps.Keys(got)); !slices.Equal(found, want) {
		t.Errorf("got %q, want %q", found, want)
	}
}
