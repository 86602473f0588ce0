package groups

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"memcity/analysis/graph"
	"memcity/city/dump"
	"memcity/city/heapgraph"
	"memcity/city/recording"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/graphs"
	"memcity/cmd/memcity/cli"
	"memcity/render/atomic"
	"memcity/trace"
)

// pathFlags contains the options of paths.
type pathFlags struct {
	grouping               cli.Grouping
	sources                cli.Sources
	groups                 []string
	objects                []uint
	expand                 []string
	at, to, format, output string
}

// Paths is a heap graph as printed.
type Paths struct {
	Recording dump.Recording `json:"recording"`
	Settings  pathSettings   `json:"settings"`
	Graph     *graph.Dump    `json:"graph"`

	// Places contains the source places of the fields in the graph; nil without source folders.
	Places []cli.SourcePlace `json:"places,omitempty"`
}

type pathSettings struct {
	By      []string   `json:"by"`
	Filter  []string   `json:"filter,omitempty"`
	Groups  []string   `json:"groups"`
	Objects []uint32   `json:"objects"`
	Steps   []pathStep `json:"steps"`
}

// pathStep is a step of the exploration. Node is empty for all selected objects.
type pathStep struct {
	Step string `json:"step"`
	Node string `json:"node,omitempty"`
}

// paths prints the references that keep the objects of groups alive, as a heap graph.
func paths(c *cli.Call) error {
	set := c.Flags()
	var f pathFlags
	f.grouping.Register(c, set)
	f.sources.Register(set)
	set.StringArrayVar(&f.groups, "group", nil, "")
	set.UintSliceVar(&f.objects, "object", nil, "")
	set.StringVar(&f.at, "at", "", "")
	set.StringVar(&f.to, "to", "roots", "")
	set.StringArrayVar(&f.expand, "expand", nil, "")
	set.StringVar(&f.format, "format", "table", "")
	set.StringVarP(&f.output, "output", "o", "-", "")
	recording, done, err := c.One(set)
	if err != nil || done {
		return err
	}
	if err := f.check(); err != nil {
		return err
	}
	if err := f.choose(set.Changed("format")); err != nil {
		return err
	}
	if err := f.sources.Find(c); err != nil {
		return err
	}
	opened, err := c.Open(recording)
	if err != nil {
		return err
	}
	e, err := f.explore(c, opened)
	if err != nil {
		return err
	}
	return f.write(c, opened, e)
}

func (f *pathFlags) check() error {
	if len(f.groups)+len(f.objects) == 0 {
		return cli.Usagef("paths: expected --group KEY, with a key as tree --format json prints them, or --object N")
	}
	if err := cli.CheckName("to", f.to, "roots", "none"); err != nil {
		return err
	}
	for _, text := range f.expand {
		if direction, _, _ := strings.Cut(text, "="); direction != "in" && direction != "out" {
			return cli.Usagef("expand %q: expected in or out, or in=NODE or out=NODE", text)
		}
	}
	return cli.CheckFormat(f.format, "table", "json", "svg", "dot")
}

// fileFormats maps file extensions to formats.
var fileFormats = map[string]string{".txt": "table", ".json": "json", ".svg": "svg", ".dot": "dot", ".gv": "dot"}

// choose checks the file extension. It sets the format by the extension unless an option sets it.
func (f *pathFlags) choose(given bool) error {
	if err := cli.CheckEnding(f.output, slices.Sorted(maps.Keys(fileFormats))...); err != nil {
		return err
	}
	format, known := fileFormats[strings.ToLower(filepath.Ext(f.output))]
	switch {
	case !known || format == f.format:
	case given:
		return cli.Usagef("%s: this extension means the format %s, not %s", f.output, format, f.format)
	default:
		f.format = format
	}
	return nil
}

// exploration is a heap graph with the query that leads to it.
type exploration struct {
	query graphs.Query
	graph *graph.Graph
}

// explore builds the graph, step by step.
func (f *pathFlags) explore(c *cli.Call, o *recording.Recording) (*exploration, error) {
	e := &exploration{}
	e.query.Objects.Keys = seq.Of(f.groups...)
	for _, n := range f.objects {
		if uint64(n) > 1<<32-1 {
			return nil, cli.Usagef("object %d: no such object", n)
		}
		e.query.Objects.Single = e.query.Objects.Single.With(uint32(n))
	}
	if o.Grouped() {
		return nil, cli.Usagef("paths: %s contains prebuilt memory trees, without objects to follow", o.Recording.Name)
	}
	var err error
	if e.query.Heap.Point, err = cli.PointOf(c.Ctx, o, f.at); err != nil {
		return nil, err
	}
	if e.query.Heap.By, err = f.grouping.Find(c, o, trees.Shallow); err != nil {
		return nil, err
	}
	if err := o.Follow(c.Ctx, e.query.Heap.Point, c.Progress()); err != nil {
		return nil, err
	}
	if err := c.CheckKeys(o, e.query.Heap.By, e.query.Heap.Point, f.groups); err != nil {
		return nil, err
	}
	if f.to == "roots" {
		e.query.Steps = seq.Of(graphs.Step{Kind: graphs.PathsToRoot})
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

// update computes the graph after all steps. The session caches the graphs of earlier steps.
func (e *exploration) update(c *cli.Call, o *recording.Recording) (err error) {
	e.graph, err = o.Graph(c.Ctx, e.query, c.Progress())
	var none *recording.NoObjectError
	if errors.As(err, &none) {
		return cli.UsageError{Err: err}
	}
	return err
}

// expand adds one step, or a step per queried node.
func (e *exploration) expand(c *cli.Call, o *recording.Recording, text string) error {
	direction, node, one := strings.Cut(text, "=")
	step := graphs.Step{Kind: graphs.ExpandIn}
	if direction == "out" {
		step.Kind = graphs.ExpandOut
	}
	var nodes, known []string
	for i := range e.graph.Nodes {
		n := &e.graph.Nodes[i]
		if n.Selected && !one || n.Key == node {
			nodes = append(nodes, n.Key)
		}
		if !n.IsRoot() {
			known = append(known, n.Key)
		}
	}
	if len(nodes) == 0 {
		return cli.Usagef("expand %q: no such node in the graph; it has %s", text, cli.QuoteAll(known[:min(len(known), cli.MaxNear)]))
	}
	for _, n := range nodes {
		step.Node = n
		e.query.Steps = e.query.Steps.With(step)
	}
	return e.update(c, o)
}

// write prints the graph, or writes it to a file.
func (f *pathFlags) write(c *cli.Call, o *recording.Recording, e *exploration) error {
	show := func(w io.Writer) error {
		switch f.format {
		case "json":
			printed := e.dump(o)
			printed.Places = placesOf(e.graph, &f.sources)
			return cli.WriteJSON(w, printed)
		case "svg":
			return heapgraph.SVG(w, o.Picture(e.query, e.graph))
		case "dot":
			return heapgraph.DOT(w, o.Picture(e.query, e.graph))
		}
		if err := pathTable(w, e.graph, f.to == "roots" && o.Recording.Knows.Has(trace.KnowsRoots)); err != nil {
			return err
		}
		return cli.PrintPlaces(w, placesOf(e.graph, &f.sources))
	}
	if f.output == "-" {
		return show(c.Stdout)
	}
	if err := atomic.Write(f.output, atomic.Private, show); err != nil {
		return fmt.Errorf("%s: the graph cannot be written: %w", f.output, err)
	}
	return nil
}

func (e *exploration) dump(o *recording.Recording) Paths {
	heap, of := e.query.Heap, e.query.Objects
	p := Paths{Recording: cli.Source(o, heap.Point), Graph: e.graph.Dump(),
		Settings: pathSettings{By: heap.By.By.Slice(), Filter: heap.By.Filters.Slice(), Groups: of.Keys.Slice(), Objects: of.Single.Slice(),
			Steps: []pathStep{}}}
	names := map[graphs.StepKind]string{graphs.PathsToRoot: "roots", graphs.ExpandIn: "in", graphs.ExpandOut: "out"}
	for _, s := range e.query.Steps.All() {
		p.Settings.Steps = append(p.Settings.Steps, pathStep{names[s.Kind], s.Node})
	}
	return p
}
