package rules

import (
	"go/ast"
	"slices"
	"strings"
	"testing"
)

// clocks lists the only places that read the time: folders with everything below them, and files.
var clocks = []string{"cmd", "render/clock.go", "city/session/log.go", "trace/record/matrix/main.go", "scripts/measure/measure.go"}

// TestClock: everywhere else the time is an argument, so that results and drawings do not depend on it and can be tested.
func TestClock(t *testing.T) {
	for _, s := range sources(t) {
		if s.test || slices.ContainsFunc(clocks, func(c string) bool { return within(s.path, c) }) {
			continue
		}
		for _, read := range clockReads(s) {
			t.Errorf("%s: reads the clock; only %s do: take the time as an argument", read, strings.Join(clocks, ", "))
		}
	}
}

// clockReads returns the positions of uses of time.Now, time.Since and time.Until.
func clockReads(s source) []string {
	name := ""
	for _, spec := range s.ast.Imports {
		if spec.Path.Value == `"time"` {
			name = "time"
			if spec.Name != nil {
				name = spec.Name.Name
			}
		}
	}
	if name == "" {
		return nil
	}
	if name == "." {
		return []string{s.path + " (dot import of time)"}
	}
	var reads []string
	ast.Inspect(s.ast, func(n ast.Node) bool {
		selector, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		base, ok := selector.X.(*ast.Ident)
		if ok && base.Name == name && slices.Contains([]string{"Now", "Since", "Until"}, selector.Sel.Name) {
			position := s.set.Position(selector.Pos())
			position.Filename = s.path
			reads = append(reads, position.String())
		}
		return true
	})
	return reads
}

// maxLines is the maximum length of a file. A longer file has more than one subject.
const maxLines = 500

// longFiles contains the files that may be longer, with their own limit and the reason.
var longFiles = map[string]struct {
	limit  int
	reason string
}{}

func TestFileLength(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		limit := maxLines
		if long, ok := longFiles[s.path]; ok {
			seen[s.path] = true
			limit = long.limit
			if long.reason == "" {
				t.Errorf("%s: no reason is given for its length", s.path)
			}
			if s.lines <= maxLines {
				t.Errorf("%s: has %d lines now and needs no exception", s.path, s.lines)
			}
		}
		if s.lines > limit {
			t.Errorf("%s: %d lines, at most %d: split it by subject", s.path, s.lines, limit)
		}
	}
	for name := range longFiles {
		if !seen[name] {
			t.Errorf("%s: has an exception for its length, but is not there", name)
		}
	}
}

func TestPackageComments(t *testing.T) {
	comments := map[string]string{}
	names := map[string]string{}
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		names[s.dir] = s.ast.Name.Name
		if s.ast.Doc != nil {
			comments[s.dir] += s.ast.Doc.Text()
		}
	}
	for dir, name := range names {
		comment := comments[dir]
		switch {
		case strings.TrimSpace(comment) == "":
			t.Errorf("%s: package %s has no package comment", dir, name)
		case name != "main" && !strings.HasPrefix(comment, "Package "+name+" "):
			t.Errorf("%s: the package comment does not start with %q", dir, "Package "+name)
		}
	}
}

// TestPure builds everything that must work without cgo, and thus without a C compiler and a graphics library.
func TestPure(t *testing.T) {
	if testing.Short() {
		t.Skip("builds most of the project")
	}
	var packages []string
	for _, s := range sources(t) {
		if p := "./" + s.dir; !s.test && pure(s.dir) && !slices.Contains(packages, p) {
			packages = append(packages, p)
		}
	}
	goTool(t, "0", append([]string{"build"}, packages...)...)
	for _, s := range sources(t) {
		if pure(s.dir) && slices.Contains(s.imports(t), "C") {
			t.Errorf("%s: imports C, which only render and cmd may", s.path)
		}
	}
}
