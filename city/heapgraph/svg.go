// Package heapgraph explores and lays out heap graphs, and writes pictures of them as SVG or for Graphviz. The command line, the window and
// reports use it.
package heapgraph

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"memcity/city/view/graphs"
	"memcity/layout"
	"memcity/words"
)

// Lengths in the drawing, in points, for texts of 12 points.
const (
	letterWidth = 6.7 // on average
	lineHeight  = 15.0
	boxPadding  = 10
	margin      = 24
	widestEdge  = 10
	wordsHeight = 18
	arrowLength = 9
)

const style = `
text{font:12px system-ui,-apple-system,"Segoe UI",sans-serif;fill:#1c2733}
.title{font-weight:600}.small{font-size:11px;fill:#4c5a69}.words{font-size:13px}
.page{fill:#ffffff}.node{fill:#eef3f9;stroke:#8a9bb0}.asked{fill:#fff3d1;stroke:#b98900}.root{fill:#e7e3f7;stroke:#7a64c0}
.edge{fill:none;stroke:#9aa8b8}.arrow{fill:#9aa8b8}.label{fill:#ffffff;opacity:.85}
.strongest{stroke:#c62828}.node.strongest{stroke-width:2}.arrow.strongest{fill:#c62828;stroke:none}
@media (prefers-color-scheme:dark){
text{fill:#e6edf5}.small{fill:#a9b7c6}.page{fill:#141a21}.node{fill:#212b36;stroke:#5f7186}
.asked{fill:#3d3212;stroke:#d8a930}.root{fill:#2c2648;stroke:#9a86e0}
.edge{stroke:#6b7a8b}.arrow{fill:#6b7a8b}.label{fill:#141a21}
.strongest{stroke:#ff6b5e}.arrow.strongest{fill:#ff6b5e}}
`

// SVG writes the picture as a self-contained file that follows the reader's choice of light or dark. Texts remain texts. The error is w's.
func SVG(w io.Writer, p *graphs.Picture) error {
	out := bufio.NewWriter(words.NewCleaner(w))
	lines := wrap(describe(p), max(int(p.W/letterWidth), 60))
	head := wordsHeight * float64(len(lines))
	width := p.W
	for _, line := range lines {
		width = max(width, float64(utf8.RuneCountInString(line))*letterWidth*1.1)
	}
	width, height := width+2*margin, p.H+head+3*margin
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" role="img">`+"\n",
		width, height, width, height)
	fmt.Fprintf(out, "<title>%s</title>\n<style>%s</style>\n", escape("What keeps "+words.Counted(p.Queried.Objects, "object")+" alive"), style)
	fmt.Fprintf(out, `<rect class="page" width="%.0f" height="%.0f"/>`+"\n", width, height)
	for i, line := range lines {
		fmt.Fprintf(out, `<text class="words" x="%d" y="%.0f">%s</text>`+"\n", margin, margin+wordsHeight*(float64(i)+0.7), escape(line))
	}
	fmt.Fprintf(out, `<g transform="translate(%.1f %.1f)">`+"\n", (width-p.W)/2, head+2*margin)
	for i := range p.Edges {
		writeEdge(out, p, &p.Edges[i])
	}
	for i := range p.Nodes {
		writeNode(out, &p.Nodes[i])
	}
	for i, r := range Labels(p) {
		writeLabel(out, r, p.Edges[i].Alive)
	}
	out.WriteString("</g>\n</svg>\n")
	return out.Flush()
}

// describe returns a description of the picture.
func describe(p *graphs.Picture) string {
	text := p.Words
	if text != "" {
		text += ". "
	}
	text += "The number on an edge counts how many of the " + words.Counted(p.Queried.Objects, "selected object") + " it keeps alive."
	if p.Cut > 0 {
		text += " " + words.Counted(int64(p.Cut), "smaller group") + " not shown."
	}
	return text
}

// wrap breaks a text into lines of about n letters.
func wrap(text string, n int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > n {
			lines = append(lines, line)
			line = ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	return append(lines, line)
}

func writeEdge(out *bufio.Writer, p *graphs.Picture, e *graphs.Edge) {
	thick := 1 + (widestEdge-1)*float64(e.Alive)/float64(max(p.Queried.Objects, 1))
	end := e.Points[len(e.Points)-1]
	before := e.Points[len(e.Points)-2]
	dx, dy := heading(before, end)
	points := append([]graphs.Point{}, e.Points[:len(e.Points)-1]...)
	length := arrowLength + thick/2
	points = append(points, graphs.Point{X: end.X - dx*length, Y: end.Y - dy*length})
	class := ""
	if e.Strongest {
		class = " strongest"
	}
	fmt.Fprintf(out, `<g><title>%s</title><path class="edge%s" stroke-width="%.1f" d="%s"/>`,
		escape(edgeWords(p, e)), class, thick, curve(points))
	half := 3 + thick/2
	fmt.Fprintf(out, `<path class="arrow%s" d="M%.1f %.1fL%.1f %.1fL%.1f %.1fZ"/></g>`+"\n", class, end.X, end.Y,
		end.X-dx*length-dy*half, end.Y-dy*length+dx*half, end.X-dx*length+dy*half, end.Y-dy*length-dx*half)
}

func edgeWords(p *graphs.Picture, e *graphs.Edge) string {
	text := fmt.Sprintf("%s to %s keeps alive %s", p.Nodes[e.From].Title, p.Nodes[e.To].Title, words.Count(e.Alive))
	if e.Fields != "" {
		text += " by " + e.Fields
	}
	return text
}

// heading returns the direction at the end of a curve. Segments between two layers are vertical at their ends.
func heading(a, b graphs.Point) (dx, dy float64) {
	if a.Y == b.Y {
		return math.Copysign(1, b.X-a.X), 0
	}
	return 0, math.Copysign(1, b.Y-a.Y)
}

// curve returns SVG path data: straight for vertical and horizontal segments, curved for the others.
func curve(points []graphs.Point) string {
	var b strings.Builder
	fmt.Fprintf(&b, "M%.1f %.1f", points[0].X, points[0].Y)
	for i, to := range points[1:] {
		from := points[i]
		if from.X == to.X || from.Y == to.Y {
			fmt.Fprintf(&b, "L%.1f %.1f", to.X, to.Y)
			continue
		}
		middle := (from.Y + to.Y) / 2
		fmt.Fprintf(&b, "C%.1f %.1f %.1f %.1f %.1f %.1f", from.X, middle, to.X, middle, to.X, to.Y)
	}
	return b.String()
}

func writeLabel(out *bufio.Writer, r layout.Rect, alive int64) {
	fmt.Fprintf(out, `<rect class="label" x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="3"/>`, r.X, r.Z, r.W, r.D)
	fmt.Fprintf(out, `<text class="small" text-anchor="middle" x="%.1f" y="%.1f">%s</text>`+"\n", r.X+r.W/2, r.Z+r.D-4, words.Count(alive))
}

func writeNode(out *bufio.Writer, n *graphs.Node) {
	class, round := "node", 4
	if n.Root {
		class, round = class+" root", 14
	}
	if n.Queried {
		class += " asked"
	}
	if n.Strongest {
		class += " strongest"
	}
	fmt.Fprintf(out, `<g><title>%s</title><rect class="%s" x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="%d"/>`,
		escape(n.Title), class, n.X, n.Y, n.W, n.H, round)
	title, more := name(n), lines(n)
	if first, rest := breakTitle(title, n); rest != "" {
		title, more = first, append([]string{rest}, more...)
	}
	middle, y := n.X+n.W/2, n.Y+(n.H-lineHeight*float64(len(more)))/2
	fmt.Fprintf(out, `<text class="title" text-anchor="middle" x="%.1f" y="%.1f">%s</text>`, middle, y+4, escape(shorten(title, n.W)))
	for _, line := range more {
		y += lineHeight
		fmt.Fprintf(out, `<text class="small" text-anchor="middle" x="%.1f" y="%.1f">%s</text>`, middle, y+4, escape(shorten(line, n.W)))
	}
	out.WriteString("</g>\n")
}

// name returns the title without packages, for a group of objects.
func name(n *graphs.Node) string {
	if n.Root {
		return n.Title
	}
	typ, rest, _ := strings.Cut(n.Title, " ") // an allocation site or an address follows
	return strings.TrimSpace(words.TypeName(typ) + " " + rest)
}

// lines returns the lines below the title.
func lines(n *graphs.Node) (lines []string) {
	if !n.Root {
		lines = append(lines, words.Counted(n.Objects, "object"))
	}
	if !n.Queried {
		lines = append(lines, "keeps alive "+words.Count(n.Alive))
	}
	return lines
}

// breakTitle breaks a long title of a GC root after its kind. It keeps the end of the rest, which is the most useful part.
func breakTitle(title string, n *graphs.Node) (first, rest string) {
	room := letters(n.W)
	runes := []rune(title)
	if !n.Root || len(runes) <= room {
		return title, ""
	}
	at := room
	for at > 0 && runes[at] != ' ' {
		at--
	}
	if at == 0 {
		return title, ""
	}
	first, rest = string(runes[:at]), string(runes[at+1:])
	if over := len(runes) - at - 1 - room; over > 0 {
		rest = "…" + strings.TrimLeft(string(runes[at+2+over:]), ".")
	}
	return first, rest
}

// letters returns the number of letters that fit into a box of width w.
func letters(w float64) int { return max(int((w-boxPadding)/letterWidth), 4) }

// shorten omits the middle of a text that does not fit into a box of width w.
func shorten(text string, w float64) string {
	room, runes := letters(w), []rune(text)
	if len(runes) <= room {
		return text
	}
	end := room / 2
	return string(runes[:room-end-1]) + "…" + string(runes[len(runes)-end:])
}

func escape(text string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(text)) // a strings.Builder returns no errors
	return b.String()
}
