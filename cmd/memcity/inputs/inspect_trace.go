package inputs

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"memcity/assets"
	"memcity/cmd/memcity/cli"
	"memcity/trace"
	"memcity/trace/open"
	"memcity/trace/wire/memcity"
	"memcity/words"
)

// TraceReport is the output of inspect for Memory City traces.
type TraceReport struct {
	Format string            `json:"format"`
	Files  []traceFileReport `json:"files"`
}

type traceFileReport struct {
	Name     string       `json:"name"`
	Size     int64        `json:"bytes"`
	Error    string       `json:"error,omitempty"` // reason why nothing can be read
	Complete bool         `json:"complete"`
	States   int          `json:"states"`
	Objects  int64        `json:"objects"` // total of all states
	Chunks   int          `json:"chunks"`
	Kinds    []traceKind  `json:"kinds"`
	All      []traceChunk `json:"all_chunks,omitempty"`
	Faults   []traceFault `json:"faults"`
	entries  []memcity.Entry
}

// traceKind summarizes the chunks of one kind.
type traceKind struct {
	Kind      string  `json:"kind"`
	Chunks    int     `json:"chunks"`
	Rows      int64   `json:"rows"`
	Raw       int64   `json:"raw_bytes"`
	Stored    int64   `json:"stored_bytes"`
	Share     float64 `json:"share"`                      // of the file, 0 to 1
	PerObject float64 `json:"bytes_per_object,omitempty"` // stored bytes per object of all states
	number    memcity.Kind
}

type traceChunk struct {
	Offset int64             `json:"offset"`
	Kind   string            `json:"kind"`
	Rows   int               `json:"rows"`
	Raw    int64             `json:"raw_bytes"`
	Stored int64             `json:"stored_bytes"`
	Head   map[string]uint64 `json:"head,omitempty"`
	head   string
}

type traceFault struct {
	Offset  int64  `json:"offset"`
	Missing int64  `json:"missing_bytes"`
	Text    string `json:"text"`
}

// findTraces searches the paths for Memory City traces.
func findTraces(c *cli.Call, paths []string) func(inspectOptions) error {
	var found []trace.File
	add := func(f trace.File, err error) {
		if err != nil {
			return
		}
		members, _ := open.Members(c.Ctx, f) // a file that cannot be unpacked is not a trace
		for _, m := range members {
			if isTrace(m) {
				found = append(found, m)
			}
		}
	}
	for _, path := range paths {
		if demo, ok := strings.CutPrefix(path, assets.DemoPrefix); ok {
			add(cli.DemoFile(demo))
			continue
		}
		for _, file := range filesOf(path) {
			add(trace.DiskFile(file))
		}
	}
	if len(found) == 0 {
		return nil
	}
	return func(o inspectOptions) error {
		if o.text {
			return printTraceText(c, found)
		}
		return inspectTraces(c, found, o)
	}
}

func isTrace(f trace.File) bool {
	content, err := f.Open()
	if err != nil {
		return false
	}
	defer content.Close()
	head := make([]byte, 16)
	n, _ := content.ReadAt(head, 0) // shorter for a short file
	return memcity.Sniff(head[:n])
}

func inspectTraces(c *cli.Call, files []trace.File, o inspectOptions) error {
	out := TraceReport{Format: "Memory City trace"}
	var first error
	for _, f := range files {
		report, err := inspectTrace(c, f, o.chunks)
		if c.Ctx.Err() != nil {
			return c.Ctx.Err()
		}
		if err != nil {
			first = cmp.Or(first, err)
			report.Error = err.Error()
		}
		out.Files = append(out.Files, *report)
	}
	if !slices.ContainsFunc(out.Files, func(f traceFileReport) bool { return f.Error == "" }) {
		return first
	}
	return c.Print(o.format, &out)
}

// inspectTrace reads the whole file, so that all damage is reported.
func inspectTrace(c *cli.Call, f trace.File, each bool) (*traceFileReport, error) {
	out := &traceFileReport{Name: f.Name, Size: f.Size, Kinds: []traceKind{}, Faults: []traceFault{}}
	err := readTrace(c, f, out, func(*memcity.Table) error { return nil })
	out.sum()
	for i := range out.entries {
		if e := &out.entries[i]; each {
			out.All = append(out.All, describeChunk(e))
		}
	}
	return out, err
}

// notComplete is the warning about a trace that was not closed.
const notComplete = "it has no end: it was cut off, or is still being written"

// readTrace scans a file and calls visit for every readable table. It adds faults to out.
func readTrace(c *cli.Call, f trace.File, out *traceFileReport, visit func(*memcity.Table) error) error {
	content, err := f.Open()
	if err != nil {
		return &trace.InputError{Source: f.Name, Offset: -1, Text: err.Error()}
	}
	defer content.Close()
	entries, next, complete, faults, err := memcity.Scan(content, f.Size, 0)
	if err != nil {
		return &trace.InputError{Source: f.Name, Offset: -1, Text: err.Error()}
	}
	out.entries, out.Complete = entries, complete
	if cut, ok := memcity.Cut(f.Size, next, complete); ok {
		faults = append(faults, cut)
	}
	if !complete {
		c.Report([]trace.Warning{{Source: f.Base(), Text: notComplete}})
	}
	var table memcity.Table
	progress := c.Progress()
	for _, e := range entries {
		if err := c.Ctx.Err(); err != nil {
			return err
		}
		progress.Report(e.Offset, f.Size, "reading "+f.Base())
		if e.Kind.Spec() == nil {
			continue
		}
		var fault memcity.Fault
		switch err := memcity.ReadTableInto(content, e, &table); {
		case errors.As(err, &fault):
			faults = append(faults, fault)
		case err != nil:
			return &trace.InputError{Source: f.Name, Offset: e.Offset, Text: err.Error()}
		default:
			if err := visit(&table); err != nil {
				return err
			}
		}
	}
	progress.Report(f.Size, f.Size, "reading "+f.Base())
	slices.SortStableFunc(faults, func(a, b memcity.Fault) int { return cmp.Compare(a.Offset, b.Offset) })
	for _, fault := range faults {
		out.Faults = append(out.Faults, traceFault(fault))
	}
	return nil
}

// sum computes the totals of the entries.
func (r *traceFileReport) sum() {
	r.Chunks = len(r.entries)
	for i := range r.entries {
		e := &r.entries[i]
		at := slices.IndexFunc(r.Kinds, func(k traceKind) bool { return k.number == e.Kind })
		if at < 0 {
			at = len(r.Kinds)
			r.Kinds = append(r.Kinds, traceKind{Kind: e.Kind.String(), number: e.Kind})
		}
		k := &r.Kinds[at]
		k.Chunks++
		k.Rows += int64(e.Rows)
		k.Raw += e.Raw
		k.Stored += e.Stored
		switch e.Kind {
		case memcity.State:
			r.States++
		case memcity.Objects:
			r.Objects += int64(e.Rows)
		}
	}
	for i := range r.Kinds {
		k := &r.Kinds[i]
		k.Share = float64(k.Stored) / float64(r.Size)
		if r.Objects > 0 {
			k.PerObject = float64(k.Stored) / float64(r.Objects)
		}
	}
	slices.SortStableFunc(r.Kinds, func(a, b traceKind) int { return cmp.Compare(b.Stored, a.Stored) })
}

func describeChunk(e *memcity.Entry) traceChunk {
	out := traceChunk{Offset: e.Offset, Kind: e.Kind.String(), Rows: e.Rows, Raw: e.Raw, Stored: e.Stored, Head: map[string]uint64{}}
	var words []string
	for i, v := range e.Head {
		name := strconv.Itoa(i + 1)
		if spec := e.Kind.Spec(); spec != nil && i < len(spec.Head) {
			name = spec.Head[i].Name
		}
		out.Head[name] = v
		words = append(words, fmt.Sprint(name, " ", v))
	}
	out.head = strings.Join(words, ", ")
	return out
}

// Table prints the report for people.
func (r *TraceReport) Table(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for i := range r.Files {
		f := &r.Files[i]
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "file\t%s\nformat\t%s\nbytes\t%d\n", f.Name, r.Format, f.Size)
		if f.Error != "" {
			fmt.Fprintf(w, "error\t%s\n", f.Error)
			continue
		}
		f.Table(w)
	}
	return w.Flush()
}

func (r *traceFileReport) Table(w io.Writer) {
	complete := map[bool]string{true: "yes", false: "no"}[r.Complete]
	fmt.Fprintf(w, "complete\t%s\nstates\t%d\nobjects\t%d in all states\nchunks\t%d\n", complete, r.States, r.Objects, r.Chunks)
	fmt.Fprintf(w, "\nkind\tchunks\trows\traw bytes\tstored bytes\tshare\tper object\n")
	for _, k := range r.Kinds {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%s\t", k.Kind, k.Chunks, k.Rows, k.Raw, k.Stored, words.PercentFixed(k.Share))
		if k.PerObject > 0 {
			fmt.Fprintf(w, "%.2f bytes", k.PerObject)
		}
		fmt.Fprintln(w)
	}
	if len(r.All) > 0 {
		fmt.Fprintf(w, "\noffset\tkind\trows\traw bytes\tstored bytes\thead\n")
	}
	for _, c := range r.All {
		fmt.Fprintf(w, "%d\t%s\t%d\t%d\t%d\t%s\n", c.Offset, c.Kind, c.Rows, c.Raw, c.Stored, c.head)
	}
	if len(r.Faults) > 0 {
		fmt.Fprintln(w)
	}
	for _, f := range r.Faults {
		fmt.Fprintf(w, "fault\toffset %d: %s\n", f.Offset, f.Text)
	}
}

// printTraceText prints the text form of all chunks of a file. It reports faults on standard error.
func printTraceText(c *cli.Call, files []trace.File) error {
	if len(files) > 1 {
		return cli.Usagef("text: expected one file, not %d", len(files))
	}
	out := bufio.NewWriter(c.Text())
	var report traceFileReport
	err := readTrace(c, files[0], &report, func(t *memcity.Table) error {
		if t.Kind == memcity.Index {
			return nil
		}
		return memcity.WriteText(out, t)
	})
	err = cmp.Or(err, out.Flush())
	for _, fault := range report.Faults {
		c.Notify(fmt.Sprintf("warning: %s: offset %d: %s", files[0].Name, fault.Offset, fault.Text))
	}
	return err
}
