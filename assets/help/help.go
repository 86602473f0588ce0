// Package help provides the pages of the manual for the help window, for memcity help, and for generating docs/.
//
// A page is a Markdown file. The following parts are supported, and a page with anything else is rejected: headings (the first one, of
// level 1, is the title), paragraphs, lists, tables, fenced and indented code, pictures in a paragraph of their own, links, **bold**,
// `code`, and <kbd>keys</kbd>. Link targets are:
//
//	other.md, other.md#heading, #heading   another page, relative to this one, or a heading in it
//	memcity:demo/NAME                      opens a bundled recording
//	memcity:view/NAME                      shows a view, by its name in scripts
//	memcity:do/NAME                        does what a control of the window does
//	https://...                            the web
//
// In docs/, memcity: links are plain text.
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

// Names of pages that other code refers to.
const (
	Contents = "README"   // lists all others
	Commands = "commands" // list of commands
	Keys     = "keys"     // keys and mouse
	First    = "first-steps"
)

// View returns the name of the page on a view or another part of the window.
func View(name string) string { return "views/" + name }

// Gallery returns the name of the page on a bundled recording that is an exercise.
func Gallery(name string) string { return "gallery/" + name }

// Page is a page of the manual.
type Page struct {
	Name   string  // path of its file without .md, with slashes: views/city
	Title  string  // first heading
	Blocks []Block // including the first heading
	Source []byte  // Markdown; read-only
}

// Kind selects the kind of a block.
type Kind uint8

// Kinds of blocks.
const (
	Heading   Kind = iota // Spans; Level from 1
	Paragraph             // Spans
	Item                  // list item: Spans; Level is its 0-based depth; Mark is its dot or number, empty for a further paragraph
	Code                  // Text, lines ended by \n
	Table                 // Rows, the first of which is the header
	Picture               // Text describes the picture; File is its name
)

// Block is a part of a page that starts on a new line.
type Block struct {
	Kind  Kind
	Level int
	Mark  string
	Spans []Span
	Text  string
	Rows  [][][]Span // rows of cells
	File  string
	ID    string // ID of a heading, which links name after #
}

// Style selects the style of a span.
type Style uint8

// Styles of spans.
const (
	Plain Style = iota
	Bold
	Mono // code
	Key  // key cap
)

// Span is text of one style.
type Span struct {
	Text  string
	Style Style
	Link  string // NAME or NAME#ID of a page, memcity:..., https:..., or empty
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
		panic(err) // the pages are embedded, and tests parse all of them
	}
	return inOrder(pages)
})

// Pages returns all pages in the order of the contents. The first call parses them, which takes some milliseconds. The pages are read-only.
func Pages() []*Page { return parsed() }

// Find returns a page by its name; nil if there is none.
func Find(name string) *Page {
	for _, p := range Pages() {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// inOrder sorts pages in the order of the contents. Each page is followed by those in its folder, in the order in which it links them.
// Pages without a link come last, by name.
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

// Links returns the targets of all links on a page, in order, including duplicates.
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

// target makes the target of a link on a page absolute: NAME#ID for pages, others unchanged.
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
