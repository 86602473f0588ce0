package findings

import (
	"cmp"

	"memcity/analysis/structure"
	"memcity/city/dump"
	"memcity/city/recording"
	"memcity/city/resolve/history"
	"memcity/city/trees"
	structurespkg "memcity/city/view/structures"
	"memcity/cmd/memcity/cli"
	"memcity/trace"
)

// structureFlags contains the options of structures.
type structureFlags struct {
	at, from, to, format, unitName string
	top, leaves                    int
	strong                         float64
	contained, propose             bool
	files                          []string // files to check
	first                          bool     // true if no option selects GC points
	query                          recording.StructuresQuery
}

// Structures is the output of structures. Exactly one of its last three fields is set.
type Structures struct {
	Recording  dump.Recording            `json:"recording"`
	From       *dump.Recording           `json:"from,omitempty"` // the earlier of two GC points
	Settings   structureSettings         `json:"settings"`
	Structures *structurespkg.Structures `json:"structures,omitempty"`
	Growth     *structurespkg.Growth     `json:"growth,omitempty"`
	Proposed   []structurespkg.Proposed  `json:"proposed,omitempty"`
}

type structureSettings struct {
	Top       int     `json:"top"` // 0 means all
	Contained bool    `json:"contained"`
	Leaves    int     `json:"leaves"`
	Unit      string  `json:"metric"`
	Strong    float64 `json:"strong"` // percent of the heap's growth
}

// structures prints the data structures of a GC point, or how they grew between two.
func structures(c *cli.Call) error {
	set := c.Flags()
	var f structureFlags
	set.StringVar(&f.at, "at", "", "")
	set.StringVar(&f.from, "from", "", "")
	set.StringVar(&f.to, "to", "", "")
	set.IntVar(&f.top, "top", 10, "")
	set.BoolVar(&f.contained, "contained", false, "")
	set.IntVar(&f.leaves, "leaves", 3, "")
	set.StringVar(&f.unitName, "metric", trees.DefaultUnit.String(), "")
	set.Float64Var(&f.strong, "strong", structure.DefaultStrong, "")
	set.StringArrayVar(&f.files, "check", nil, "")
	set.BoolVar(&f.propose, "propose", false, "")
	c.ClassifierFlag(set)
	c.SourceFlag(set)
	set.StringVar(&f.format, "format", "table", "")
	paths, done, err := c.Parse(set)
	if err != nil || done {
		return err
	}
	if len(f.files) > 0 {
		return f.checkFiles(c, paths)
	}
	if err := c.CheckPaths(paths); err != nil {
		return err
	}
	if err := f.check(); err != nil {
		return err
	}
	if set.Changed("at") && f.from+f.to != "" {
		return cli.Usagef("at %q: --from and --to already select the GC points; remove --at", f.at)
	}
	f.first = !set.Changed("at") && !f.propose && f.from+f.to == ""
	return cli.Result(c, paths, f.format, f.find)
}

// maxHeld is the maximum number of data structures with their holders. Each costs a search from it to the GC roots.
const maxHeld = 50

// check validates the options and builds the query from them.
func (f *structureFlags) check() error {
	if f.top < 0 {
		return cli.Usagef("top %d: expected 0 for all, or more", f.top)
	}
	if f.leaves < 0 {
		return cli.Usagef("leaves %d: expected 0 for none, or more", f.leaves)
	}
	if !(f.strong > 0) {
		return cli.Usagef("strong %g: expected a percentage above 0", f.strong)
	}
	unit, err := trees.ParseUnit(f.unitName)
	if err != nil {
		return cli.UsageError{Err: err}
	}
	if f.propose && f.from+f.to != "" {
		return cli.Usagef("propose: needs one GC point; use --at")
	}
	f.query = recording.StructuresQuery{Top: f.top, Held: maxHeld, Contained: f.contained, Born: true, Contents: f.leaves, Strong: f.strong}
	if unit == trees.Objects {
		f.query.Unit = structure.Objects
	}
	return cli.CheckTable(f.format)
}

func (f *structureFlags) find(c *cli.Call, o *recording.Recording) (*Structures, error) {
	query := f.query
	if err := checkStructures(o.Recording); err != nil {
		return nil, err
	}
	out := &Structures{Settings: structureSettings{f.top, f.contained, f.leaves, f.unitName, f.strong}}
	from, to, grown, err := f.window(c, o)
	if err != nil {
		return nil, err
	}
	if grown {
		earlier := cli.Source(o, from)
		out.Recording, out.From = cli.Source(o, to), &earlier
		if out.Growth, err = o.StructuresGrowth(c.Ctx, from, to, query, c.Progress()); err == nil {
			out.Growth, err = history.WithTurnover(c.Ctx, o, from, to, out.Growth, c.Progress())
		}
		return out, err
	}
	point, err := cli.PointOf(c.Ctx, o, f.at)
	if err != nil {
		return nil, err
	}
	out.Recording = cli.Source(o, point)
	if f.propose {
		out.Proposed, err = o.ProposedStructures(c.Ctx, point, query, c.Progress())
		return out, err
	}
	out.Structures, err = o.Structures(c.Ctx, point, query, c.Progress())
	return out, err
}

// checkStructures returns an error if a recording lacks the data for data structures.
func checkStructures(r *trace.Recording) error {
	if r.Knows.Has(trace.KnowsObjects | trace.KnowsReferences) {
		return nil
	}
	return cli.Usagef("structures: %s has no references between single objects; use a heap dump or a recording of a running program",
		r.Name)
}

// window returns the two GC points to compare; ok is false if there is only one. By default it returns the leak window. If only one of
// --from and --to is set, the other is the first or the last point.
func (f *structureFlags) window(c *cli.Call, o *recording.Recording) (from, to int, ok bool, err error) {
	if f.first {
		w, isLeak, err := cli.FirstWindow(c, o, true, "--at last for the largest at its end")
		return w.From, w.To, isLeak, err
	}
	if f.from+f.to == "" {
		return 0, 0, false, nil
	}
	if from, err = cli.PointOf(c.Ctx, o, cmp.Or(f.from, "first")); err != nil {
		return 0, 0, false, err
	}
	if to, err = cli.PointOf(c.Ctx, o, cmp.Or(f.to, "last")); err == nil && from >= to {
		err = cli.Usagef("from %q, to %q: expected an earlier and a later GC point", cmp.Or(f.from, "first"), cmp.Or(f.to, "last"))
	}
	return from, to, true, err
}
