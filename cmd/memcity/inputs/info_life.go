package inputs

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"memcity/analysis/pause"
	"memcity/cmd/memcity/cli"
	"memcity/trace"
	"memcity/words"
)

// recordedInfo describes how a recording was made.
type recordedInfo struct {
	Program  string `json:"program,omitempty"`
	VM       string `json:"vm,omitempty"`
	Tool     string `json:"tool,omitempty"`
	Mode     string `json:"mode,omitempty"`
	Source   string `json:"source,omitempty"`
	Interval int64  `json:"interval_bytes"` // between two allocations with a site; 0 if all have one
	Depth    int    `json:"depth,omitempty"`
}

// gcInfo summarizes garbage collections. Times are in ms.
type gcInfo struct {
	Count   int     `json:"count"`
	Pause   float64 `json:"pause_ms"`
	Longest float64 `json:"longest_pause_ms"` // of one pause; 0 if the input has only sums of concurrent GCs
	Cycle   float64 `json:"longest_cycle_ms"` // largest sum of the pauses of a concurrent GC
	Stalled float64 `json:"stalled_ms"`       // threads waited for memory

	Safepoints int     `json:"safepoints"` // stops for something other than a GC
	Stopped    float64 `json:"safepoints_ms"`
}

func (g *gcInfo) String() string {
	text := fmt.Sprintf("%d, pauses %s", g.Count, pauseText(g.Pause))
	if g.Longest > 0 || g.Cycle == 0 {
		text += ", longest " + pauseText(g.Longest)
	}
	if g.Cycle > 0 {
		text += ", at most " + pauseText(g.Cycle) + " in a concurrent GC"
	}
	if g.Stalled > 0 {
		text += ", allocation stalls " + pauseText(g.Stalled)
	}
	if g.Safepoints > 0 {
		text += fmt.Sprintf("; %s, %s", words.Plural(int64(g.Safepoints), "other stop", "other stops"), pauseText(g.Stopped))
	}
	return text
}

// amountInfo is a number of objects with their size.
type amountInfo struct {
	Objects   int64 `json:"objects"`
	Bytes     int64 `json:"bytes"`
	Estimated bool  `json:"estimated,omitempty"` // from samples
}

func (a *amountInfo) String() string {
	text := fmt.Sprintf("%d objects, %d bytes", a.Objects, a.Bytes)
	if a.Estimated {
		text += ", estimated from samples"
	}
	return text
}

// lifeInfo contains the data of a recording besides its GC points.
type lifeInfo struct {
	Recorded  *recordedInfo `json:"recorded,omitempty"`
	GCs       *gcInfo       `json:"gcs,omitempty"`
	Allocated *amountInfo   `json:"allocated,omitempty"`
	Died      *amountInfo   `json:"died,omitempty"`
	Notes     int           `json:"notes,omitempty"`
	Growing   bool          `json:"growing,omitempty"`
}

// readLife summarizes what happened between the GC points. Damaged parts become warnings.
func readLife(c *cli.Call, r *trace.Recording) (out lifeInfo, warnings []trace.Warning, err error) {
	out.Notes, out.Growing = len(r.Notes), r.More != nil
	if w := r.Recorded; w != nil {
		out.Recorded = &recordedInfo{w.Program, w.VM, w.Tool, w.Mode, w.Source, w.Interval, w.Depth}
	}
	if len(r.GCs) > 0 {
		out.GCs = sumGCs(r)
	}
	if r.Life == nil {
		return out, nil, nil
	}
	reported := func(err error) {
		if err != nil {
			warnings = append(warnings, warningOf(r, err))
		}
	}
	if r.Life.Allocations != nil {
		out.Allocated = &amountInfo{}
		reported(r.Life.Allocations(c.Ctx, func(a trace.Allocation) {
			out.Allocated.Objects += a.Objects
			out.Allocated.Bytes += a.Bytes
			out.Allocated.Estimated = out.Allocated.Estimated || a.Estimated
		}))
	}
	if r.Life.Deaths != nil {
		out.Died = &amountInfo{}
		reported(r.Life.Deaths(c.Ctx, func(d trace.Death) {
			out.Died.Objects++
			out.Died.Bytes += d.Bytes
		}))
	}
	return out, warnings, c.Ctx.Err()
}

func pauseText(ms float64) string {
	return words.Duration(time.Duration(ms * float64(time.Millisecond)))
}

// warningOf returns a warning for an error that ended the reading of a part of a recording.
func warningOf(r *trace.Recording, err error) trace.Warning {
	var damaged *trace.InputError
	if errors.As(err, &damaged) {
		return trace.Warning{Source: trace.File{Name: damaged.Source}.Base(), Text: strings.TrimPrefix(damaged.Error(), damaged.Source+": ")}
	}
	return trace.Warning{Source: r.Name, Text: err.Error()}
}

func sumGCs(r *trace.Recording) *gcInfo {
	var all time.Duration
	for i := range r.GCs {
		all += r.GCs[i].PausedFor()
	}
	s := pause.Of(r)
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	return &gcInfo{Count: len(r.GCs), Pause: ms(all), Longest: ms(s.GCs.Longest), Cycle: ms(s.LongestCycle), Stalled: ms(s.Stalled),
		Safepoints: s.Safepoints.Count, Stopped: ms(s.Safepoints.Total)}
}

// Table prints the data as rows of a table.
func (l *lifeInfo) Table(w io.Writer) {
	row := func(name, text string) {
		if text != "" {
			fmt.Fprintf(w, "%s\t%s\n", name, words.Printable(text))
		}
	}
	if r := l.Recorded; r != nil {
		row("program", r.Program)
		row("VM", r.VM)
		row("made by", strings.Join(nonEmpty(r.Tool, r.Mode), ", "))
		row("made of", r.Source)
		if r.Interval > 0 {
			row("sites", fmt.Sprintf("of one allocation in %d bytes", r.Interval))
		}
	}
	if g := l.GCs; g != nil {
		row("GCs", g.String())
	}
	if l.Allocated != nil {
		row("allocated", l.Allocated.String())
	}
	if l.Died != nil {
		row("died", l.Died.String())
	}
	if l.Notes > 0 {
		row("notes", fmt.Sprint(l.Notes))
	}
	if l.Growing {
		row("growing", "more GC points may follow")
	}
}

func nonEmpty(texts ...string) []string {
	var some []string
	for _, t := range texts {
		if t != "" {
			some = append(some, t)
		}
	}
	return some
}
