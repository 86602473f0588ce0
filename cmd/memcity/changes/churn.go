package changes

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"memcity/analysis/churn"
	"memcity/city/recording"
	"memcity/city/resolve/history"
	"memcity/city/trees"
	"memcity/cmd/memcity/cli"
	"memcity/trace"
)

// churnFlags contains the options of churn.
type churnFlags struct {
	window, unitName, shareText, format string
	top                                 int
	unit                                trees.Unit
	share                               float64
}

// Churn is the garbage of a window.
type Churn struct {
	Recording churnRecording   `json:"recording"`
	Settings  churnSettings    `json:"settings"`
	Window    churnWindow      `json:"window"`
	Basis     string           `json:"basis"` // died, allocated or freed: the meaning of the numbers
	Garbage   *churnAmount     `json:"garbage,omitempty"`
	Young     *churnAmount     `json:"survived_no_gc,omitempty"`
	Unaged    *churnAmount     `json:"age_not_known,omitempty"`
	Samples   int64            `json:"samples,omitempty"` // number of samples behind the estimates
	Root      *churnNode       `json:"root,omitempty"`
	Suspects  []printedSuspect `json:"suspects"`
	GCs       []churnGC        `json:"gcs"`
	Notes     []string         `json:"notes"`
}

type churnRecording struct {
	Name string `json:"name"`
	GCs  int    `json:"gcs"`
}

type churnSettings struct {
	Unit   string  `json:"metric"`
	Share  float64 `json:"share"`
	Top    int     `json:"top"` // 0 means all
	Window string  `json:"window,omitempty"`
}

type churnWindow struct {
	From    uint32  `json:"from"` // GCs
	To      uint32  `json:"to"`
	Start   float64 `json:"start_ms"`
	End     float64 `json:"end_ms"`
	Freed   int64   `json:"freed_bytes"`
	Rate    float64 `json:"freed_bytes_per_second"`
	Average float64 `json:"average_bytes_per_second"` // of the whole recording
}

// churnAmount is a number of objects with their size.
type churnAmount struct {
	Objects   int64 `json:"objects"`
	Bytes     int64 `json:"bytes"`
	Estimated bool  `json:"estimated,omitempty"` // from samples
}

type churnNode struct {
	Key  string   `json:"key"`
	Path []string `json:"path"`
	Name string   `json:"name"`
	Role string   `json:"role"`
	churnAmount
	Children []*churnNode `json:"children,omitempty"`
	Hidden   int          `json:"hidden,omitempty"` // number of smaller children that --top left out
}

type printedSuspect struct {
	Type string `json:"type"`
	churnAmount
	Share    float64      `json:"share"` // of the objects that survived no GC
	Site     string       `json:"site,omitempty"`
	AtSite   *churnAmount `json:"at_site,omitempty"`
	Domain   string       `json:"domain_site,omitempty"` // closest call site in the program's own code
	AtDomain *churnAmount `json:"at_domain_site,omitempty"`
	Caller   string       `json:"caller_site,omitempty"` // own call site that most often calls the method of the domain site
	AtCaller *churnAmount `json:"at_caller_site,omitempty"`
}

type churnGC struct {
	Number uint32  `json:"number"`
	Start  float64 `json:"start_ms"`
	End    float64 `json:"end_ms"`
	Before int64   `json:"before_bytes"`
	After  int64   `json:"after_bytes"`
	Cause  string  `json:"cause,omitempty"`
}

// printChurn prints the objects that died in a window, by age, type and site.
func printChurn(c *cli.Call) error {
	set := c.Flags()
	var f churnFlags
	set.StringVar(&f.window, "window", "", "")
	set.StringVar(&f.unitName, "metric", trees.DefaultUnit.String(), "")
	set.StringVar(&f.shareText, "share", "10%", "")
	set.IntVar(&f.top, "top", 0, "")
	c.ClassifierFlag(set)
	c.SourceFlag(set)
	set.StringVar(&f.format, "format", "table", "")
	paths, done, err := c.One(set)
	if err != nil || done {
		return err
	}
	if err := f.check(set.Changed("top")); err != nil {
		return err
	}
	return cli.Result(c, paths, f.format, f.build)
}

// churnTop is the default number of groups per level in a table.
const churnTop = 5

func (f *churnFlags) check(topGiven bool) (err error) {
	if f.unit, err = trees.ParseUnit(f.unitName); err != nil {
		return cli.UsageError{Err: err}
	}
	var ok bool
	if f.share, ok = cli.ParseShare(f.shareText); !ok || f.share == 0 {
		return cli.Usagef("share %q: expected more than 0, up to 1, or percent such as 10%%", f.shareText)
	}
	if f.top < 0 {
		return cli.Usagef("top %d: expected 0 for all, or more", f.top)
	}
	if f.format == "table" && !topGiven {
		f.top = churnTop
	}
	return cli.CheckTable(f.format)
}

func (f *churnFlags) build(c *cli.Call, o *recording.Recording) (*Churn, error) {
	r := o.Recording
	if len(r.GCs) == 0 && (r.Life == nil || r.Life.Deaths == nil && r.Life.Allocations == nil) {
		return nil, cli.Usagef("churn: %s has no deaths, allocations or GCs; recordings of memcity record, GC logs and JFR files have them", r.Name)
	}
	from, to, err := f.gcs(c, o)
	if err != nil {
		return nil, err
	}
	report, err := history.Churn(c.Ctx, o, churn.Options{From: from, To: to, Bytes: f.unit == trees.Bytes, Share: f.share}, c.Progress())
	switch {
	case errors.Is(err, churn.ErrRuns):
		return nil, cli.Usagef("%s: %w", r.Name, err)
	case err != nil:
		return nil, err
	}
	return f.print(r, report), nil
}

// gcs returns the numbers of the first and the last GC of the requested window.
func (f *churnFlags) gcs(c *cli.Call, o *recording.Recording) (from, to uint32, err error) {
	gcs := o.Recording.GCs
	switch {
	case f.window == "":
		return 1, churn.LastGC, nil
	case isFound(f.window):
		e, w, err := foundWindow(c, o, f.window)
		if err != nil {
			return 0, 0, err
		}
		from, to = e.GCsOf(w)
	default:
		a, b, ok := strings.Cut(f.window, "..")
		if !ok {
			return 0, 0, cli.Usagef("window %q: expected two GCs as A..B, or one of %s", f.window, cli.OrList(foundKinds))
		}
		if from, err = parseGC(a, gcs, true); err != nil {
			return 0, 0, err
		}
		if to, err = parseGC(b, gcs, false); err != nil {
			return 0, 0, err
		}
	}
	if !slices.ContainsFunc(gcs, func(gc trace.GC) bool { return gc.Number >= from && gc.Number <= to }) && (len(gcs) > 0 || from > to) {
		return 0, 0, cli.Usagef("window %q: no GC in this range", f.window)
	}
	return from, to, nil
}

// parseGC parses a GC: first, last, its number, or a time such as 12.5s. For the start of a window, a time selects the first GC that
// ended after it; for the end, the last GC that ended by then.
func parseGC(text string, gcs []trace.GC, start bool) (uint32, error) {
	switch text {
	case "first":
		return 1, nil
	case "last":
		return churn.LastGC, nil
	}
	number, err := strconv.ParseUint(text, 10, 32)
	if err == nil && number > 0 {
		return uint32(min(number, uint64(churn.LastGC))), nil
	}
	d, e := time.ParseDuration(text)
	if err == nil || e != nil || d < 0 {
		return 0, cli.Usagef("GC %q: expected first, last, a number from 1, or a time such as 12.5s", text)
	}
	n := uint32(0)
	for _, gc := range gcs {
		if gc.End <= d {
			n = gc.Number
		}
	}
	if start {
		n++
	}
	return n, nil
}

func (f *churnFlags) print(rec *trace.Recording, r *churn.Report) *Churn {
	out := &Churn{Recording: churnRecording{rec.Name, len(rec.GCs)},
		Settings: churnSettings{f.unit.String(), f.share, f.top, f.window},
		Window:   churnWindow{r.From, r.To, millis(r.Start), millis(r.End), r.Freed, r.Rate, r.Average},
		Basis:    r.Basis.String(), Samples: r.Samples, Suspects: []printedSuspect{}, GCs: []churnGC{}, Notes: append([]string{}, r.Notes...)}
	for _, gc := range r.GCs {
		out.GCs = append(out.GCs, churnGC{gc.Number, millis(gc.Start), millis(gc.End), gc.Before, gc.After, gc.Cause})
	}
	if r.Basis == churn.Freed {
		return out
	}
	amountOf := func(a churn.Amount) *churnAmount { return &churnAmount{a.Objects, a.Bytes, a.Estimated} }
	out.Garbage, out.Unaged = amountOf(r.Garbage), amountOf(r.Unaged)
	if r.Basis == churn.Died {
		out.Young = amountOf(r.Young)
	}
	out.Root = f.node(r, 0, nil)
	for _, s := range r.Suspects {
		p := printedSuspect{Type: s.Type, churnAmount: *amountOf(s.Amount), Share: s.Share, Site: s.Site, Domain: s.Domain,
			Caller: s.Caller}
		if s.Site != "" {
			p.AtSite = amountOf(s.AtSite)
		}
		if s.Domain != "" {
			p.AtDomain = amountOf(s.AtDomain)
		}
		if s.Caller != "" {
			p.AtCaller = amountOf(s.AtCaller)
		}
		out.Suspects = append(out.Suspects, p)
	}
	return out
}

// node copies node i with its children, the largest first.
func (f *churnFlags) node(r *churn.Report, i int32, above []string) *churnNode {
	t := r.Tree
	n := &t.Nodes[i]
	path := append(slices.Clip(above), t.Names.Text(n.Name))
	out := &churnNode{Key: strings.Join(path, "#"), Path: path, Name: path[len(path)-1], Role: t.Names.Text(n.Role),
		churnAmount: churnAmount{n.Objects, n.Bytes, r.Estimated[i]}}
	for c := range t.Children(i) {
		out.Children = append(out.Children, f.node(r, c, path))
	}
	if f.unit == trees.Bytes {
		slices.SortStableFunc(out.Children, func(a, b *churnNode) int { return cmp.Compare(b.Bytes, a.Bytes) })
	}
	if f.top > 0 && len(out.Children) > f.top {
		out.Hidden = len(out.Children) - f.top
		out.Children = out.Children[:f.top]
	}
	return out
}
