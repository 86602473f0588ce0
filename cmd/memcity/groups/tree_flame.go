package groups

import (
	"bufio"
	"fmt"
	"hash/fnv"
	"html"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/google/pprof/profile"

	"memcity/assets"
	"memcity/words"
)

// Sizes of a flame graph, in units of its viewBox.
const (
	flameWidth  = 1200.0
	flameRow    = 17.0
	flameTop    = 40.0
	flameLetter = 6.6  // width
	flameLeast  = 0.12 // minimum width of a frame
)

// flameNode is a frame with the frames on top of it.
type flameNode struct {
	name     string // with its place in the source
	value    [2]int64
	children map[string]*flameNode
}

// writeFlame writes the tree as a self-contained SVG flame graph. It uses the stacks of the profile, in which call sites are in call order.
func (p *Tree) writeFlame(out io.Writer) error {
	prof := p.profiled()
	by := slices.IndexFunc(prof.SampleType, func(v *profile.ValueType) bool { return v.Type == p.Settings.Unit })
	by = max(by, 0)
	root := &flameNode{name: p.Root.Name}
	for _, s := range prof.Sample {
		root.add(s)
	}
	g := flameGraph{by: by, all: max(root.value[by], 1)}
	whole := [2]int64{p.Root.Objects, p.Root.Bytes}
	shared := root.value[by] > whole[by]
	g.draw(root, 0, 0, flameWidth)
	g.frames[0].title = flameTitle(root.name, whole, words.Percent(1, 1))
	w := bufio.NewWriter(words.NewCleaner(out))
	height := flameTop + flameRow*float64(g.deepest+1) + 10
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" width="%g" height="%g" data-w="%g">`+"\n", flameWidth, height, flameWidth, height, flameWidth)
	fmt.Fprintf(w, "<style>%s</style>\n<rect class=\"page\" width=\"100%%\" height=\"100%%\"/>\n", assets.FlameStyle())
	what := fmt.Sprintf("%s of %s by %s, GC point %d", prof.SampleType[by].Type, p.Recording.Name, strings.Join(p.Settings.By, ", "), p.Recording.At)
	if shared {
		what += "; some objects are in several groups"
	}
	if g.hidden > 0 {
		what += fmt.Sprintf("; %s too small to draw", words.Counted(int64(g.hidden), "frame"))
	}
	fmt.Fprintf(w, `<text x="6" y="16">%s</text><text id="says" x="6" y="33"></text><text class="do" id="search" x="1040" y="16">Search</text>`+
		`<text class="do" id="reset" x="1110" y="16">Reset</text>`+"\n<g id=\"frames\">\n", html.EscapeString(words.Printable(what)))
	for _, f := range g.frames {
		fmt.Fprintf(w, `<g data-x="%.3f" data-w="%.3f" data-d="%d"><title>%s</title><rect x="%.2f" y="%g" width="%.2f" height="%g" fill="%s"/>`+
			`<text x="%.2f" y="%g">%s</text></g>`+"\n", f.x, f.w, f.depth, f.title, f.x, f.y, f.w, flameRow-1, f.color, f.x+3, f.y+12, f.label)
	}
	fmt.Fprintf(w, "</g>\n<script><![CDATA[\n%s\n]]></script>\n</svg>\n", assets.FlameScript())
	return w.Flush()
}

// add adds a sample, whose innermost frame is the first.
func (n *flameNode) add(s *profile.Sample) {
	n.value[0] += s.Value[0]
	n.value[1] += s.Value[1]
	for _, l := range slices.Backward(s.Location) {
		name := l.Line[0].Function.Name
		if file := l.Line[0].Function.Filename; file != "" {
			name = fmt.Sprintf("%s (%s:%d)", name, file, l.Line[0].Line)
		}
		if n.children == nil {
			n.children = map[string]*flameNode{}
		}
		if n.children[name] == nil {
			n.children[name] = &flameNode{name: name}
		}
		n = n.children[name]
		n.value[0] += s.Value[0]
		n.value[1] += s.Value[1]
	}
}

// flameFrame is a rectangle with its escaped texts.
type flameFrame struct {
	x, y, w             float64
	depth               int
	title, label, color string
}

type flameGraph struct {
	by      int   // index of the value that determines the width
	all     int64 // value of the root
	frames  []flameFrame
	hidden  int
	deepest int
}

// draw lays out a frame and the frames on top of it, the widest first.
func (g *flameGraph) draw(n *flameNode, depth int, x, w float64) {
	if w < flameLeast {
		g.hidden++
		return
	}
	g.deepest = max(g.deepest, depth)
	f := flameFrame{x: x, y: flameTop + flameRow*float64(depth), w: w, depth: depth}
	f.title = flameTitle(n.name, n.value, words.Percent(n.value[g.by], g.all))
	label := []rune(n.name)
	if most := int((w - 6) / flameLetter); most < 3 {
		label = nil
	} else if len(label) > most {
		label = append(label[:most-1:most-1], '…')
	}
	f.label, f.color = html.EscapeString(string(label)), flameColor(n.name)
	g.frames = append(g.frames, f)
	children := slices.SortedFunc(maps.Values(n.children), func(a, b *flameNode) int {
		if a.value[g.by] != b.value[g.by] {
			return int(min(1, max(-1, b.value[g.by]-a.value[g.by])))
		}
		return strings.Compare(a.name, b.name)
	})
	for _, c := range children {
		part := w * float64(c.value[g.by]) / float64(max(n.value[g.by], 1))
		g.draw(c, depth+1, x, part)
		x += part
	}
}

func flameTitle(name string, value [2]int64, share string) string {
	return html.EscapeString(fmt.Sprintf("%s: %s, %s, %s", name, words.Counted(value[0], "object"), words.Counted(value[1], "byte"), share))
}

// flameColor returns a color that depends only on the name.
func flameColor(name string) string {
	h := fnv.New32a()
	_, _ = io.WriteString(h, name)
	v := h.Sum32()
	return fmt.Sprintf("rgb(%d,%d,%d)", 205+v%50, 110+v>>8%110, 60+v>>16%60)
}
