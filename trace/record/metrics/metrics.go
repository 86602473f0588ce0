// Package metrics provides metrics about a recorder: its cost for the program and its progress. It writes them as JSON and as OpenMetrics
// text, which Prometheus and the node exporter read.
package metrics

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Report contains the metrics of a recording. Times are in seconds, sizes in bytes.
type Report struct {
	PID     int     `json:"pid"` // of the recorder
	Seconds float64 `json:"seconds"`
	Waiting string  `json:"waiting_for,omitempty"` // condition for the recording to begin
	Ended   bool    `json:"ended"`
	Error   string  `json:"error,omitempty"`
	Files   []File  `json:"files"`
}

// File contains the metrics of the recording of one VM.
type File struct {
	Path    string `json:"path"`
	Program string `json:"program"`
	PID     int    `json:"pid"`
	Ended   bool   `json:"ended"`

	Points        int   `json:"points"`      // GC points written, including those removed later
	FullPoints    int   `json:"full_points"` // points with single objects
	GCs           int   `json:"gcs"`
	Objects       int64 `json:"objects"` // at the newest point
	HeapBytes     int64 `json:"heap_bytes"`
	FileBytes     int64 `json:"file_bytes"`
	Dropped       int64 `json:"dropped_samples"` // allocation samples lost because the recorder was too slow
	Marks         int   `json:"marks"`
	PointsRemoved int   `json:"points_removed"` // removed to keep the file small, or because of their age

	Paused     float64 `json:"paused_seconds"` // total for points
	WorstPause float64 `json:"worst_pause_seconds"`
	P99Pause   float64 `json:"p99_pause_seconds"` // of the newest 10,000
	Share      float64 `json:"paused_share"`      // of the time recorded, 0 to 1
	Budget     float64 `json:"budget_share"`      // upper limit of paused_share
}

// maxPauses is the number of newest pauses stored for the percentile.
const maxPauses = 10_000

// Pauses collects the pauses of a program for points. The zero value is empty.
type Pauses struct {
	newest []time.Duration
	next   int
	Total  time.Duration
	Worst  time.Duration
	Count  int
}

// Add adds a pause.
func (p *Pauses) Add(d time.Duration) {
	d = max(d, 0)
	p.Total, p.Worst, p.Count = p.Total+d, max(p.Worst, d), p.Count+1
	if len(p.newest) < maxPauses {
		p.newest = append(p.newest, d)
		return
	}
	p.newest[p.next] = d
	p.next = (p.next + 1) % maxPauses
}

// Clone returns an independent copy.
func (p *Pauses) Clone() Pauses {
	c := *p
	c.newest = slices.Clone(p.newest)
	return c
}

// P99 returns the 99th percentile of the newest pauses by the nearest-rank method; 0 if there are none.
func (p *Pauses) P99() time.Duration {
	n := len(p.newest)
	if n == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(p.newest))
	return sorted[(n*99+99)/100-1]
}

// family is a metric with a value for each file.
type family struct {
	name, kind, unit, help string
	value                  func(f *File) float64
}

// families lists the metrics. Counters get the suffix _total.
var families = []family{
	{"points", "counter", "", "GC points written.", func(f *File) float64 { return float64(f.Points) }},
	{"full_points", "counter", "", "GC points written with single objects.", func(f *File) float64 { return float64(f.FullPoints) }},
	{"removed_points", "counter", "", "GC points removed again to keep the file small.", func(f *File) float64 { return float64(f.PointsRemoved) }},
	{"gcs", "counter", "", "Garbage collections seen.", func(f *File) float64 { return float64(f.GCs) }},
	{"marks", "counter", "", "Marks set from outside.", func(f *File) float64 { return float64(f.Marks) }},
	{"dropped_samples", "counter", "", "Sampled allocations dropped because the recorder could not keep up.", func(f *File) float64 { return float64(f.Dropped) }},
	{"pause_seconds", "counter", "seconds", "Time during which the program was stopped for points.", func(f *File) float64 { return f.Paused }},
	{"worst_pause_seconds", "gauge", "seconds", "Longest pause for a point.", func(f *File) float64 { return f.WorstPause }},
	{"p99_pause_seconds", "gauge", "seconds", "99th percentile of the newest 10000 pauses for points.", func(f *File) float64 { return f.P99Pause }},
	{"paused_ratio", "gauge", "ratio", "Share of the recorded time during which the program was stopped for points.", func(f *File) float64 { return f.Share }},
	{"budget_ratio", "gauge", "ratio", "Limit of that share.", func(f *File) float64 { return f.Budget }},
	{"file_bytes", "gauge", "bytes", "Size of the trace.", func(f *File) float64 { return float64(f.FileBytes) }},
	{"heap_objects", "gauge", "", "Objects at the newest point.", func(f *File) float64 { return float64(f.Objects) }},
	{"heap_bytes", "gauge", "bytes", "Bytes of the objects at the newest point.", func(f *File) float64 { return float64(f.HeapBytes) }},
	{"recording", "gauge", "", "1 while the program is recorded, 0 afterwards.", func(f *File) float64 { return number(!f.Ended) }},
}

func number(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// ContentType is the content type of the output of [Report.WriteOpenMetrics].
const ContentType = "application/openmetrics-text; version=1.0.0; charset=utf-8"

// WriteOpenMetrics writes the metrics as OpenMetrics text. Names start with memcity_recorder_; labels are the program, its PID and the
// file.
func (r *Report) WriteOpenMetrics(out io.Writer) error {
	var b strings.Builder
	for _, m := range families {
		name := "memcity_recorder_" + m.name
		fmt.Fprintf(&b, "# TYPE %s %s\n", name, m.kind)
		if m.unit != "" {
			fmt.Fprintf(&b, "# UNIT %s %s\n", name, m.unit)
		}
		fmt.Fprintf(&b, "# HELP %s %s\n", name, m.help)
		if m.kind == "counter" {
			name += "_total"
		}
		for i := range r.Files {
			f := &r.Files[i]
			fmt.Fprintf(&b, "%s{program=%s,pid=\"%d\",file=%s} %s\n", name, Label(f.Program), f.PID, Label(f.Path),
				strconv.FormatFloat(m.value(f), 'g', -1, 64))
		}
	}
	b.WriteString("# EOF\n")
	_, err := io.WriteString(out, b.String())
	return err
}

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

// Label returns text as a quoted label value.
func Label(text string) string {
	return `"` + escapes.Replace(strings.ToValidUTF8(text, "\uFFFD")) + `"`
}
