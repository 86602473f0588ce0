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

An arrow leads from a folder to one that it imports; what is implied by other arrows is left out. Which package may import what,
and why, is the table in [rules/imports_test.go](../rules/imports_test.go), which a test holds. Why things are as they are is in
[decisions](decisions/README.md), where a change goes in [CONTRIBUTING.md](../CONTRIBUTING.md).

%s
* Facts (recordings, heaps, trees) never change once built.
* The view is a value that only one function moves.
* What is on the graphics card can be rebuilt from these two.
* The main goroutine draws and never waits: the session reads and computes, painting panels is theirs.

The first sentence of each package comment follows; ` + "`go doc ./FOLDER`" + ` prints the rest.
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
		fmt.Fprintf(&b, "| [`%s`](../%s) | %s |\n", dir, dir, p.sentence())
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
