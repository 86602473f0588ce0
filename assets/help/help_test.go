package help

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/*.md from the pages")

// TestLinks checks that every link leads to an existing page and heading, or is of a kind that the package comment names.
func TestLinks(t *testing.T) {
	for _, p := range Pages() {
		for _, link := range p.Links() {
			switch scheme, rest, _ := strings.Cut(link, ":"); scheme {
			case "https":
			case "memcity":
				kind, name, _ := strings.Cut(rest, "/")
				if !slices.Contains([]string{"demo", "view", "do"}, kind) || name == "" {
					t.Errorf("%s.md: %s: expected memcity:demo/NAME, memcity:view/NAME or memcity:do/NAME", p.Name, link)
				}
			default:
				name, id, anchored := strings.Cut(link, "#")
				to := Find(name)
				if to == nil {
					t.Errorf("%s.md: there is no page %s.md", p.Name, name)
				} else if anchored && !slices.ContainsFunc(to.Blocks, func(b Block) bool { return b.Kind == Heading && b.ID == id }) {
					t.Errorf("%s.md: there is no heading #%s in %s.md", p.Name, id, name)
				}
			}
		}
	}
}

// TestContents checks that the contents lead to every page, directly or through a page that lists others.
func TestContents(t *testing.T) {
	listed := Find(Contents).Links()
	for _, link := range slices.Clone(listed) {
		if p := Find(link); p != nil {
			listed = append(listed, p.Links()...)
		}
	}
	for _, p := range Pages() {
		if p.Name != Contents && !slices.ContainsFunc(listed, func(l string) bool { return strings.HasPrefix(l+"#", p.Name+"#") }) {
			t.Errorf("%s.md: the contents do not lead to it", p.Name)
		}
	}
}

// withViews returns the contents with one more line for each view page that no page lists yet. The new lines follow those already listed.
func withViews(source []byte, pages []*Page, listed []string) []byte {
	text := string(source)
	last := strings.LastIndex(text, "](views/")
	if last < 0 {
		return source
	}
	at := last + strings.IndexByte(text[last:], '\n') + 1
	var lines strings.Builder
	for _, p := range pages {
		if strings.HasPrefix(p.Name, View("")) && !slices.Contains(listed, p.Name) {
			lines.WriteString("* [" + p.Title + "](" + p.Name + ".md)\n")
		}
	}
	return []byte(text[:at] + lines.String() + text[at:])
}

// TestWithViews checks that an unlisted page gets a line behind the last view. Pages that are no views get none.
func TestWithViews(t *testing.T) {
	pages := []*Page{{Name: "views/old", Title: "Old"}, {Name: "views/new", Title: "New one"}, {Name: "inputs", Title: "Inputs"}}
	source := "# Manual\n\n* [Old](views/old.md)\n* [Keys](keys.md)\n"
	want := "# Manual\n\n* [Old](views/old.md)\n* [New one](views/new.md)\n* [Keys](keys.md)\n"
	if got := withViews([]byte(source), pages, []string{"views/old"}); string(got) != want {
		t.Errorf("%s", got)
	}
	if got := withViews([]byte(want), pages, []string{"views/old", "views/new"}); string(got) != want {
		t.Errorf("%s", got)
	}
}

// TestViewsListed checks that the contents list the page of each view. With -update it adds the missing ones.
func TestViewsListed(t *testing.T) {
	page := Find(Contents)
	want := withViews(page.Source, Pages(), page.Links())
	if *update {
		if err := os.WriteFile(Contents+".md", want, 0o666); err != nil {
			t.Fatal(err)
		}
	} else if !bytes.Equal(page.Source, want) {
		t.Errorf("%s.md does not list each page of a view: make docs adds those that it lacks", Contents)
	}
}

// deed matches links that only a window can follow.
var deed = regexp.MustCompile(`\[([^\]]*)\]\(memcity:[^)]*\)`)

// picture matches the folder of a picture, which docs/ has no copy of.
var picture = regexp.MustCompile(`\]\((\.\./)?pictures/`)

// document returns a page in the form for docs/.
func document(p *Page) []byte {
	source := p.Source
	if p.Name == Contents {
		source = withViews(source, Pages(), p.Links())
	}
	source = deed.ReplaceAll(source, []byte("$1"))
	up := strings.Repeat("../", 1+strings.Count(p.Name, "/"))
	source = picture.ReplaceAll(source, []byte("]("+up+"assets/help/pictures/"))
	return append([]byte("<!-- Written from assets/help/"+p.Name+".md: change that, then make docs. -->\n\n"), source...)
}

// developers matches the parts of docs/ for those who build or change the program. rules checks them.
var developers = regexp.MustCompile(`^(architecture|building|performance|decisions/.*)$`)

// TestDocs checks that docs/ matches the pages.
func TestDocs(t *testing.T) {
	docs := filepath.Join("..", "..", "docs")
	for _, p := range Pages() {
		file := filepath.Join(docs, filepath.FromSlash(p.Name)+".md")
		want := document(p)
		if *update {
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, want, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
			t.Errorf("docs/%s.md is not as assets/help/%s.md has it: make docs writes it", p.Name, p.Name)
		}
	}
	err := filepath.WalkDir(docs, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(file) != ".md" {
			return err
		}
		name, err := filepath.Rel(docs, strings.TrimSuffix(file, ".md"))
		if name = filepath.ToSlash(name); err == nil && Find(name) == nil && !developers.MatchString(name) {
			t.Errorf("docs/%s.md has no page in assets/help", name)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// maxPictures limits what all pictures add to the program.
const maxPictures = 600_000

// TestPictures checks that every picture is in the program, describes what it shows, and is used.
func TestPictures(t *testing.T) {
	used := map[string]bool{}
	for _, p := range Pages() {
		for _, b := range p.Blocks {
			if b.Kind != Picture {
				continue
			}
			used[b.File] = true
			if img := Image(b.File); img == nil || img.Rect.Dx() < 400 || b.Text == "" {
				t.Errorf("%s.md: %s: no picture of a window, or nothing says what is to be seen", p.Name, b.File)
			}
		}
	}
	size := int64(0)
	err := fs.WalkDir(pictures, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if !used[file] {
			t.Errorf("%s: no page shows it", file)
		}
		info, err := entry.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	if err != nil || size > maxPictures {
		t.Errorf("the pictures have %d bytes, at most %d: %v", size, maxPictures, err)
	}
}

// TestReadme checks that everything in docs/ that the README of the repository links to exists.
func TestReadme(t *testing.T) {
	root := filepath.Join("..", "..")
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	links := regexp.MustCompile(`\]\((docs/[^)#]+)`).FindAllSubmatch(text, -1)
	if len(links) < 8 {
		t.Errorf("only %d links into docs/", len(links))
	}
	for _, link := range links {
		if _, err := os.Stat(filepath.Join(root, string(link[1]))); err != nil {
			t.Errorf("README.md: %s is not there", link[1])
		}
	}
}
