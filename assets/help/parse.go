package help

import (
	"bytes"
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

var markdown = goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()))

// Parse parses a page. Errors contain the page, the line and what is not supported there.
func Parse(name string, source []byte) (*Page, error) {
	p := &pageParser{page: &Page{Name: name, Source: source}, source: source}
	root := markdown.Parser().Parse(text.NewReader(source))
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		if err := p.block(n); err != nil {
			return nil, fmt.Errorf("help page %s.md:%d: %w", name, p.line(n), err)
		}
	}
	first := p.page.Blocks
	if len(first) == 0 || first[0].Kind != Heading || first[0].Level != 1 {
		return nil, fmt.Errorf("help page %s.md:1: it does not begin with a title", name)
	}
	p.page.Title = Words(first[0].Spans)
	return p.page, nil
}

// Words returns the text of spans without their styles.
func Words(spans []Span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.Text)
	}
	return b.String()
}

type pageParser struct {
	page   *Page
	source []byte
}

// line returns the 1-based line at which a block starts.
func (p *pageParser) line(n ast.Node) int {
	for ; n != nil; n = n.FirstChild() {
		if n.Type() == ast.TypeBlock && n.Lines().Len() > 0 {
			return 1 + bytes.Count(p.source[:n.Lines().At(0).Start], []byte("\n"))
		}
	}
	return 1
}

func (p *pageParser) add(b Block) { p.page.Blocks = append(p.page.Blocks, b) }

func (p *pageParser) block(n ast.Node) error {
	switch n := n.(type) {
	case *ast.Heading:
		spans, err := p.spans(n)
		id, _ := n.AttributeString("id")
		name, _ := id.([]byte)
		p.add(Block{Kind: Heading, Level: n.Level, Spans: spans, ID: string(name)})
		return err
	case *ast.Paragraph:
		return p.paragraph(n)
	case *ast.List:
		return p.list(n, 0)
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		p.add(Block{Kind: Code, Text: p.raw(n)})
		return nil
	case *extast.Table:
		return p.table(n)
	case *ast.HTMLBlock:
		if raw := strings.TrimSpace(p.raw(n)); strings.HasPrefix(raw, "<!--") {
			return nil // a comment ends the block
		}
	}
	return fmt.Errorf("a %s cannot be shown", n.Kind())
}

// raw returns the text of a block as written.
func (p *pageParser) raw(n ast.Node) string {
	var b strings.Builder
	for i := range n.Lines().Len() {
		segment := n.Lines().At(i)
		b.Write(segment.Value(p.source))
	}
	return b.String()
}

func (p *pageParser) paragraph(n *ast.Paragraph) error {
	if image, ok := n.FirstChild().(*ast.Image); ok && n.ChildCount() == 1 {
		spans, err := p.spans(image)
		if err != nil {
			return err
		}
		file := path.Join(path.Dir(p.page.Name), string(image.Destination))
		p.add(Block{Kind: Picture, Text: Words(spans), File: file})
		return nil
	}
	spans, err := p.spans(n)
	p.add(Block{Kind: Paragraph, Spans: spans})
	return err
}

func (p *pageParser) list(list *ast.List, level int) error {
	number := list.Start
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		mark := "•"
		if list.IsOrdered() {
			mark = strconv.Itoa(number) + "."
			number++
		}
		for n := item.FirstChild(); n != nil; n = n.NextSibling() {
			switch n := n.(type) {
			case *ast.TextBlock, *ast.Paragraph:
				spans, err := p.spans(n)
				if err != nil {
					return err
				}
				p.add(Block{Kind: Item, Level: level, Mark: mark, Spans: spans})
				mark = ""
			case *ast.List:
				if err := p.list(n, level+1); err != nil {
					return err
				}
			case *ast.FencedCodeBlock, *ast.CodeBlock:
				p.add(Block{Kind: Code, Level: level + 1, Text: p.raw(n)})
			default:
				return fmt.Errorf("a %s in a list cannot be shown", n.Kind())
			}
		}
	}
	return nil
}

func (p *pageParser) table(table *extast.Table) error {
	b := Block{Kind: Table}
	for row := table.FirstChild(); row != nil; row = row.NextSibling() {
		var cells [][]Span
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			spans, err := p.spans(cell)
			if err != nil {
				return err
			}
			cells = append(cells, spans)
		}
		b.Rows = append(b.Rows, cells)
	}
	p.add(b)
	return nil
}

// inline collects spans. It merges adjacent spans with the same style.
type inline struct {
	*pageParser
	style Style
	link  string
	out   []Span
}

func (p *pageParser) spans(n ast.Node) ([]Span, error) {
	in := inline{pageParser: p}
	err := in.children(n)
	return in.out, err
}

func (in *inline) add(text string) {
	if n := len(in.out); n > 0 && in.out[n-1].Style == in.style && in.out[n-1].Link == in.link && in.style != Key {
		in.out[n-1].Text += text
		return
	}
	in.out = append(in.out, Span{text, in.style, in.link})
}

func (in *inline) children(n ast.Node) error {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if err := in.node(c); err != nil {
			return err
		}
	}
	return nil
}

// within visits the children of a node in another style.
func (in *inline) within(style Style, n ast.Node) error {
	outer := in.style
	in.style = style
	err := in.children(n)
	in.style = outer
	return err
}

func (in *inline) node(n ast.Node) (err error) {
	switch n := n.(type) {
	case *ast.Text:
		in.add(string(plain(n.Segment.Value(in.source))))
		if n.SoftLineBreak() || n.HardLineBreak() {
			in.add(" ")
		}
		return nil
	case *ast.String:
		in.add(string(n.Value))
		return nil
	case *ast.CodeSpan:
		return in.code(n)
	case *ast.Emphasis:
		return in.within(Bold, n)
	case *ast.Link:
		if in.link, err = target(in.page.Name, string(n.Destination)); err == nil {
			err = in.children(n)
		}
		in.link = ""
		return err
	case *ast.AutoLink:
		in.link = string(n.URL(in.source))
		in.add(string(n.Label(in.source)))
		in.link = ""
		return nil
	case *ast.RawHTML:
		switch tag := string(n.Segments.Value(in.source)); tag {
		case "<kbd>":
			in.style = Key
			return nil
		case "</kbd>":
			in.style = Plain
			return nil
		default:
			return fmt.Errorf("the tag %s cannot be shown", tag)
		}
	}
	return fmt.Errorf("a %s inside a line cannot be shown", n.Kind())
}

// code adds the text of a code span, which has no other markup.
func (in *inline) code(n *ast.CodeSpan) error {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.Write(t.Segment.Value(in.source))
		}
		if s, ok := c.(*ast.String); ok {
			b.Write(s.Value)
		}
	}
	outer := in.style
	in.style = Mono
	in.add(strings.ReplaceAll(b.String(), "\n", " "))
	in.style = outer
	return nil
}

// plain resolves Markdown escapes and HTML entities in a text.
func plain(text []byte) []byte {
	return util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(text)))
}
