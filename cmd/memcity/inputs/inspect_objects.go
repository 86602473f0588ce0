package inputs

import (
	"fmt"
	"io"
	"text/tabwriter"

	"memcity/city/memory"
	"memcity/cmd/memcity/cli"
	"memcity/trace"
	"memcity/trace/lines"
	"memcity/trace/open"
	"memcity/words"
)

// objectsReport is the output of inspect for objects as JSON lines.
type objectsReport struct {
	Format string        `json:"format"`
	Files  []objectsFile `json:"files"`
}

type objectsFile struct {
	Name   string         `json:"name"`
	Error  string         `json:"error,omitempty"` // reason why nothing can be read
	Points []objectsPoint `json:"points"`
}

type objectsPoint struct {
	Line       int64          `json:"line"` // of the header
	Objects    int64          `json:"objects"`
	Bytes      int64          `json:"bytes"`
	Types      int64          `json:"types"`
	References int64          `json:"references"`
	Roots      int64          `json:"roots"`
	Faults     []objectsFault `json:"faults"`
}

// objectsFault is a kind of fault.
type objectsFault struct {
	Line  int64  `json:"line"` // first line
	Count int64  `json:"count"`
	Text  string `json:"text"`
}

// findObjects searches the paths for objects as JSON lines.
func findObjects(c *cli.Call, paths []string) func(inspectOptions) error {
	var found []trace.File
	for _, path := range paths {
		for _, name := range filesOf(path) {
			file, err := trace.DiskFile(name)
			if err != nil {
				continue
			}
			members, _ := open.Members(c.Ctx, file) // a file that cannot be unpacked has no objects
			for _, m := range members {
				if lines.Is(m) {
					found = append(found, m)
				}
			}
		}
	}
	if len(found) == 0 {
		return nil
	}
	return func(o inspectOptions) error { return inspectObjects(c, found, o) }
}

// inspectObjects prints the faults of files. It returns an error if there are any.
func inspectObjects(c *cli.Call, files []trace.File, o inspectOptions) error {
	out := objectsReport{Format: lines.FormatName}
	faults := 0
	for _, f := range files {
		ctx, end := c.Reading(memory.Tree)
		points, err := lines.Check(ctx, f, c.Progress())
		end()
		if c.Ctx.Err() != nil {
			return c.Ctx.Err()
		}
		if trace.RefusedBy(err) != nil {
			return err
		}
		file := objectsFile{Name: f.Name, Points: []objectsPoint{}}
		if err != nil {
			faults++
			file.Error = err.Error()
		}
		for i := range points {
			file.Points = append(file.Points, pointOf(&points[i]))
			faults += len(points[i].Faults)
		}
		out.Files = append(out.Files, file)
	}
	if err := c.Print(o.format, &out); err != nil || faults == 0 {
		return err
	}
	return &trace.InputError{Source: files[0].Name, Offset: -1, Text: fmt.Sprintf("not valid; kinds of faults: %d", faults)}
}

func pointOf(p *lines.PointReport) objectsPoint {
	out := objectsPoint{p.Line, p.Objects, p.Bytes, p.Types, p.References, p.Roots, []objectsFault{}}
	for _, f := range p.Faults {
		out.Faults = append(out.Faults, objectsFault{f.Line, f.Count, f.Text})
	}
	return out
}

// Table prints a table for each file.
func (r *objectsReport) Table(out io.Writer) error {
	for i := range r.Files {
		f := &r.Files[i]
		if i > 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprintf(out, "%s\n", words.Printable(f.Name))
		if f.Error != "" {
			fmt.Fprintf(out, "%s\n", words.Printable(f.Error))
			continue
		}
		w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		fmt.Fprint(w, "\nGC point\tline\tobjects\tbytes\ttypes\treferences\tGC roots\n")
		for i, p := range f.Points {
			fmt.Fprintf(w, "%d\t%d\t%d\t%d\t%d\t%d\t%d\n", i+1, p.Line, p.Objects, p.Bytes, p.Types, p.References, p.Roots)
		}
		if err := w.Flush(); err != nil {
			return err
		}
		if err := f.faults(out); err != nil {
			return err
		}
	}
	return nil
}

// faults prints the faults of a file.
func (f *objectsFile) faults(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	heading := "\nfirst line\tcount\tfault\n"
	for _, p := range f.Points {
		for _, fault := range p.Faults {
			fmt.Fprintf(w, "%s%d\t%d\t%s\n", heading, fault.Line, fault.Count, words.Printable(fault.Text))
			heading = ""
		}
	}
	return w.Flush()
}
