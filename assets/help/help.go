// Package help has the pages of the manual: what the help window shows, what memcity help prints, and what docs/ is written
// from.
//
// A page is a file in Markdown. Of it these parts are used, and a page with anything else is refused: headings (the first
// one, of level 1, is the title), paragraphs, lists, tables, fenced and indented code, pictures that stand alone, links,
// **bold**, `code`, and <kbd>keys</kbd>. Links lead to
//
//	other.md, other.md#heading, #heading   another page, relative to this one, or a heading in it
//	memcity:demo/NAME                      opens a bundled recording
//	memcity:view/NAME                      shows a view, by its name in scripts
//	memcity:do/NAME                        does what a control of the window does
//	https://...                            the web
//
// In docs/ links of the second kind are plain text.
package help

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
)

//go:embed *.md */*.md
var files embed.FS

// Names of pages that are reached from elsewhere.
const (
	Contents = "README"   // lists all others
	Commands = "commands" // what there is on the command line
	Keys     = "keys"     // keys and mouse
	First    = "first-steps"
)

// View names the page of a view or another part of the window.
func View(name string) string { return "views/" + name }

// Gallery names the page on a bundled recording that is an exercise.
func Gallery(name string) string { return "gallery/" + name }

// Page is one page of the manual.
type Page struct {
	Name   string  // its file's path without .md, with slashes: views/city
	Title  string  // the first heading
	Blocks []Block // with the first heading
	Source []byte  // Markdown; not to be changed
}

// Kind is what a block is.
type Kind uint8

// Kinds of blocks.
const (
	Heading   Kind = iota // Spans; Level from 1
	Paragraph             // Spans
	Item                  // of a list: Spans; Level is how deep, from 0; Mark its dot or number, empty for a further paragraph
	Code                  // Text, lines ended by \n
	Table                 // Rows, the first one being the head
	Picture               // Text says what is to be seen; File is its name
)

// Block is a part of a page that begins on a line of its own.
type Block struct {
	Kind  Kind
	Level int
	Mark  string
	Spans []Span
	Text  string
	Rows  [][][]Span // rows of cells
	File  string
	ID    string // of a heading: what links name behind #
}

// Style is how a span is set.
type Style uint8

// Styles of spans.
const (
	Plain Style = iota
	Bold
	Mono // code
	Key  // a key's cap
)

// Span is text of one style.
type Span struct {
	Text  string
	Style Style
	Link  string // NAME or NAME#ID of a page, memcity:..., https:..., or nothing
}

var parsed = sync.OnceValue(func() []*Page {
	var pages []*Page
	err := fs.WalkDir(files, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		source, err := files.ReadFile(file)
		if err != nil {
			return err
		}
		page, err := Parse(strings.TrimSuffix(file, ".md"), source)
		if err != nil {
			return err
		}
		pages = append(pages, page)
		return nil
	})
	if err != nil {
		panic(err) // the pages are in the program, and all of them are tested
	}
	return inOrder(pages)
})

// Pages returns all pages in the order of the contents. They are read at the first call, which takes some milliseconds,
// and not to be changed.
func Pages() []*Page { return parsed() }

// Find returns a page by its name, nil if there is none.
func Find(name string) *Page {
	for _, p := range Pages() {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// At returns the number of the block with a heading's ID, -1 if there is none.
func (p *Page) At(id string) int {
	return slices.IndexFunc(p.Blocks, func(b Block) bool { return b.Kind == Heading && b.ID == id })
}

// inOrder sorts pages as the contents list them, each followed by those in its folder as it lists them. What is not listed
// comes last, by name.
func inOrder(pages []*Page) []*Page {
	byName, at := map[string]*Page{}, map[string]int{Contents: 0}
	for _, p := range pages {
		byName[p.Name] = p
	}
	var list func(p *Page, within string)
	list = func(p *Page, within string) {
		for _, link := range p.Links() {
			to := byName[link]
			if _, listed := at[link]; to != nil && !listed && strings.HasPrefix(link, within) {
				at[link] = len(at)
				list(to, link+"/")
			}
		}
	}
	if p := byName[Contents]; p != nil {
		list(p, "")
	}
	rank := func(p *Page) int {
		if i, ok := at[p.Name]; ok {
			return i
		}
		return len(at)
	}
	slices.SortStableFunc(pages, func(a, b *Page) int { return rank(a) - rank(b) })
	return pages
}

// Links returns where the spans of a page lead, in order, with repetitions.
func (p *Page) Links() []string {
	var links []string
	add := func(spans []Span) {
		for _, s := range spans {
			if s.Link != "" {
				links = append(links, s.Link)
			}
		}
	}
	for _, b := range p.Blocks {
		add(b.Spans)
		for _, row := range b.Rows {
			for _, cell := range row {
				add(cell)
			}
		}
	}
	return links
}

// target makes the destination of a link on a page absolute: NAME#ID for pages, others as they are.
func target(page, link string) (string, error) {
	scheme, _, ok := strings.Cut(link, ":")
	if ok && (scheme == "https" || scheme == "http" || scheme == "memcity") {
		return link, nil
	}
	file, id, anchored := strings.Cut(link, "#")
	name := page
	if file != "" {
		name, ok = strings.CutSuffix(path.Join(path.Dir(page), file), ".md")
		if !ok {
			return "", fmt.Errorf("link %s: it leads to no page", link)
		}
	}
	if anchored {
		name += "#" + id
	}
	return name, nil
}
