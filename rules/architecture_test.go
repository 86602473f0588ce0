package rules

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/architecture.md, limits in SECURITY.md, and testdata/sentences.txt")

// architectureHead is the handwritten part of the page. Everything that names packages is generated.
const architectureHead = `<!-- Written by rules/architecture_test.go from the packages' comments: change those, then make docs. -->

# Architecture

Find the package for a task. To see where a change goes, read [CONTRIBUTING.md](../CONTRIBUTING.md). For the reasons, read the [decisions](decisions/README.md).

An arrow leads from a folder to a folder that it imports. Arrows that follow from other arrows are omitted.

%s
[rules/imports_test.go](../rules/imports_test.go) lists the imports that each package may have, with reasons. A test checks them.

## Layers

    cmd/memcity            wiring: one package per family of commands; cli contains shared code
     ├─► render            window, input, frames: the only folder with OpenGL, GLFW and Gio
     │    ├─ drawing, gfx  draw the city with instanced boxes, in the window or headless
     │    ├─ film          films as gif, apng, mp4
     │    ├─ typeset       names in scripts that the bundled font lacks, in fonts of the system
     │    └─ ui            panels, painted off screen on their own goroutine; below: canvas, widget,
     │                     place, model, and one package per view and per card
     └─► city/session      one worker plans, one resolves queries; city/resolve: the queries;
          │                city/recording: the open recording with its caches
          └─► city         the view as values: trees (groups over time), scene (plan, buildings, camera,
               │           picking), state (changed only by Step; undo, settings), query, view/… (state and
               │           rows of each view), budget, dump
               ├─► layout            squarified treemap; layered: graphs in layers
               └─► analysis          group: classifiers and chains; closure: dominators, deep and retained sizes,
                    │                owners, GC roots; graph: paths to GC roots; definition: user definitions;
                    │                window, trend, diff, churn, structure: changes; guide, waste, check: problems
                    └─► trace        facts, independent of formats: recordings, heaps, field values, trees
                         ▲
    trace/open             opens any input by its content
     └─► trace/hprof, phd, v8, native, lines, memtree, jfr, gclog, histogram, antsocket: one package per format
          └─► trace/wire   the records of each format, without their meaning
    assets                 fonts, shaders, bundled recordings; help: the manual
    rules                  tests of these imports, and of other rules

* Facts (recordings, heaps, trees) are immutable once built.
* The view is a value that only one function changes.
* Data on the graphics card can be rebuilt from these two.
* The main goroutine draws and never waits. The session reads and computes. Panels are painted on their own goroutine.

## Packages

Below is the first sentence of each package comment. ` + "`go doc ./FOLDER`" + ` prints the rest.
`

// listed is a package in the output of go list -json.
type listed struct {
	ImportPath, Name, Doc string
	Imports               []string
	GoFiles, CgoFiles     []string
}

func listPackages(t *testing.T) []listed {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(string(goTool(t, "1", "list", "-e", "-json=ImportPath,Name,Doc,Imports,GoFiles,CgoFiles",
		"./..."))))
	var all []listed
	for {
		var p listed
		switch err := decoder.Decode(&p); {
		case err == io.EOF:
			slices.SortFunc(all, func(a, b listed) int { return cmp.Compare(a.ImportPath, b.ImportPath) })
			return all
		case err != nil:
			t.Fatal(err)
		}
		if len(p.GoFiles)+len(p.CgoFiles) > 0 {
			all = append(all, p)
		}
	}
}

// area returns the first element of a package's folder.
func area(dir string) string {
	first, _, _ := strings.Cut(dir, "/")
	return first
}

// edges returns which areas import which others.
func edges(packages []listed) map[string]map[string]bool {
	to := map[string]map[string]bool{}
	for _, p := range packages {
		dir, _ := own(p.ImportPath)
		if to[area(dir)] == nil {
			to[area(dir)] = map[string]bool{}
		}
		for _, imported := range p.Imports {
			if target, mine := own(imported); mine && area(target) != area(dir) {
				to[area(dir)][area(target)] = true
			}
		}
	}
	return to
}

// leads reports whether a path leads from one area to another without starting with the direct edge.
func leads(to map[string]map[string]bool, from, target string) bool {
	seen := map[string]bool{from: true}
	var visit func(a string, first bool) bool
	visit = func(a string, first bool) bool {
		for next := range to[a] {
			if next == target {
				if !first {
					return true
				}
				continue
			}
			if !seen[next] {
				seen[next] = true
				if visit(next, false) {
					return true
				}
			}
		}
		return false
	}
	return visit(from, true)
}

// figure draws the areas as a Mermaid flowchart, which GitHub and most editors render.
func figure(packages []listed) string {
	count := map[string]int{}
	for _, p := range packages {
		dir, _ := own(p.ImportPath)
		count[area(dir)]++
	}
	to := edges(packages)
	var b strings.Builder
	b.WriteString("```mermaid\nflowchart TD\n")
	for _, a := range slices.Sorted(maps.Keys(count)) {
		fmt.Fprintf(&b, "  %s[\"%s (%d)\"]\n", a, a, count[a])
	}
	for _, a := range slices.Sorted(maps.Keys(to)) {
		for _, target := range slices.Sorted(maps.Keys(to[a])) {
			if !leads(to, a, target) {
				fmt.Fprintf(&b, "  %s --> %s\n", a, target)
			}
		}
	}
	b.WriteString("```\n\nIn brackets: how many packages.\n")
	return b.String()
}

// docLink matches a link of a Go comment, [Name] or [pkg.Name].
var docLink = regexp.MustCompile(`\[([A-Za-z_][A-Za-z0-9_.]*)\]`)

// sentence returns the first sentence of the package comment, without "Package name" at its start.
func (p *listed) sentence() string {
	text := docLink.ReplaceAllString(p.Doc, "$1")
	for _, start := range []string{"Package " + p.Name + " ", "Command " + path.Base(p.ImportPath) + " "} {
		text = strings.TrimPrefix(text, start)
	}
	if before, ok := strings.CutSuffix(text, ":"); ok { // a list follows
		text = before + "."
	}
	return strings.ReplaceAll(text, "|", `\|`)
}

func architecture(packages []listed) string {
	var b strings.Builder
	fmt.Fprintf(&b, architectureHead, figure(packages))
	last := ""
	for i := range packages {
		p := &packages[i]
		dir, _ := own(p.ImportPath)
		if a := area(dir); a != last {
			last = a
			fmt.Fprintf(&b, "\n## %s\n\n| package | |\n|---|---|\n", a)
		}
		text := p.sentence()
		if testSupport(dir) {
			text = "*Test support:* " + text
		}
		fmt.Fprintf(&b, "| [`%s`](../%s) | %s |\n", dir, dir, text)
	}
	return b.String()
}

// TestArchitecture: docs/architecture.md matches the package comments.
func TestArchitecture(t *testing.T) {
	sources(t) // so that go test knows the files that the result depends on, and caches no outdated result
	want := architecture(listPackages(t))
	file := filepath.Join(root, "docs", "architecture.md")
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != want {
		t.Error("docs/architecture.md is not as the package comments have it: make docs writes it")
	}
}

// TestFigure: arrows that others imply are omitted, even if folders import each other.
func TestFigure(t *testing.T) {
	got := figure([]listed{
		{ImportPath: project + "/a/x", Imports: []string{"fmt", project + "/b", project + "/c/y"}},
		{ImportPath: project + "/a", Imports: []string{project + "/a/x"}},
		{ImportPath: project + "/b", Imports: []string{project + "/c/y", project + "/d"}},
		{ImportPath: project + "/c/y", Imports: []string{"example.org/c"}},
		{ImportPath: project + "/d", Imports: []string{project + "/b"}},
	})
	for arrow, want := range map[string]bool{"a --> b": true, "a --> c": false, "b --> c": true, "b --> d": true, "d --> b": true,
		"a --> a": false} {
		if strings.Contains(got, arrow+"\n") != want {
			t.Errorf("%s is drawn: %v, want %v", arrow, !want, want)
		}
	}
	if !strings.Contains(got, `a["a (2)"]`) {
		t.Errorf("the number of packages is not there:\n%s", got)
	}
}
