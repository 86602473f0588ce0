package groups

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"memcity/analysis/closure"
	"memcity/city/dump"
	"memcity/city/memory"
	"memcity/city/recording"
	"memcity/city/trees"
	agespkg "memcity/city/view/ages"
	"memcity/cmd/memcity/cli"
	"memcity/trace"
)

// TreeNode is a node of a printed memory tree.
type TreeNode struct {
	Key     string   `json:"key"`
	Path    []string `json:"path"`
	Name    string   `json:"name"`
	Role    string   `json:"role"`
	Objects int64    `json:"objects"`
	Bytes   int64    `json:"bytes"`
	treeSizes
	Estimate *trace.Estimate `json:"estimate,omitempty"`         // error of objects and bytes that come from samples; nil for exact ones
	Ages     []dump.Age      `json:"ages,omitempty"`             // the oldest first; empty if unknown
	Doubtful int64           `json:"doubtful_objects,omitempty"` // objects of uncertain age
	Children []*TreeNode     `json:"children,omitempty"`
	Hidden   int             `json:"hidden,omitempty"` // number of smaller children that --top left out
}

// treeSizes contains the requested sizes besides the shallow one; nil if unknown.
type treeSizes struct {
	DeepObjects     *int64 `json:"deep_objects,omitempty"`
	DeepBytes       *int64 `json:"deep_bytes,omitempty"`
	RetainedObjects *int64 `json:"retained_objects,omitempty"`
	RetainedBytes   *int64 `json:"retained_bytes,omitempty"`
}

type treeSettings struct {
	By     []string `json:"by"`
	Filter []string `json:"filter,omitempty"`
	Unit   string   `json:"metric"`
	Sizes  []string `json:"sizes"`
	Sort   string   `json:"sort"`
	Top    int      `json:"top"` // 0 means all
}

// Tree is the output of memcity tree.
type Tree struct {
	Recording dump.Recording `json:"recording"`
	Settings  treeSettings   `json:"settings"`
	Time      int64          `json:"time"`           // of the GC point, in ms; makes the JSON a memory tree that can be opened
	Ages      *dump.Ages     `json:"ages,omitempty"` // how ages were determined; nil if not requested
	// Unreachable reports whether unreachable objects, if there are any, are counted in the groups rather than set apart.
	Unreachable bool      `json:"unreachable_included,omitempty"`
	Root        *TreeNode `json:"root"`

	measures []trees.SizeKind // size kinds of the nodes
	unit     trees.Unit       // unit of the ages

	estimated bool // true if any node is an estimate
}

// treeFlags contains the options of tree.
type treeFlags struct {
	grouping                          cli.Grouping
	at, unitName, sizes, sort, format string
	top                               int
	ages, unreachable                 bool

	unit     trees.Unit
	order    trees.SizeKind
	measures []trees.SizeKind // to print, in ascending order of their values; shallow first
}

// tree prints a memory tree.
func tree(c *cli.Call) error {
	set := c.Flags()
	var f treeFlags
	f.grouping.Register(c, set)
	set.StringVar(&f.at, "at", "", "")
	set.StringVar(&f.unitName, "metric", trees.DefaultUnit.String(), "")
	set.StringVar(&f.sizes, "sizes", "shallow", "")
	set.StringVar(&f.sort, "sort", "shallow", "")
	set.IntVar(&f.top, "top", 0, "")
	set.BoolVar(&f.ages, "ages", false, "")
	set.BoolVar(&f.unreachable, "unreachable", false, "")
	c.SourceFlag(set)
	set.StringVar(&f.format, "format", "table", "")
	list := set.Bool("list", false, "")
	paths, done, err := c.Parse(set)
	if err != nil || done {
		return err
	}
	if *list {
		return listClassifiers(c, paths, f.format)
	}
	if err := c.CheckPaths(paths); err != nil {
		return err
	}
	if err := f.check(); err != nil {
		return err
	}
	return cli.Result(c, paths, f.format, f.find)
}

func (f *treeFlags) check() (err error) {
	if f.unit, err = trees.ParseUnit(f.unitName); err != nil {
		return cli.UsageError{Err: err}
	}
	if f.top < 0 {
		return cli.Usagef("top %d: expected 0 for all, or more", f.top)
	}
	if f.order, err = trees.ParseSizeKind(f.sort); err != nil || f.order == trees.Structural {
		return cli.Usagef("sort %q: expected shallow, deep or retained", f.sort)
	}
	f.measures = []trees.SizeKind{trees.Shallow, f.order}
	for name := range strings.SplitSeq(f.sizes, ",") {
		m, err := trees.ParseSizeKind(strings.TrimSpace(name))
		if err != nil || m == trees.Structural {
			return cli.Usagef("sizes %q: expected shallow, deep and retained, separated by commas", f.sizes)
		}
		f.measures = append(f.measures, m)
	}
	slices.Sort(f.measures)
	f.measures = slices.Compact(f.measures)
	if (f.format == "pprof" || f.format == "flame") && len(f.measures) > 1 {
		return cli.Usagef("format %s: shallow sizes only, because deep and retained sizes do not add up", f.format)
	}
	return cli.CheckTable(f.format, "pprof", "flame")
}

func (f *treeFlags) find(c *cli.Call, opened *recording.Recording) (*Tree, error) {
	point, err := cli.PointOf(c.Ctx, opened, f.at)
	if err != nil {
		return nil, err
	}
	by, err := f.grouping.Find(c, opened, trees.Shallow)
	if err != nil {
		return nil, err
	}
	t, err := f.counted(c, opened, by, point)
	if err != nil {
		return nil, err
	}
	counted := t != nil
	var sizes []treeSizes
	if !counted {
		if t, sizes, err = f.compute(c, opened, by, point); err != nil {
			return nil, err
		}
	}
	var ages *agespkg.Report
	if f.ages {
		if ages, err = opened.Ages(c.Ctx, agespkg.Query{By: by, Point: point}, c.Progress()); err != nil {
			return nil, err
		}
	}
	settings := treeSettings{By: by.By.Slice(), Filter: by.Filters.Slice(), Unit: f.unit.String(), Sort: f.order.String(), Top: f.top}
	for _, m := range f.measures {
		settings.Sizes = append(settings.Sizes, m.String())
	}
	recording := cli.Source(opened, point)
	out := &Tree{measures: f.measures, Recording: recording, Settings: settings, Time: recording.Time, Root: f.node(t, sizes, ages, 0, nil),
		Unreachable: counted}
	out.estimated = len(t.Estimates) > 0
	if ages != nil {
		out.Ages, out.unit = dump.OfAges(ages), f.unit
	}
	return out, nil
}

// counted returns a tree of counts per type, which a heap dump yields several times faster than its heap state; nil if the options
// need more.
func (f *treeFlags) counted(c *cli.Call, o *recording.Recording, by trees.Grouping, point int) (*trace.Tree, error) {
	if f.unreachable || f.ages || len(f.measures) > 1 {
		return nil, nil
	}
	t, err := o.Counted(c.Ctx, by, point, c.Progress())
	if t != nil && f.format != "table" && f.format != "json" {
		c.Notify(unreachableText)
	}
	return t, err
}

// compute returns the tree and, by node, the sizes besides the shallow ones; nil if none are requested.
func (f *treeFlags) compute(c *cli.Call, o *recording.Recording, by trees.Grouping, point int) (*trace.Tree, []treeSizes, error) {
	if o.Grouped() {
		t, err := o.Tree(c.Ctx, by, point, c.Progress())
		if err != nil {
			return nil, nil, err
		}
		sizes, err := f.readyMade(o.Recording.Name, t.Tree)
		return t.Tree, sizes, err
	}
	var kinds []closure.Kind
	for _, m := range f.measures[1:] {
		kind := closure.Deep
		if m == trees.Retained {
			kind = closure.Retained
		}
		kinds = append(kinds, kind)
	}
	if len(kinds) == 0 && o.Recording.Points[point].Counts != nil {
		t, err := o.Tree(c.Ctx, by, point, c.Progress())
		return t.Tree, nil, err
	}
	if len(kinds) == 0 {
		g, err := o.Groups(c.Ctx, by, point, c.Progress())
		if memory.RefusedBy(err) != nil && !f.unreachable { // it may still be counted by type
			t, err := o.Tree(c.Ctx, by, point, c.Progress())
			return t.Tree, nil, err
		}
		if err != nil {
			return nil, nil, err
		}
		return g.Tree, nil, nil
	}
	if err := cli.CheckSizeKinds(o, f.measures...); err != nil {
		return nil, nil, err
	}
	g, results, err := o.Sizes(c.Ctx, by, point, kinds, c.Progress(), nil)
	if err != nil {
		return nil, nil, err
	}
	if last := kinds[len(kinds)-1]; !slices.ContainsFunc(results, func(r closure.Result) bool { return r.Kind == last }) {
		return nil, nil, fmt.Errorf("%s sizes: GC point %d has no GC roots; use a heap dump to see what keeps objects alive", last,
			point+1)
	}
	sizes := make([]treeSizes, len(g.Tree.Nodes))
	for i := range results {
		r, s := &results[i], &sizes[results[i].Group]
		if r.Kind == closure.Deep {
			s.DeepObjects, s.DeepBytes = &r.Objects, &r.Bytes
		} else {
			s.RetainedObjects, s.RetainedBytes = &r.Objects, &r.Bytes
		}
	}
	return g.Tree, sizes, nil
}

// readyMade returns the sizes in a ready-made tree of the named recording.
func (f *treeFlags) readyMade(name string, t *trace.Tree) ([]treeSizes, error) {
	sizes := make([]treeSizes, len(t.Nodes))
	known := func(column []int64, i int) *int64 {
		if column == nil || column[i] < 0 {
			return nil
		}
		return &column[i]
	}
	for _, m := range f.measures[1:] {
		column := t.Deep
		if m == trees.Retained {
			column = t.Retained
		}
		if column == nil {
			return nil, cli.Usagef("%s: %s sizes: this memory tree does not contain them, nor the objects to compute them from", name, m)
		}
		for i := range sizes {
			if m == trees.Retained {
				sizes[i].RetainedBytes = known(column, i)
			} else {
				sizes[i].DeepBytes = known(column, i)
			}
		}
	}
	return sizes, nil
}

// node copies node i with its children, the largest first.
func (f *treeFlags) node(t *trace.Tree, sizes []treeSizes, ages *agespkg.Report, i int32, above []string) *TreeNode {
	n := &t.Nodes[i]
	path := append(slices.Clip(above), t.Names.Text(n.Name))
	out := &TreeNode{Key: strings.Join(path, "#"), Path: path, Name: path[len(path)-1], Role: t.Names.Text(n.Role),
		Objects: n.Objects, Bytes: n.Bytes}
	if sizes != nil {
		out.treeSizes = sizes[i]
	}
	if e, ok := t.Estimates[i]; ok {
		out.Estimate = &e
	}
	if ages != nil {
		counts := &ages.Groups[i]
		out.Ages, out.Doubtful = dump.AgesOf(ages, counts), counts.Doubtful.Objects
	}
	for c := range t.Children(i) {
		out.Children = append(out.Children, f.node(t, sizes, ages, c, path))
	}
	slices.SortStableFunc(out.Children, func(a, b *TreeNode) int {
		return cmp.Or(cmp.Compare(b.value(f.order, f.unit), a.value(f.order, f.unit)),
			cmp.Compare(b.value(trees.Shallow, f.unit), a.value(trees.Shallow, f.unit)), cmp.Compare(a.Name, b.Name))
	})
	if f.top > 0 && len(out.Children) > f.top {
		out.Hidden = len(out.Children) - f.top
		out.Children = out.Children[:f.top]
	}
	return out
}

// value returns a size in a unit. Without objects it returns bytes, and without either -1.
func (n *TreeNode) value(m trees.SizeKind, unit trees.Unit) int64 {
	objects, bytes := n.sizes(m)
	switch {
	case unit == trees.Objects && objects != nil:
		return *objects
	case bytes != nil:
		return *bytes
	}
	return -1
}

// sizes returns the objects and bytes of a size kind; nil if unknown.
func (n *TreeNode) sizes(m trees.SizeKind) (objects, bytes *int64) {
	switch m {
	case trees.Deep:
		return n.DeepObjects, n.DeepBytes
	case trees.Retained:
		return n.RetainedObjects, n.RetainedBytes
	}
	return &n.Objects, &n.Bytes
}
