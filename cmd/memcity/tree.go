package main

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"memcity/analysis/group"
	"memcity/city"
	"memcity/trace"
)

// treeNode is a node of a printed memory tree.
type treeNode struct {
	Key      string      `json:"key"`
	Path     []string    `json:"path"`
	Name     string      `json:"name"`
	Role     string      `json:"role"`
	Objects  int64       `json:"objects"`
	Bytes    int64       `json:"bytes"`
	Children []*treeNode `json:"children,omitempty"`
	Hidden   int         `json:"hidden,omitempty"` // smaller children that --top left out
}

type treeSettings struct {
	By     []string `json:"by"`
	Filter []string `json:"filter,omitempty"`
	Metric string   `json:"metric"`
	Sizes  []string `json:"sizes"`
	Top    int      `json:"top"` // 0 means all
}

type printedTree struct {
	Recording city.DumpRecording `json:"recording"`
	Settings  treeSettings       `json:"settings"`
	Root      *treeNode          `json:"root"`
}

// tree prints a memory tree.
func tree(c *call) error {
	set := c.flags()
	by := set.String("by", "package,type", "")
	filter := set.String("filter", "", "")
	at := set.String("at", "last", "")
	metric := set.String("metric", "bytes", "")
	top := set.Int("top", 0, "")
	sizes := set.String("sizes", "shallow", "")
	format := set.String("format", "table", "")
	list := set.Bool("list", false, "")
	paths, done, err := c.parse(set)
	if err != nil || done {
		return err
	}
	if *list {
		return c.listClassifiers()
	}
	if err := c.checkPaths(paths); err != nil {
		return err
	}
	m, err := city.ParseMetric(*metric)
	if err != nil {
		return usageError{err}
	}
	if *top < 0 {
		return usagef("top %d: expected 0 for all, or more", *top)
	}
	if *sizes != "shallow" {
		return usagef("sizes %q: expected shallow", *sizes)
	}
	if err := checkFormat(*format, "table", "json", "csv"); err != nil {
		return err
	}
	settings := treeSettings{By: strings.Split(*by, ","), Metric: m.String(), Sizes: []string{"shallow"}, Top: *top}
	if *filter != "" {
		settings.Filter = strings.Split(*filter, ",")
	}
	out, err := c.buildTree(paths, settings, set.Changed("by"), *at, m)
	if err != nil {
		return err
	}
	switch *format {
	case "json":
		return c.printJSON(out)
	case "csv":
		return c.treeCSV(out.Root)
	}
	return c.treeTable(out.Root)
}

func (c *call) buildTree(paths []string, settings treeSettings, asked bool, at string, m city.Metric) (*printedTree, error) {
	opened, err := c.open(paths)
	if err != nil {
		return nil, err
	}
	r := opened.Recording
	times := make([]trace.Millis, len(r.Points))
	for i := range r.Points {
		times[i] = r.Points[i].Time
	}
	point, err := parseAt(at, times)
	if err != nil {
		return nil, err
	}
	by, err := c.grouping(opened, city.Grouping{By: settings.By, Filters: settings.Filter}, asked)
	if err != nil {
		return nil, err
	}
	settings.By, settings.Filter = by.By, by.Filters
	t, err := opened.Tree(c.ctx, by, point, c.progress())
	if err != nil {
		return nil, err
	}
	c.warn(opened)
	return &printedTree{
		Recording: city.DumpRecording{Name: r.Name, Points: len(r.Points), At: point + 1, Time: int64(t.Time)},
		Settings:  settings,
		Root:      newTreeNode(t.Tree, 0, nil, m, settings.Top),
	}, nil
}

// newTreeNode copies node i with its children, the largest first.
func newTreeNode(t *trace.Tree, i int32, above []string, m city.Metric, top int) *treeNode {
	n := &t.Nodes[i]
	path := append(slices.Clip(above), t.Names.Text(n.Name))
	out := &treeNode{Key: strings.Join(path, "#"), Path: path, Name: path[len(path)-1], Role: t.Names.Text(n.Role),
		Objects: n.Objects, Bytes: n.Bytes}
	for c := range t.Children(i) {
		out.Children = append(out.Children, newTreeNode(t, c, path, m, top))
	}
	slices.SortStableFunc(out.Children, func(a, b *treeNode) int {
		return cmp.Or(cmp.Compare(b.value(m), a.value(m)), cmp.Compare(a.Name, b.Name))
	})
	if top > 0 && len(out.Children) > top {
		out.Hidden = len(out.Children) - top
		out.Children = out.Children[:top]
	}
	return out
}

func (n *treeNode) value(m city.Metric) int64 {
	if m == city.Bytes {
		return n.Bytes
	}
	return n.Objects
}

func (c *call) treeTable(root *treeNode) error {
	w := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "objects\tbytes\t\t\n")
	var write func(n *treeNode, depth int)
	write = func(n *treeNode, depth int) {
		// The last cell is not aligned, so that names keep their indent.
		fmt.Fprintf(w, "%d\t%d\t\t%s%s\n", n.Objects, n.Bytes, strings.Repeat("  ", depth), city.Printable(n.Name))
		for _, child := range n.Children {
			write(child, depth+1)
		}
		if n.Hidden > 0 {
			fmt.Fprintf(w, "\t\t\t%s(%d smaller groups)\n", strings.Repeat("  ", depth+1), n.Hidden)
		}
	}
	write(root, 0)
	return w.Flush()
}

func (c *call) treeCSV(root *treeNode) error {
	w := csv.NewWriter(c.stdout)
	_ = w.Write([]string{"key", "name", "role", "objects", "bytes"})
	var write func(n *treeNode)
	write = func(n *treeNode) {
		_ = w.Write([]string{n.Key, n.Name, n.Role, strconv.FormatInt(n.Objects, 10), strconv.FormatInt(n.Bytes, 10)})
		for _, child := range n.Children {
			write(child)
		}
	}
	write(root)
	w.Flush()
	return w.Error()
}

func (c *call) listClassifiers() error {
	r := group.Builtin()
	w := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	for _, k := range r.All() {
		name, kind := k.Name, k.Kind.String()
		if k.Argument != "" {
			name += "(" + k.Argument + ")"
		}
		if k.Kind == group.Groups {
			kind = k.Cardinality.String()
		}
		fmt.Fprintf(w, "%s\t%s\t%s\tfor example %s\n", name, kind, k.Description, k.Example)
		if why := k.Missing(trace.KnowsObjects); why != "" {
			fmt.Fprintf(w, "\t\t%s\t\n", why)
		}
	}
	fmt.Fprintln(w, "\nready-made chains")
	for _, k := range group.Ready() {
		chain := k.Chain
		if k.Filter != "" {
			chain += " --filter " + k.Filter
		}
		fmt.Fprintf(w, "%s\t\t%s\t\n", chain, k.Text)
		if why := k.Missing(r, trace.KnowsObjects); why != "" {
			fmt.Fprintf(w, "\t\t%s\t\n", why)
		}
	}
	return w.Flush()
}
