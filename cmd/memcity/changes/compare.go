package changes

import (
	"cmp"
	"math"
	"slices"

	"memcity/city/dump"
	"memcity/city/recording"
	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/cmd/memcity/cli"
)

// compareFlags contains the options of compare.
type compareFlags struct {
	grouping                                 cli.Grouping
	base                                     cli.Baseline
	at, sizeKindName, unitName, sort, format string
	top                                      int

	unit     trees.Unit
	sizeKind trees.SizeKind
}

// Comparison is the difference between a recording and its baseline.
type Comparison struct {
	Base      *dump.Baseline  `json:"base"`
	Recording dump.Recording  `json:"recording"`
	Settings  compareSettings `json:"settings"`
	Verdict   ComparedGroup   `json:"verdict"` // for the whole heap
	Districts []ComparedGroup `json:"districts"`
	Groups    []ComparedGroup `json:"groups"` // without subgroups
	Hidden    Hidden          `json:"hidden"` // left out by --top
}

type compareSettings struct {
	By       []string `json:"by"`
	Filter   []string `json:"filter,omitempty"`
	SizeKind string   `json:"measure"`
	Unit     string   `json:"metric"`
	Sort     string   `json:"sort"`
	Top      int      `json:"top"` // 0 means all
}

// Hidden contains the numbers of rows that --top left out.
type Hidden struct {
	Districts int `json:"districts"`
	Groups    int `json:"groups"`
}

// ComparedGroup is a group in both recordings.
type ComparedGroup struct {
	Key        string     `json:"key"`
	Path       []string   `json:"path"`
	Name       string     `json:"name"`
	Role       string     `json:"role"`
	Before     cli.Amount `json:"before"` // scaled if shares of the heap are compared
	After      cli.Amount `json:"after"`
	Difference cli.Amount `json:"difference"`
	Ratio      *float64   `json:"ratio,omitempty"` // after divided by before, in the unit; nil if the baseline lacks the group
	Verdict    string     `json:"verdict"`         // none, same, more, less, new or gone, in the unit

	verdict scene.Verdict
}

// compareSorts contains the sort keys for groups, the greatest first. By ratio, half ranks like double.
var compareSorts = map[string]func(v scene.Verdict) float64{
	"difference": func(v scene.Verdict) float64 { return math.Abs(float64(v.Difference())) },
	"more":       func(v scene.Verdict) float64 { return float64(v.Difference()) },
	"less":       func(v scene.Verdict) float64 { return float64(-v.Difference()) },
	"ratio":      func(v scene.Verdict) float64 { return math.Abs(math.Log2(float64(v.After) / float64(v.Before))) },
	"before":     func(v scene.Verdict) float64 { return float64(v.Before) },
	"after":      func(v scene.Verdict) float64 { return float64(v.After) },
}

// compare prints the differences between a recording and its baseline.
func compare(c *cli.Call) error {
	set := c.Flags()
	var f compareFlags
	f.grouping.Register(c, set)
	set.StringVar(&f.sizeKindName, "measure", trees.Shallow.String(), "")
	set.StringVar(&f.unitName, "metric", trees.DefaultUnit.String(), "")
	set.StringVar(&f.at, "at", "", "")
	set.StringVar(&f.base.At, "base-at", "", "")
	set.StringVar(&f.base.Scale, "scale", cli.Scales[0], "")
	set.StringVar(&f.sort, "sort", "difference", "")
	set.IntVar(&f.top, "top", 20, "")
	c.SourceFlag(set)
	set.StringVar(&f.format, "format", "table", "")
	paths, done, err := c.Parse(set)
	if err != nil || done {
		return err
	}
	if len(paths) != 2 || paths[0] == "" {
		return cli.Usagef("compare: expected two recordings, BASE and PATH; got %d", len(paths))
	}
	if err := f.check(c, paths); err != nil {
		return err
	}
	return cli.Result(c, paths[1:], f.format, f.find)
}

func (f *compareFlags) check(c *cli.Call, paths []string) (err error) {
	f.base.Paths = paths[:1]
	if err := f.base.Check(c); err != nil {
		return err
	}
	if err := c.CheckPaths(paths[1:]); err != nil {
		return err
	}
	if f.sizeKind, err = trees.ParseSizeKind(f.sizeKindName); err != nil {
		return cli.UsageError{Err: err}
	}
	if f.unit, err = trees.ParseUnit(f.unitName); err != nil {
		return cli.UsageError{Err: err}
	}
	if f.top < 0 {
		return cli.Usagef("top %d: expected 0 for all, or more", f.top)
	}
	if compareSorts[f.sort] == nil {
		return cli.Usagef("sort %q: expected difference, more, less, ratio, before or after", f.sort)
	}
	return cli.CheckTable(f.format)
}

func (f *compareFlags) find(c *cli.Call, o *recording.Recording) (*Comparison, error) {
	at, err := cli.PointOf(c.Ctx, o, f.at)
	if err != nil {
		return nil, err
	}
	by, err := f.grouping.Find(c, o, f.sizeKind)
	if err != nil {
		return nil, err
	}
	t, err := o.Tree(c.Ctx, by, at, c.Progress())
	if err != nil {
		return nil, err
	}
	base, err := f.base.Tree(c, o, by)
	if err != nil {
		return nil, err
	}
	k := scene.AgainstBaseline(trees.NewSeries([]trees.PointTree{t}).WithBaseline(base), 0)
	out := &Comparison{Base: dump.OfBaseline(k, f.unit), Recording: cli.Source(o, at), Districts: []ComparedGroup{}, Groups: []ComparedGroup{},
		Settings: compareSettings{by.By.Slice(), by.Filters.Slice(), by.SizeKind.String(), f.unit.String(), f.sort, f.top}}
	for i := range k.Series.Nodes {
		switch g := f.group(k, int32(i)); {
		case i == 0:
			out.Verdict = g
		case g.verdict.Kind == scene.VerdictNone:
		case k.Series.IsLeaf(int32(i)):
			out.Groups = append(out.Groups, g)
		default:
			out.Districts = append(out.Districts, g)
		}
	}
	out.Districts, out.Hidden.Districts = f.first(out.Districts)
	out.Groups, out.Hidden.Groups = f.first(out.Groups)
	return out, nil
}

// group compares a node.
func (f *compareFlags) group(k *scene.Comparison, node int32) ComparedGroup {
	s, fate, v := k.Series, k.Fate(node), k.Verdict(node, f.unit)
	g := ComparedGroup{Key: s.Key(node), Path: s.Path(node), Name: s.Name(node), Role: s.Role(node),
		Before: cli.Amount(fate.Before), After: cli.Amount(fate.After), Verdict: v.Kind.String(), verdict: v,
		Difference: cli.Amount(fate.After.Minus(fate.Before))}
	if ratio, ok := v.Ratio(); ok {
		g.Ratio = &ratio
	}
	return g
}

// first sorts groups and truncates them to --top.
func (f *compareFlags) first(list []ComparedGroup) (kept []ComparedGroup, hidden int) {
	by := compareSorts[f.sort]
	slices.SortStableFunc(list, func(a, b ComparedGroup) int {
		return cmp.Or(cmp.Compare(by(b.verdict), by(a.verdict)), cmp.Compare(b.verdict.After, a.verdict.After), cmp.Compare(a.Key, b.Key))
	})
	if f.top > 0 && len(list) > f.top {
		return list[:f.top], len(list) - f.top
	}
	return list, 0
}
