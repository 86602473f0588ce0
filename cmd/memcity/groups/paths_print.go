package groups

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"memcity/analysis/graph"
	"memcity/words"
)

// Limits of the table. JSON has everything.
const (
	maxFields   = 3  // fields per line
	alwaysShown = 3  // lines below a node
	weakest     = 20 // further lines keep alive at least 1/weakest of the selected objects
)

// pathTable prints the strongest path, then a tree of what refers to the selected objects. If the graph has them, a tree of the objects
// that they refer to follows. Looked reports whether paths to GC roots were searched.
func pathTable(out io.Writer, g *graph.Graph, looked bool) error {
	unreachable := g.Unreachable()
	switch path := g.Words(); {
	case path != "":
		fmt.Fprintf(out, "%s.\n\n", words.Printable(path))
	case looked:
		fmt.Fprint(out, "None of the paths found starts at a GC root. Weak and phantom references are excluded.\n\n")
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	title := "keeps alive"
	if unreachable {
		title = "leads to"
	}
	fmt.Fprintf(w, "%s\tobjects\tbytes\t\t\n", title)
	for _, down := range []bool{false, true} {
		t := newPathTree(w, g, down)
		t.unreachable = unreachable
		for i := range g.Nodes {
			if g.Nodes[i].Selected && (!down || len(t.next[i]) > 0) {
				t.print(int32(i), nil, 0)
			}
		}
	}
	if g.Cut > 0 {
		fmt.Fprintf(w, "\t\t\t\t(%s too many to list)\n", words.Counted(int64(g.Cut), "group"))
	}
	return w.Flush()
}

// pathTree prints a graph as a tree, starting at the queried nodes. The subtree of a node is printed where the fewest steps lead to it.
type pathTree struct {
	w       io.Writer
	graph   *graph.Graph
	down    bool      // true along references, false against them
	next    [][]int32 // by node: edges to print, the strongest first
	weak    []int     // by node: number of edges that are not printed
	first   []int32   // by node: the edge that leads to it first; -1 for none
	printed []bool

	unreachable bool // true if nothing keeps the objects alive
}

func newPathTree(w io.Writer, g *graph.Graph, down bool) *pathTree {
	n := len(g.Nodes)
	t := &pathTree{w: w, graph: g, down: down, next: make([][]int32, n), weak: make([]int, n), first: make([]int32, n),
		printed: make([]bool, n)}
	for i := range g.Edges {
		if e := &g.Edges[i]; !down {
			t.next[e.To] = append(t.next[e.To], int32(i))
		} else if to := &g.Nodes[e.To]; !to.Selected && to.Distance < 0 {
			t.next[e.From] = append(t.next[e.From], int32(i))
		}
	}
	for i := range t.next {
		t.choose(int32(i))
	}
	var queue []int32
	for i := range g.Nodes {
		t.first[i] = -1
		if g.Nodes[i].Selected {
			queue = append(queue, int32(i))
		}
	}
	for len(queue) > 0 {
		for _, e := range t.next[queue[0]] {
			if far := t.far(e); t.first[far] < 0 && !g.Nodes[far].Selected {
				t.first[far] = e
				queue = append(queue, far)
			}
		}
		queue = queue[1:]
	}
	return t
}

// choose sorts the edges of a node, those between its own objects first, and removes weak ones.
func (t *pathTree) choose(n int32) {
	g := t.graph
	self := func(i int32) int {
		if g.Edges[i].From == g.Edges[i].To {
			return 0
		}
		return 1
	}
	slices.SortFunc(t.next[n], func(a, b int32) int {
		x, y := &g.Edges[a], &g.Edges[b]
		return cmp.Or(cmp.Compare(self(a), self(b)), cmp.Compare(y.Alive, x.Alive), cmp.Compare(y.References, x.References), cmp.Compare(a, b))
	})
	if t.down {
		return
	}
	shown := 0
	t.next[n] = slices.DeleteFunc(t.next[n], func(i int32) bool {
		if shown++; shown > alwaysShown && g.Edges[i].Alive*weakest < g.Selected {
			t.weak[n]++
			return true
		}
		return false
	})
}

// far returns the end of an edge that is farther from the selected objects.
func (t *pathTree) far(edge int32) int32 {
	if t.down {
		return t.graph.Edges[edge].To
	}
	return t.graph.Edges[edge].From
}

// print prints a node and its subtree. The given edge leads to the node; nil for a queried node.
func (t *pathTree) print(n int32, by *graph.Edge, depth int) {
	node := &t.graph.Nodes[n]
	t.printed[n] = true
	switch {
	case by != nil:
		t.line(node, by, depth, "")
	case t.down:
		t.line(node, nil, depth, " refers to")
	case len(t.next[n]) > 0 && t.unreachable:
		t.line(node, nil, depth, " is referred to by")
	case len(t.next[n]) > 0:
		t.line(node, nil, depth, " is kept alive by")
	default:
		t.line(node, nil, depth, "")
	}
	for _, i := range t.next[n] {
		e, far := &t.graph.Edges[i], t.far(i)
		switch {
		case t.first[far] == i:
			t.print(far, e, depth+1)
		case far == n:
			fmt.Fprintf(t.w, "%s\t\t\t\t%seach other%s\n", t.alive(e.Alive), strings.Repeat("  ", depth+1), fieldsOf(e))
		case t.graph.Nodes[far].IsRoot():
			t.line(&t.graph.Nodes[far], e, depth+1, "")
		case t.printed[far]:
			t.line(&t.graph.Nodes[far], e, depth+1, " (see above)")
		default:
			t.line(&t.graph.Nodes[far], e, depth+1, " (see below)")
		}
	}
	if t.weak[n] > 0 {
		fmt.Fprintf(t.w, "\t\t\t\t%s(%d weaker)\n", strings.Repeat("  ", depth+1), t.weak[n])
	}
}

func (t *pathTree) line(n *graph.Node, by *graph.Edge, depth int, end string) {
	alive, text := n.Alive, strings.Repeat("  ", depth)+words.Printable(n.Name)
	if by != nil {
		alive = by.Alive
		text += fieldsOf(by)
	}
	fmt.Fprintf(t.w, "%s\t%s\t%s\t\t%s%s\n", t.alive(alive), words.Count(int64(len(n.Objects))), words.Count(n.Bytes), text, end)
}

// alive formats the number of selected objects kept alive; empty for the tree along references, which has no such number.
func (t *pathTree) alive(n int64) string {
	if t.down {
		return ""
	}
	return words.Count(n)
}

// fieldsOf returns the names of the fields of an edge.
func fieldsOf(e *graph.Edge) string {
	var names []string
	for i, f := range e.Fields {
		if i == maxFields {
			names = append(names, "and "+strconv.Itoa(len(e.Fields)-maxFields)+" more")
			break
		}
		name := words.Printable(f.Name)
		if !strings.HasPrefix(name, "[") { // not an element of an array
			name = "." + name
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return ""
	}
	return " " + strings.Join(names, ", ")
}
