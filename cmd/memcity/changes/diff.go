package changes

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"memcity/analysis/diff"
	"memcity/analysis/identity"
	"memcity/city/dump"
	"memcity/city/recording"
	"memcity/city/resolve/history"
	"memcity/city/trees"
	"memcity/city/view/diffs"
	"memcity/cmd/memcity/cli"
	"memcity/trace"
	"memcity/words"
)

// diffFlags contains the options of diff.
type diffFlags struct {
	grouping                         cli.Grouping
	from, to, unitName, sort, format string
	top                              int
	probable, through, vanished      bool

	unit trees.Unit
}

// Diff contains the fate of objects between two GC points.
type Diff struct {
	Recording dump.Recording  `json:"recording"` // at the later GC point
	Settings  diffSettings    `json:"settings"`
	Identity  printedIdentity `json:"identity"`
	Root      *DiffNode       `json:"root"`
	Vanished  []string        `json:"vanished"` // keys of groups that have lost all objects
}

type diffSettings struct {
	By       []string `json:"by"`
	Filter   []string `json:"filter,omitempty"`
	From     int      `json:"from"` // GC points, 1-based
	To       int      `json:"to"`
	FromTime int64    `json:"from_time_ms"`
	ToTime   int64    `json:"to_time_ms"`
	Counts   string   `json:"counts"` // of the later GC point: objects or counts, as in the output of info
	Unit     string   `json:"metric"`
	Sort     string   `json:"sort"`
	Top      int      `json:"top"` // 0 means all
	Probable bool     `json:"probable"`
	Through  bool     `json:"through"`

	garbage bool // true if a GC point counts objects by type, with garbage
}

// countsGarbage reports whether the size of a GC point includes garbage that cannot be told apart.
func countsGarbage(r *trace.Recording, point int) bool {
	return r.CountsGarbage() && r.Counting(point) == trace.CountsTypes
}

// garbageText describes counts by type of a running program.
const garbageText = "These are counts by type. They include garbage."

// printedIdentity describes how objects were matched.
type printedIdentity struct {
	Source   string  `json:"source"`   // native, recovered or none
	Rate     float64 `json:"rate"`     // objects matched with certainty, as a share of the smaller heap state, 0 to 1
	Certain  int64   `json:"certain"`  // pairs
	Probable int64   `json:"probable"` // pairs
	// Counted are objects that survived because their holder only grew; which of several equal objects each is remains open.
	Counted int64 `json:"survived_by_count"`
}

// DiffNode is a group. Unknown values are nil.
type DiffNode struct {
	Key      string      `json:"key"`
	Path     []string    `json:"path"`
	Name     string      `json:"name"`
	Role     string      `json:"role"`
	Before   cli.Amount  `json:"before"`
	After    cli.Amount  `json:"after"`
	Died     *cli.Amount `json:"died,omitempty"`
	Survived *cli.Amount `json:"permanent,omitempty"`
	Born     *cli.Amount `json:"born,omitempty"`
	MovedOut *cli.Amount `json:"left,omitempty"`     // to other groups
	MovedIn  *cli.Amount `json:"came,omitempty"`     // from other groups
	Turnover *cli.Amount `json:"turnover,omitempty"` // the lesser of died and born
	// Indistinct and IndistinctAfter are the earlier and the later objects that are not told apart.
	Indistinct      *cli.Amount `json:"not_told_apart,omitempty"`
	IndistinctAfter *cli.Amount `json:"not_told_apart_after,omitempty"`
	Children        []*DiffNode `json:"children,omitempty"`
	Hidden          int         `json:"hidden,omitempty"` // children that --top left out
}

// diffSorts contains the sort keys of groups. The key permanent is the former name of survived.
var diffSorts = map[string]func(n *DiffNode) *cli.Amount{
	"died":           func(n *DiffNode) *cli.Amount { return n.Died },
	"survived":       func(n *DiffNode) *cli.Amount { return n.Survived },
	"permanent":      func(n *DiffNode) *cli.Amount { return n.Survived },
	"turnover":       func(n *DiffNode) *cli.Amount { return n.Turnover },
	"not-told-apart": func(n *DiffNode) *cli.Amount { return n.Indistinct },
	"born":           func(n *DiffNode) *cli.Amount { return n.Born },
	"before":         func(n *DiffNode) *cli.Amount { return &n.Before },
	"after":          func(n *DiffNode) *cli.Amount { return &n.After },
	"change": func(n *DiffNode) *cli.Amount {
		return &cli.Amount{Objects: absolute(n.After.Objects - n.Before.Objects), Bytes: absolute(n.After.Bytes - n.Before.Bytes)}
	},
	"growth": func(n *DiffNode) *cli.Amount {
		return &cli.Amount{Objects: n.After.Objects - n.Before.Objects, Bytes: n.After.Bytes - n.Before.Bytes}
	},
}

// printDiff prints what died, what survived and what was born between two GC points.
func printDiff(c *cli.Call) error {
	set := c.Flags()
	var f diffFlags
	f.grouping.Register(c, set)
	set.StringVar(&f.from, "from", "", "")
	set.StringVar(&f.to, "to", "", "")
	set.StringVar(&f.unitName, "metric", trees.DefaultUnit.String(), "")
	set.StringVar(&f.sort, "sort", "", "")
	set.IntVar(&f.top, "top", 0, "")
	set.BoolVar(&f.probable, "probable", false, "")
	set.BoolVar(&f.through, "through", false, "")
	set.BoolVar(&f.vanished, "vanished", false, "")
	c.SourceFlag(set)
	set.StringVar(&f.format, "format", "table", "")
	paths, done, err := c.One(set)
	if err != nil || done {
		return err
	}
	if err := f.check(); err != nil {
		return err
	}
	return cli.Result(c, paths, f.format, f.find)
}

func (f *diffFlags) check() (err error) {
	if f.unit, err = trees.ParseUnit(f.unitName); err != nil {
		return cli.UsageError{Err: err}
	}
	if f.top < 0 {
		return cli.Usagef("top %d: expected 0 for all, or more", f.top)
	}
	if f.sort != "" && diffSorts[f.sort] == nil {
		return cli.Usagef("sort %q: expected change, growth, turnover, died, survived, born, not-told-apart, before or after", f.sort)
	}
	return cli.CheckTable(f.format)
}

func (f *diffFlags) find(c *cli.Call, o *recording.Recording) (*Diff, error) {
	from, to, err := f.ends(c, o)
	if err != nil {
		return nil, err
	}
	if len(o.Recording.Points) < 2 {
		return nil, cli.Usagef("diff: %s has one GC point; expected at least two", o.Recording.Name)
	}
	if from >= to {
		return nil, cli.Usagef("from %s, to %s: GC point %d is not before GC point %d", f.from, f.to, from+1, to+1)
	}
	by, err := f.grouping.Find(c, o, trees.Shallow)
	if err != nil {
		return nil, err
	}
	t, err := history.Diff(c.Ctx, o, diffs.Query{By: by, From: from, To: to, Probable: f.probable, Through: f.through}, c.Progress())
	if err != nil {
		return nil, err
	}
	if f.sort == "" {
		f.sort = "change"
	}
	points := o.Recording.Points
	out := &Diff{Recording: cli.Source(o, to), Vanished: []string{},
		Settings: diffSettings{By: by.By.Slice(), Filter: by.Filters.Slice(), From: from + 1, To: to + 1, FromTime: int64(points[from].Time),
			ToTime: int64(points[to].Time), Counts: o.Recording.Counting(to).String(), Unit: f.unit.String(), Sort: f.sort, Top: f.top,
			Probable: f.probable, Through: f.through, garbage: countsGarbage(o.Recording, from) || countsGarbage(o.Recording, to)},
		Identity: printedIdentity{t.Followed.String(), t.Rate, t.Pairs.Certain, t.Pairs.Probable, t.Pairs.Counted}}
	gone := map[int32]bool{}
	for _, i := range t.Vanished() {
		gone[i] = true
		out.Vanished = append(out.Vanished, strings.Join(t.Path(i), "#"))
	}
	out.Root = f.node(t, 0, nil, gone)
	return out, nil
}

// ends returns the GC points to compare, 0-based.
func (f *diffFlags) ends(c *cli.Call, o *recording.Recording) (from, to int, err error) {
	if f.from == "" && f.to == "" {
		w, _, err := cli.FirstWindow(c, o, false, "--from first for the whole recording")
		return w.From, w.To, err
	}
	if from, err = cli.PointOf(c.Ctx, o, cmp.Or(f.from, "first")); err != nil {
		return 0, 0, err
	}
	to, err = cli.PointOf(c.Ctx, o, cmp.Or(f.to, "last"))
	return from, to, err
}

// node copies node i with its sorted children. With --vanished it keeps only paths to groups that are gone.
func (f *diffFlags) node(t *diff.Tree, i int32, above []string, gone map[int32]bool) *DiffNode {
	n := &t.Nodes[i]
	path := append(slices.Clip(above), t.Names.Text(n.Name))
	out := &DiffNode{Key: strings.Join(path, "#"), Path: path, Name: path[len(path)-1], Role: t.Names.Text(n.Role),
		Before: cli.Amount(n.Before), After: cli.Amount(n.After)}
	if c := n.Change; c != nil {
		out.Died, out.Survived, out.Born = printedAmount(c.Died), printedAmount(c.Survived), printedAmount(c.Born)
		out.MovedOut, out.MovedIn = printedAmount(c.MovedOut), printedAmount(c.MovedIn)
		out.Turnover = printedAmount(c.Turnover())
		out.Indistinct, out.IndistinctAfter = printedAmount(c.IndistinctBefore), printedAmount(c.IndistinctAfter)
	}
	for c := range t.Children(i) {
		if f.vanished && !gone[i] && !leadsToGone(t, c, gone) {
			continue
		}
		below := gone
		if gone[i] {
			below = map[int32]bool{c: true}
		}
		out.Children = append(out.Children, f.node(t, c, path, below))
	}
	slices.SortStableFunc(out.Children, func(a, b *DiffNode) int {
		order := cmp.Compare(f.size(b, f.sort), f.size(a, f.sort))
		if order == 0 && f.sort == "turnover" { // most groups have none
			order = cmp.Compare(f.size(b, "growth"), f.size(a, "growth"))
		}
		return cmp.Or(order, cmp.Compare(f.size(b, "after"), f.size(a, "after")), cmp.Compare(f.size(b, "before"), f.size(a, "before")),
			cmp.Compare(a.Name, b.Name))
	})
	if f.top > 0 && len(out.Children) > f.top {
		out.Hidden = len(out.Children) - f.top
		out.Children = out.Children[:f.top]
	}
	return out
}

func absolute(n int64) int64 { return max(n, -n) }

func printedAmount(a trace.Amount) *cli.Amount {
	return &cli.Amount{Objects: a.Objects, Bytes: a.Bytes}
}

func leadsToGone(t *diff.Tree, i int32, gone map[int32]bool) bool {
	for n := i; n < t.Nodes[i].End; n++ {
		if gone[n] {
			return true
		}
	}
	return false
}

// size returns the sort key of a group; -1 if unknown.
func (f *diffFlags) size(n *DiffNode, by string) int64 {
	a := diffSorts[by](n)
	switch {
	case a == nil:
		return -1
	case f.unit == trees.Objects:
		return a.Objects
	}
	return a.Bytes
}

// sentence describes how objects were matched, and how well.
func (p *Diff) sentence() string {
	id := p.Identity
	switch id.Source {
	case identity.Native.String():
		return "objects are matched by ID in the recording"
	case identity.Recovered.String():
		text := fmt.Sprintf("objects are matched by content, place and references: %s with certainty (%s of the smaller heap state)",
			words.Counted(id.Certain, "object"), words.PercentFixed(id.Rate))
		if id.Counted > 0 {
			text += fmt.Sprintf(", %s by the counts of their holders", words.Count(id.Counted))
		}
		text += fmt.Sprintf(", %s probably", words.Count(id.Probable))
		if p.Settings.Probable {
			return text + ", which count as survived"
		}
		return text + ", which count as not told apart, or as died and born"
	}
	return "objects cannot be matched: these are differences in counts, not deaths and births"
}
