package rules

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// decisionHeadings lists the headings of a decision, in order.
var decisionHeadings = []string{"Context", "Decision", "Consequences", "What would change our mind"}

// pageLink matches a link to another file in Markdown.
var pageLink = regexp.MustCompile(`\]\(([^)#:]+\.md)(#[^)]*)?\)`)

// TestDecisions: every decision is in the index exactly once, under its title, and has all headings in order.
func TestDecisions(t *testing.T) {
	const folder = "docs/decisions"
	files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(folder), "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	index := read(t, folder+"/README.md")
	var linked []string
	for _, link := range pageLink.FindAllStringSubmatch(index, -1) {
		if slices.Contains(linked, link[1]) {
			t.Errorf("%s/README.md: links to %s twice", folder, link[1])
		}
		linked = append(linked, link[1])
	}
	for _, file := range files {
		name := filepath.Base(file)
		if name == "README.md" {
			continue
		}
		text := read(t, folder+"/"+name)
		first, _, _ := strings.Cut(text, "\n")
		title, ok := strings.CutPrefix(first, "# ")
		if !ok || !strings.Contains(index, "["+title+"]("+name+")") {
			t.Errorf("%s/README.md: does not link to %s by its title %q", folder, name, first)
		}
		var headings []string
		for line := range strings.Lines(text) {
			if heading, ok := strings.CutPrefix(line, "## "); ok {
				headings = append(headings, strings.TrimSpace(heading))
			}
		}
		if !slices.Equal(headings, decisionHeadings) {
			t.Errorf("%s/%s: has the headings %q, want %q", folder, name, headings, decisionHeadings)
		}
	}
	if len(linked) != len(files)-1 {
		t.Errorf("%s/README.md: %d links to %d pages", folder, len(linked), len(files)-1)
	}
}

// TestDeveloperLinks: links in the documents for developers lead to existing files.
func TestDeveloperLinks(t *testing.T) {
	documents := []string{"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/architecture.md", "docs/building.md"}
	decisions, err := filepath.Glob(filepath.Join(root, "docs", "decisions", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range decisions {
		documents = append(documents, "docs/decisions/"+filepath.Base(file))
	}
	for _, document := range documents {
		for _, link := range pageLink.FindAllStringSubmatch(read(t, document), -1) {
			to := path.Join(path.Dir(document), link[1])
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(to))); err != nil {
				t.Errorf("%s: links to %s, which is not there", document, to)
			}
		}
	}
}
