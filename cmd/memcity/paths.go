package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"memcity/analysis/graph"
	"memcity/city"
	"memcity/city/heapgraph"
	"memcity/city/session"
)

// pathFlags are the options of paths.
type pathFlags struct {
	grouping               groupingFlags
	groups                 []string
	objects                []uint
	expand                 []string
	at, to, format, output string
}

// printedPaths is a heap graph as it is printed.
type printedPaths struct {
	Recording city.DumpRecording `json:"recording"`
	Settings  pathSettings       `json:"settings"`
	Graph     *graph.Dump        `json:"graph"`
}

type pathSettings struct {
	By      []string   `json:"by"`
	Filter  []string   `json:"filter,omitempty"`
	Groups  []string   `json:"groups"`
	Objects []uint32   `json:"objects"`
	Steps   []pathStep `json:"steps"`
}

// pathStep is one step; Node is empty for all objects asked about.
type pathStep struct {
	Step string `json:"step"`
	Node string `json:"node,omitempty"`
}

// paths prints what keeps the objects of groups alive: their heap graph.
func paths(c *call) error {
	set := c.flags()
	var f pathFlags
	f.grouping.register(c, set)
	set.StringArrayVar(&f.groups, "group", nil, "")
	set.UintSliceVar(&f.objects, "object", nil, "")
	set.StringVar(&f.at, "at", "last", "")
	set.StringVar(&f.to, "to", "roots", "")
	set.StringArrayVar(&f.expand, "expand", nil, "")
	set.StringVar(&f.format, "format", "table", "")
	set.StringVarP(&f.output, "output", "o", "-", "")
	recording, done, err := c.one(set)
	if err != nil || done {
		return err
	}
	if err := f.check(); err != nil {
		return err
	}
	opened, err := c.open(recording)
	if err != nil {
		return err
	}
	e, err := f.explore(c, opened)
	if err != nil {
		return err
	}
	c.warn(opened)
	return f.write(c, opened, e)
}

func (f *pathFlags) check() error {
	if len(f.groups)+len(f.objects) == 0 {
		return usagef("paths: expected --group KEY, with a key as tree --format json prints them, or --object N")
	}
	if err := checkName("to", f.to, "roots", "none"); err != nil {
		return err
	}
	for _, text := range f.expand {
		if direction, _, _ := strings.Cut(text, "="); direction != "in" && direction != "out" {
			return usagef("expand %q: expected in or out, or in=NODE or out=NODE", text)
		}
	}
	return checkFormat(f.format, "table", "json", "svg", "dot")
}

// exploration is a heap graph with the way to it.
type exploration struct {
	by    city.Grouping
	point int
	ask   *city.AskGraph
	graph *graph.Graph
}

// explore makes the graph, step by step.
func (f *pathFlags) explore(c *call, o *session.Opened) (*exploration, error) {
	e := &exploration{ask: &city.AskGraph{Keys: f.groups}}
	for _, n := range f.objects {
		if uint64(n) > 1<<32-1 {
			return nil, usagef("object %d: there are no such numbers", n)
		}
		e.ask.Objects = append(e.ask.Objects, uint32(n))
	}
	var err error
	if e.point, err = pointOf(o, f.at); err != nil {
		return nil, err
	}
	if e.by, err = f.grouping.find(c, o, city.Shallow); err != nil {
		return nil, err
	}
	if err := c.checkKeys(o, e.by, e.point, f.groups); err != nil {
		return nil, err
	}
	if f.to == "roots" {
		e.ask.Steps = append(e.ask.Steps, city.GraphStep{Kind: city.PathsToRoot})
	}
	if err := e.update(c, o); err != nil {
		return nil, err
	}
	for _, text := range f.expand {
		if err := e.expand(c, o, text); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// update makes the graph after all steps; those made before are kept by the session.
func (e *exploration) update(c *call, o *session.Opened) (err error) {
	e.graph, err = o.Graph(c.ctx, e.by, e.point, e.ask, c.progress())
	return err
}

// expand adds one step, or one for each node asked about.
func (e *exploration) expand(c *call, o *session.Opened, text string) error {
	direction, node, one := strings.Cut(text, "=")
	step := city.GraphStep{Kind: city.ExpandIn}
	if direction == "out" {
		step.Kind = city.ExpandOut
	}
	var nodes, known []string
	for i := range e.graph.Nodes {
		n := &e.graph.Nodes[i]
		if n.Asked && !one || n.Key == node {
			nodes = append(nodes, n.Key)
		}
		if !n.IsRoot() {
			known = append(known, n.Key)
		}
	}
	if len(nodes) == 0 {
		return usagef("expand %q: the graph has no such node; it has %s", text, quoteAll(known[:min(len(known), maxNear)]))
	}
	for _, n := range nodes {
		step.Node = n
		e.ask.Steps = append(e.ask.Steps, step)
	}
	return e.update(c, o)
}

func (f *pathFlags) write(c *call, o *session.Opened, e *exploration) error {
	var out bytes.Buffer
	var err error
	switch f.format {
	case "json":
		to := *c
		to.stdout = &out
		err = to.printJSON(e.dump(o))
	case "svg":
		err = heapgraph.SVG(&out, o.Picture(e.point, e.ask, e.graph))
	case "dot":
		err = heapgraph.DOT(&out, o.Picture(e.point, e.ask, e.graph))
	default:
		err = pathTable(&out, e.graph)
	}
	if err != nil {
		return err
	}
	if f.output == "-" {
		_, err = c.stdout.Write(out.Bytes())
		return err
	}
	return os.WriteFile(f.output, out.Bytes(), 0o666)
}

func (e *exploration) dump(o *session.Opened) printedPaths {
	p := printedPaths{Recording: dumpRecording(o, e.point), Graph: e.graph.Dump(),
		Settings: pathSettings{By: e.by.By, Filter: e.by.Filters, Groups: e.ask.Keys, Objects: e.ask.Objects, Steps: []pathStep{}}}
	p.Settings.Groups = append([]string{}, p.Settings.Groups...)
	p.Settings.Objects = append([]uint32{}, p.Settings.Objects...)
	names := map[city.GraphStepKind]string{city.PathsToRoot: "roots", city.ExpandIn: "in", city.ExpandOut: "out"}
	for _, s := range e.ask.Steps {
		p.Settings.Steps = append(p.Settings.Steps, pathStep{names[s.Kind], s.Node})
	}
	return p
}

// pathTable tells the strongest path, then prints what refers to the objects asked about as a tree, and what they refer
// to if that is in the graph. A node with what is below it is printed once.
func pathTable(out io.Writer, g *graph.Graph) error {
	if words := g.Words(); words != "" {
		fmt.Fprintf(out, "%s.\n\n", city.Printable(words))
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "keeps alive\tobjects\tbytes\t\t\n")
	t := pathTree{graph: g, w: w}
	for i := range g.Edges {
		t.up = append(t.up, int32(i))
		t.down = append(t.down, int32(i))
	}
	byAlive := func(a, b int32) int {
		x, y := &g.Edges[a], &g.Edges[b]
		return cmp.Or(cmp.Compare(y.Alive, x.Alive), cmp.Compare(y.References, x.References), cmp.Compare(a, b))
	}
	slices.SortFunc(t.up, byAlive)
	slices.SortFunc(t.down, func(a, b int32) int {
		return cmp.Or(cmp.Compare(g.Edges[b].References, g.Edges[a].References), cmp.Compare(a, b))
	})
	for _, down := range []bool{false, true} {
		t.printed = make([]bool, len(g.Nodes))
		for i := range g.Nodes {
			if g.Nodes[i].Asked && (!down || t.leads(int32(i))) {
				t.print(int32(i), nil, 0, down)
			}
		}
	}
	if g.Cut > 0 {
		fmt.Fprintf(w, "\t\t\t\t(%d groups left out for their number)\n", g.Cut)
	}
	return w.Flush()
}

// pathTree prints a graph as a tree.
type pathTree struct {
	graph    *graph.Graph
	w        io.Writer
	up, down []int32 // edges in the order to follow them
	printed  []bool
}

// leads reports whether an asked node refers to one that is not asked about.
func (t *pathTree) leads(n int32) bool {
	return slices.ContainsFunc(t.graph.Edges, func(e graph.Edge) bool {
		return e.From == n && !t.graph.Nodes[e.To].Asked && t.graph.Nodes[e.To].Distance < 0
	})
}

// print prints a node and what refers to it, or what it refers to.
func (t *pathTree) print(n int32, by *graph.Edge, depth int, down bool) {
	node := &t.graph.Nodes[n]
	text := strings.Repeat("  ", depth) + city.Printable(node.Name)
	if by != nil {
		text += fieldsOf(by)
	}
	switch {
	case node.Asked && by == nil && down:
		text += " refers to"
	case node.Asked && by == nil:
		text += " is kept alive by"
	case t.printed[n] && !node.IsRoot():
		text += " (see above)"
	}
	alive := node.Alive
	if by != nil {
		alive = by.Alive
	}
	cell := graph.Number(alive)
	if down {
		cell = ""
	}
	fmt.Fprintf(t.w, "%s\t%s\t%s\t\t%s\n", cell, graph.Number(int64(len(node.Objects))), graph.Number(node.Bytes), text)
	if t.printed[n] {
		return
	}
	t.printed[n] = true
	if down {
		for _, i := range t.down {
			if e := &t.graph.Edges[i]; e.From == n && t.graph.Nodes[e.To].Distance < 0 {
				t.print(e.To, e, depth+1, down)
			}
		}
		return
	}
	for _, i := range t.up {
		if e := &t.graph.Edges[i]; e.To == n && e.From == n {
			fmt.Fprintf(t.w, "%s\t\t\t\t%seach other%s\n", graph.Number(e.Alive), strings.Repeat("  ", depth+1), fieldsOf(e))
		}
	}
	for _, i := range t.up {
		if e := &t.graph.Edges[i]; e.To == n && e.From != n {
			t.print(e.From, e, depth+1, down)
		}
	}
}

// maxFields is the number of fields told of what refers.
const maxFields = 3

// fieldsOf tells the fields that refer.
func fieldsOf(e *graph.Edge) string {
	var names []string
	for i, f := range e.Fields {
		if i == maxFields {
			names = append(names, "and "+strconv.Itoa(len(e.Fields)-maxFields)+" more")
			break
		}
		name := city.Printable(f.Name)
		if !strings.HasPrefix(name, "[") { // the elements of an array
			name = "." + name
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return ""
	}
	return " " + strings.Join(names, ", ")
}
