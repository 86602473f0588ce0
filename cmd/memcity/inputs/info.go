package inputs

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"memcity/city/memory"
	"memcity/cmd/memcity/cli"
	"memcity/trace"
	"memcity/words"
)

// pointInfo is a GC point in the output of info.
type pointInfo struct {
	At      int    `json:"at"`
	Time    int64  `json:"time_ms"`
	Source  string `json:"source"`
	GC      uint32 `json:"gc,omitempty"` // number of completed GCs
	Counts  string `json:"counts"`       // objects, or counts of all objects by type; only points of the same kind are compared
	Objects int64  `json:"objects"`
	Bytes   int64  `json:"bytes"`
	Final   bool   `json:"final,omitempty"` // taken at the end of the program
	Error   string `json:"error,omitempty"` // reason for missing numbers
}

// markInfo is a mark that a user set during the recording.
type markInfo struct {
	Time int64  `json:"time_ms"`
	Text string `json:"text"`
}

type recordingInfo struct {
	Name      string   `json:"name"`
	Format    string   `json:"format"`
	Files     []string `json:"files"`
	StartUnix int64    `json:"start_unix_ms,omitempty"`
	Knows     []string `json:"knows"`
	Blanked   bool     `json:"blanked,omitempty"` // true if contents of arrays were replaced by zeros
	lifeInfo
	Points   []pointInfo `json:"points"`
	Marks    []markInfo  `json:"marks,omitempty"`
	Warnings []string    `json:"warnings"`

	Uses    *usesInfo    `json:"collections,omitempty"`
	OffHeap *offHeapInfo `json:"off_heap,omitempty"`
	Memory  *memoryInfo  `json:"memory,omitempty"`
}

// info describes a recording.
func info(c *cli.Call) error {
	set := c.Flags()
	format := set.String("format", "table", "")
	offHeap := set.Bool("off-heap", false, "")
	paths, done, err := c.One(set)
	if err != nil || done {
		return err
	}
	if err := cli.CheckFormat(*format, "table", "json"); err != nil {
		return err
	}
	files, err := collectionFiles(c, paths)
	if err != nil {
		return err
	}
	if files != nil {
		return c.Print(*format, files)
	}
	opened, err := c.Open(paths)
	if err != nil {
		return err
	}
	r := opened.Recording
	out := recordingInfo{Name: r.Name, Format: r.Format, Files: r.Files, StartUnix: r.StartUnix, Knows: r.Knows.Names(),
		Blanked: r.Blanked, Points: []pointInfo{}, Warnings: []string{}}
	life, damaged, err := readLife(c, r)
	if err != nil {
		return err
	}
	out.lifeInfo = life
	opened.Warn(damaged)
	for _, m := range r.Marks {
		out.Marks = append(out.Marks, markInfo{int64(m.Time), m.Text})
	}
	var first error
	var needs needs
	good := 0
	for i := range r.Points {
		p, warnings, err := readPoint(c, r, i, &needs)
		opened.Warn(warnings)
		if err == nil {
			good++
		} else if first == nil {
			first = err
		}
		out.Points = append(out.Points, p)
	}
	if err := c.Ctx.Err(); err != nil { // the counts so far are incomplete
		return err
	}
	out.Memory = needs.info(c.Memory())
	if r.Knows.Has(trace.KnowsUses) {
		log, err := opened.Usage(c.Ctx)
		if err != nil {
			return err
		}
		out.Uses = usesOf(log)
	}
	if *offHeap {
		if out.OffHeap, err = readOffHeap(c, r); err != nil {
			return err
		}
	}
	for _, w := range opened.Warnings() {
		out.Warnings = append(out.Warnings, w.String())
	}
	if good == 0 && first != nil {
		return first
	}
	return c.Print(*format, &out)
}

func readPoint(c *cli.Call, r *trace.Recording, i int, needs *needs) (pointInfo, []trace.Warning, error) {
	p := &r.Points[i]
	out := pointInfo{At: i + 1, Time: int64(p.Time), Source: p.Source, GC: p.GC, Counts: r.Counting(i).String(), Final: p.Final}
	if p.Tree != nil {
		out.Objects, out.Bytes = p.Tree.Nodes[0].Objects, p.Tree.Nodes[0].Bytes
		return out, nil, nil
	}
	if p.Totals == nil {
		for _, n := range p.Counts {
			out.Objects += n.Objects
			out.Bytes += n.Bytes
		}
		return out, nil, nil
	}
	ctx, end := c.Reading(memory.Counts)
	defer end()
	var warnings []trace.Warning
	var err error
	out.Objects, out.Bytes, warnings, err = p.Totals(needs.watch(ctx), c.Progress())
	if err != nil {
		out.Error = err.Error()
	}
	return out, warnings, err
}

func (r *recordingInfo) Table(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "name\t%s\nformat\t%s\nfiles\t%d\nGC points\t%d\nknown\t%s\n", words.Printable(r.Name), r.Format, len(r.Files),
		len(r.Points), strings.Join(r.Knows, ", "))
	if r.Blanked {
		fmt.Fprintf(w, "blanked\tcontents of arrays and most strings were removed\n")
	}
	if len(r.Warnings) > 0 { // printed before all other output
		fmt.Fprintf(w, "warnings\t%d\n", len(r.Warnings))
	}
	r.lifeInfo.Table(w)
	r.Uses.Table(w)
	if len(r.Points) > 0 {
		fmt.Fprintf(w, "\nGC point\ttime\tobjects\tbytes\tfile\n")
	}
	for _, p := range r.Points {
		if p.Error != "" {
			fmt.Fprintf(w, "%d\t%s\t\t\t%s\n", p.At, words.ExactMillis(p.Time), words.Printable(p.Error))
			continue
		}
		fmt.Fprintf(w, "%d\t%s\t%d\t%d\t%s\n", p.At, words.ExactMillis(p.Time), p.Objects, p.Bytes, words.Printable(p.Source))
	}
	for _, p := range r.Points {
		if p.Final {
			fmt.Fprintf(w, "\nGC point %d was taken at the end of the program. It is shown, but excluded from growth.\n", p.At)
		}
	}
	if len(r.Marks) > 0 {
		fmt.Fprintf(w, "\nmark\ttime\n")
	}
	for _, m := range r.Marks {
		fmt.Fprintf(w, "%s\t%s\n", words.Printable(m.Text), words.ExactMillis(m.Time))
	}
	if r.OffHeap != nil {
		r.OffHeap.Table(w)
	}
	if r.Memory != nil {
		r.Memory.Table(w)
	}
	return w.Flush()
}
