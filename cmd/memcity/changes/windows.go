package changes

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"memcity/analysis/window"
	"memcity/city/recording"
	"memcity/city/resolve/history"
	"memcity/cmd/memcity/cli"
	"memcity/words"
)

// windowFlags contains the options of windows: the limits for suspicious windows, and the output format.
type windowFlags struct {
	limits                                       window.Limits
	leak, drop, steep, regression, gcs, overhead string
	format                                       string
}

// Windows contains the suspicious time windows of a recording.
type Windows struct {
	Recording windowsRecording `json:"recording"`
	Settings  windowSettings   `json:"settings"`
	Windows   []printedWindow  `json:"windows"`
	Pauses    *printedPauses   `json:"pauses,omitempty"` // nil if the input has none
}

type windowsRecording struct {
	Name   string `json:"name"`
	Points int    `json:"points"`
	GCs    int    `json:"gcs"`
	Heap   string `json:"heap"`             // data that leaks are detected in: points, or gcs for the heap after each GC
	Counts string `json:"counts,omitempty"` // what the points count: objects, or counts of all objects by type; empty for gcs
}

type windowSettings struct {
	LeakShare       float64 `json:"growth_share"`
	Drop            float64 `json:"drop"`
	SteepLeast      float64 `json:"steep_least"`
	SteepMost       float64 `json:"steep_most"`
	RegressionShare float64 `json:"regression_share"`
	MinGCs          int     `json:"min_gcs"`
	MaxGCs          int     `json:"max_gcs"`
	Overhead        float64 `json:"overhead"`
	Churn           float64 `json:"churn"`
	Paper           bool    `json:"paper"`
}

// printedWindow is a window. Its field Of selects whether From and To number GC points or GCs.
type printedWindow struct {
	Kind         string  `json:"kind"`
	Of           string  `json:"of"` // points or gcs
	From         int     `json:"from"`
	To           int     `json:"to"`
	Start        float64 `json:"start_ms"`
	End          float64 `json:"end_ms"`
	Score        float64 `json:"score"`   // in bytes per second; for overhead the share of the time, 0 to 1
	Average      float64 `json:"average"` // the same for the whole recording
	FirstBytes   int64   `json:"first_bytes"`
	LastBytes    int64   `json:"last_bytes"`
	PeakBytes    int64   `json:"peak_bytes"`
	FirstObjects int64   `json:"first_objects"`
	LastObjects  int64   `json:"last_objects"`
	GCs          int     `json:"gcs"`
	Pause        float64 `json:"pause_ms"`
	Stalled      float64 `json:"stalled_ms"` // time for which threads waited for memory
	Freed        int64   `json:"freed_bytes"`
}

func (f *windowFlags) register(set *pflag.FlagSet) {
	f.limits = window.DefaultLimits()
	set.StringVar(&f.leak, "growth-share", "10%", "")
	set.StringVar(&f.drop, "drop", "75%", "")
	set.StringVar(&f.steep, "steepest-share", "10%..50%", "")
	set.StringVar(&f.regression, "regression-share", "10%", "")
	set.StringVar(&f.gcs, "gcs", "5..50", "")
	set.StringVar(&f.overhead, "overhead", "10%", "")
	set.BoolVar(&f.limits.Paper, "paper", false, "")
	set.Float64Var(&f.limits.Churn, "churn", f.limits.Churn, "")
	set.StringVar(&f.format, "format", "table", "")
}

// check validates the options and stores the limits.
func (f *windowFlags) check() error {
	l := &f.limits
	least, most, ranged := strings.Cut(f.steep, "..")
	if !ranged {
		return cli.Usagef("steepest-share %q: expected two shares as A..B, such as 10%%..50%%", f.steep)
	}
	for _, s := range []struct {
		name, text string
		to         *float64
	}{{"growth-share", f.leak, &l.LeakShare}, {"drop", f.drop, &l.Drop}, {"steepest-share", least, &l.SteepLeast},
		{"steepest-share", most, &l.SteepMost},
		{"regression-share", f.regression, &l.RegressionShare}, {"overhead", f.overhead, &l.Overhead}} {
		share, ok := cli.ParseShare(s.text)
		if !ok {
			return cli.Usagef("%s %q: expected 0 to 1, or percent such as 10%%", s.name, s.text)
		}
		*s.to = share
	}
	few, many, _ := strings.Cut(f.gcs, "..")
	var a, b error
	l.MinGCs, a = strconv.Atoi(few)
	l.MaxGCs, b = strconv.Atoi(many)
	if errors.Join(a, b) != nil || l.MinGCs < 1 || l.MaxGCs < l.MinGCs {
		return cli.Usagef("gcs %q: expected two numbers from 1 as A..B, such as 5..50", f.gcs)
	}
	if !(l.Churn >= 0) {
		return cli.Usagef("churn %g: expected 0 or more", l.Churn)
	}
	return cli.CheckTable(f.format)
}

// windows prints the suspicious time windows.
func windows(c *cli.Call) error {
	set := c.Flags()
	var f windowFlags
	f.register(set)
	paths, done, err := c.One(set)
	if err != nil || done {
		return err
	}
	if err := f.check(); err != nil {
		return err
	}
	return cli.Result(c, paths, f.format, f.find)
}

// evolution returns the heap over time.
func evolution(c *cli.Call, o *recording.Recording) (*window.Evolution, error) {
	e, err := history.Evolution(c.Ctx, o, c.Progress())
	if errors.Is(err, history.ErrNoEvolution) {
		return nil, cli.Usagef("%s: %w", o.Recording.Name, err)
	}
	return e, err
}

func (f *windowFlags) find(c *cli.Call, o *recording.Recording) (*Windows, error) {
	e, err := evolution(c, o)
	if err != nil {
		return nil, err
	}
	l := &f.limits
	out := &Windows{Recording: windowsRecording{Name: o.Recording.Name, Points: len(o.Recording.Points), GCs: len(e.GCs), Heap: "points"},
		Settings: windowSettings{l.LeakShare, l.Drop, l.SteepLeast, l.SteepMost, l.RegressionShare, l.MinGCs, l.MaxGCs, l.Overhead, l.Churn, l.Paper},
		Windows:  []printedWindow{}}
	if e.Sources == nil {
		out.Recording.Heap = "gcs"
	} else if len(e.Sources) > 0 {
		out.Recording.Counts = o.Recording.Counting(e.Sources[0]).String()
	}
	for _, w := range window.Find(e.Series, f.limits) {
		out.Windows = append(out.Windows, printWindow(e, w))
	}
	out.Pauses = printPauses(o.Recording)
	return out, nil
}

func printWindow(e *window.Evolution, w window.Window) printedWindow {
	p := printedWindow{Kind: w.Kind.String(), Start: millis(w.Start), End: millis(w.End), Score: w.Score, Average: w.Average,
		FirstBytes: w.FirstBytes, LastBytes: w.LastBytes, PeakBytes: w.PeakBytes, FirstObjects: w.FirstObjects, LastObjects: w.LastObjects,
		GCs: w.GCs, Pause: millis(w.Pause), Stalled: millis(w.Stalled), Freed: w.Freed}
	switch {
	case w.Kind == window.Overhead || w.Kind == window.Churn:
		p.Of, p.From, p.To = "gcs", int(e.GCs[w.From].Number), int(e.GCs[w.To].Number)
	case e.Sources != nil:
		p.Of, p.From, p.To = "points", e.Sources[w.From]+1, e.Sources[w.To]+1
	default:
		p.Of, p.From, p.To = "gcs", int(e.Points[w.From].GC), int(e.Points[w.To].GC)
	}
	return p
}

func millis(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// foundKinds lists the windows that can be selected by name, in output order.
var foundKinds = []string{"growth", "steepest", "regression", "gc", "churn"}

// isFound reports whether a window is selected by name.
func isFound(text string) bool { return slices.Contains(foundKinds, text) }

// foundWindow returns the window of the given name, detected with the default limits.
func foundWindow(c *cli.Call, o *recording.Recording, name string) (*window.Evolution, window.Window, error) {
	e, err := evolution(c, o)
	if err != nil {
		return nil, window.Window{}, err
	}
	for _, w := range window.Find(e.Series, window.DefaultLimits()) {
		if w.Kind.String() == name || name == "gc" && w.Kind == window.Overhead {
			return e, w, nil
		}
	}
	why := map[string]string{"gc": "GCs take only a small part of the time", "churn": "no time window has much more garbage than average",
		"regression": "the heap does not grow"}[name]
	switch {
	case (name == "gc" || name == "churn") && len(e.GCs) == 0:
		why = words.NoGCs(o.Recording.Runtime)
	case why == "":
		why = "the heap does not grow until the end"
	}
	return nil, window.Window{}, cli.Usagef("window %s: none found: %s", name, why)
}
