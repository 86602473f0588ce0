package help

import (
	"reflect"
	"strings"
	"testing"
)

const everything = `# A page

Words, **bold**, ` + "`code`" + `, <kbd>Ctrl+A</kbd>, a [page](views/city.md#around) and
the [web](https://example.org).

* one
  * two
* three

1. first
2. second

| a | b |
|---|---|
| ` + "`x\\|y`" + ` | \<z> &amp; |

![What is seen](pictures/a.png)

` + "```" + `
$ memcity
` + "```" + `

<!-- a remark -->

## Around
`

func TestParse(t *testing.T) {
	p, err := Parse("some", []byte(everything))
	if err != nil {
		t.Fatal(err)
	}
	want := []Block{
		{Kind: Heading, Level: 1, Spans: []Span{{Text: "A page"}}, ID: "a-page"},
		{Kind: Paragraph, Spans: []Span{{Text: "Words, "}, {"bold", Bold, ""}, {Text: ", "}, {"code", Mono, ""}, {Text: ", "},
			{"Ctrl+A", Key, ""},
			{Text: ", a "}, {"page", Plain, "views/city#around"}, {Text: " and the "}, {"web", Plain, "https://example.org"}, {Text: "."}}},
		{Kind: Item, Mark: "•", Spans: []Span{{Text: "one"}}},
		{Kind: Item, Mark: "•", Level: 1, Spans: []Span{{Text: "two"}}},
		{Kind: Item, Mark: "•", Spans: []Span{{Text: "three"}}},
		{Kind: Item, Mark: "1.", Spans: []Span{{Text: "first"}}},
		{Kind: Item, Mark: "2.", Spans: []Span{{Text: "second"}}},
		{Kind: Table, Rows: [][][]Span{{{{Text: "a"}}, {{Text: "b"}}}, {{{"x|y", Mono, ""}}, {{Text: "<z> &"}}}}},
		{Kind: Picture, Text: "What is seen", File: "pictures/a.png"},
		{Kind: Code, Text: "$ memcity\n"},
		{Kind: Heading, Level: 2, Spans: []Span{{Text: "Around"}}, ID: "around"},
	}
	if p.Title != "A page" || len(p.Blocks) != len(want) {
		t.Fatalf("title %q and %d blocks: %+v", p.Title, len(p.Blocks), p.Blocks)
	}
	for i := range want {
		if !reflect.DeepEqual(p.Blocks[i], want[i]) {
			t.Errorf("block %d is\n%+v\nwant\n%+v", i, p.Blocks[i], want[i])
		}
	}
	if got := p.Links(); !reflect.DeepEqual(got, []string{"views/city#around", "https://example.org"}) {
		t.Errorf("links are %q", got)
	}
}

func TestLinksAreRelative(t *testing.T) {
	p, err := Parse("views/a", []byte("# A\n\n[b](b.md) [c](../c.md#d) [e](#e) [f](memcity:demo/f)\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(p.Links(), " "), "views/b c#d views/a#e memcity:demo/f"; got != want {
		t.Errorf("links are %s, want %s", got, want)
	}
}

func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "help page x.md:1: it does not begin with a title",
		"words":                  "help page x.md:1: it does not begin with a title",
		"## two":                 "help page x.md:1: it does not begin with a title",
		"# a\n\n> said":          "help page x.md:3: a Blockquote cannot be shown",
		"# a\n\nb\n\n<i>c</i>":   "help page x.md:5: the tag <i> cannot be shown",
		"# a\n\n<div>c</div>":    "help page x.md:3: a HTMLBlock cannot be shown",
		"# a\n\n[b](c.txt)":      "help page x.md:3: link c.txt: it leads to no page",
		"# a\n\nb ![c](d.png) e": "help page x.md:3: a Image inside a line cannot be shown",
		"# a\n\n* b\n\n  > c":    "help page x.md:3: a Blockquote in a list cannot be shown",
	} {
		if _, err := Parse("x", []byte(text)); err == nil || err.Error() != want {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}

func TestText(t *testing.T) {
	p, err := Parse("some", []byte(everything))
	if err != nil {
		t.Fatal(err)
	}
	const want = `A page

Words, bold, code, Ctrl+A, a page (memcity
help views/city.md) and the web
(https://example.org).

* one
  * two
* three
1. first
2. second

  x|y                  <z> &

[What is seen]

  $ memcity

# Around
`
	if got := p.Text(42); got != want {
		t.Errorf("the text is\n%s\nwant\n%s", got, want)
	}
}

// FuzzParse checks that no page makes the parser fail except with an error, and that whatever is parsed can be printed.
func FuzzParse(f *testing.F) {
	f.Add([]byte(everything))
	for _, p := range Pages() {
		f.Add(p.Source)
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		if p, err := Parse("x", source); err == nil && strings.TrimSpace(p.Text(60)) == "" && strings.TrimSpace(p.Title) != "" {
			t.Errorf("%q has a title and no text", source)
		}
	})
}
