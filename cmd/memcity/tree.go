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
	out, err := c.buildTree(paths, strings.Split(*by, ","), set.Changed("by"), *at, m, *top)
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

func (c *call) buildTree(paths, by []string, asked bool, at string, m city.Metric, top int) (*printedTree, error) {
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
	chain, err := c.chain(opened, by, asked)
	if err != nil {
		return nil, err
	}
	t, err := opened.Tree(c.ctx, chain, point, c.progress())
	if err != nil {
		return nil, err
	}
	c.warn(opened)
	return &printedTree{
		Recording: city.DumpRecording{Name: r.Name, Points: len(r.Points), At: point + 1, Time: int64(t.Time)},
		Settings:  treeSettings{By: chain, Metric: m.String(), Sizes: []string{"shallow"}, Top: top},
		Root:      newTreeNode(t.Tree, 0, nil, m, top),
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
	w := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	for _, k := range group.All() {
		fmt.Fprintf(w, "%s\t%s\tfor example %s\n", k.Name, k.Description, k.Example)
	}
	return w.Flush()
}
