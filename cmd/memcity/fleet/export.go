package fleet

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/pflag"

	"memcity/analysis/closure"
	"memcity/analysis/guide"
	"memcity/city/link"
	"memcity/city/recording"
	"memcity/city/resolve/guided"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/cmd/memcity/cli"
	"memcity/fleet/label"
	"memcity/fleet/table"
	"memcity/render/atomic"
	"memcity/words"
)

// exportFlags contains the options of export.
type exportFlags struct {
	folder, sizes, downward, pattern, format, kept string
	by, labels                                     []string
	force, objects                                 bool

	kinds  []closure.Kind
	given  label.Labels // from options
	around label.Labels // from the environment
	inPath *label.Pattern
}

// Exported is the result of export.
type Exported struct {
	Written    int                 `json:"written"`
	Same       int                 `json:"already_there"`
	Labeled    int                 `json:"labels_changed"`
	Bytes      int64               `json:"bytes"` // written
	Recordings []exportedRecording `json:"recordings"`
}

type exportedRecording struct {
	ID       string `json:"recording_id"`
	Name     string `json:"name"`
	Service  string `json:"service"`
	Version  string `json:"version"`
	Pod      string `json:"pod"`
	Status   string `json:"status"`
	Points   int    `json:"points"`
	Groups   int    `json:"groups"` // rows
	Findings int    `json:"findings"`
	Bytes    int64  `json:"bytes"`
}

// Outcomes of a recording.
const (
	written = "written"
	same    = "already there"
	labeled = "labels changed"
)

// export writes tables of recordings.
func export(c *cli.Call) error {
	set := c.Flags()
	var f exportFlags
	f.register(set)
	set.BoolVar(&f.force, "force", false, "")
	set.StringVar(&f.format, "format", "table", "")
	c.ClassifierFlag(set)
	c.RemediesFlag(set)
	paths, done, err := c.Parse(set)
	if err != nil || done {
		return err
	}
	if err := f.check(c, paths); err != nil {
		return err
	}
	out := &Exported{Recordings: []exportedRecording{}}
	var first error // of a recording that was left out
	for _, path := range paths {
		err := f.writeOne(c, path, out)
		if c.Ctx.Err() != nil {
			return c.Ctx.Err()
		}
		if err != nil && len(paths) > 1 {
			c.Notify(fmt.Sprintf("warning: %s: skipped: %v", path, err))
		}
		first = cmp.Or(first, err)
	}
	if len(out.Recordings) == 0 && first != nil {
		return first
	}
	if err := c.Print(f.format, out); err != nil {
		return err
	}
	return first
}

// register adds the options that select what is written and where.
func (f *exportFlags) register(set *pflag.FlagSet) {
	set.StringVar(&f.folder, "parquet", "", "")
	set.StringArrayVar(&f.by, "by", []string{"type"}, "")
	set.StringVar(&f.sizes, "sizes", "", "")
	set.StringArrayVar(&f.labels, "label", nil, "")
	set.StringVar(&f.pattern, "path-labels", "", "")
	set.StringVar(&f.kept, "path", "", "")
	set.StringVar(&f.downward, "downward-api", "", "")
	set.BoolVar(&f.objects, "objects", false, "")
}

func (f *exportFlags) check(c *cli.Call, paths []string) (err error) {
	if f.folder == "" {
		return cli.Usagef("%s: expected --parquet FOLDER, the folder to write to", c.Name)
	}
	for _, path := range paths { // each path is a recording
		if err := c.CheckPaths([]string{path}); err != nil {
			return err
		}
	}
	if len(paths) == 0 {
		return c.CheckPaths(nil)
	}
	if f.kept != "" && len(paths) > 1 {
		return cli.Usagef("path: sets where the recording is kept, so it needs exactly one recording; got %d", len(paths))
	}
	for _, chain := range f.by {
		if err := cli.CheckChain("by", chain); err != nil {
			return err
		}
	}
	if f.sizes != "" {
		for name := range strings.SplitSeq(f.sizes, ",") {
			kind, ok := map[string]closure.Kind{"deep": closure.Deep, "retained": closure.Retained}[strings.TrimSpace(name)]
			if !ok {
				return cli.Usagef("sizes %q: expected deep and retained, separated by commas", f.sizes)
			}
			f.kinds = append(f.kinds, kind)
		}
		slices.Sort(f.kinds)
		f.kinds = slices.Compact(f.kinds)
	}
	if err := f.checkLabels(c); err != nil {
		return err
	}
	if info, err := os.Stat(f.folder); err == nil && !info.IsDir() {
		return cli.Usagef("%s: is a file; tables are written to a folder", f.folder)
	}
	return cli.CheckTable(f.format)
}

// checkLabels determines the labels that all recordings share.
func (f *exportFlags) checkLabels(c *cli.Call) (err error) {
	if f.given, err = label.Parse(f.labels); err != nil {
		return cli.UsageError{Err: err}
	}
	if f.pattern != "" {
		if f.inPath, err = label.NewPattern(f.pattern); err != nil {
			return cli.UsageError{Err: err}
		}
	}
	f.around = label.Labels{}
	if f.downward != "" {
		if f.around, err = label.Downward(f.downward); err != nil {
			return cli.Usagef("downward-api: %w", err)
		}
	}
	environment, err := label.Environment(os.Getenv)
	if err != nil {
		c.Notify("warning: " + err.Error())
	}
	f.around = label.Join(f.around, environment)
	return nil
}

// keptAt returns the path under which the recording is found later: a file is relative to the folder of the tables. Tables are given to
// others, the user's folders are not. It is empty if the two have only the root folder in common.
func (f *exportFlags) keptAt(path string) string {
	if f.kept != "" || !link.IsFile(path) {
		return cmp.Or(f.kept, path)
	}
	file, err := filepath.Abs(path)
	folder, bad := filepath.Abs(f.folder)
	if err != nil || bad != nil {
		return ""
	}
	from, err := filepath.Rel(folder, file)
	if err != nil {
		return ""
	}
	above := folder // the deepest folder that contains both
	for rest := filepath.ToSlash(from); strings.HasPrefix(rest, "../"); rest = rest[len("../"):] {
		above = filepath.Dir(above)
	}
	if above == filepath.Dir(above) {
		return ""
	}
	return filepath.ToSlash(from)
}

// labelsOf returns the labels of the recording at a path.
func (f *exportFlags) labelsOf(c *cli.Call, path string) label.Labels {
	var found label.Labels
	path = cmp.Or(f.kept, path)
	if f.inPath != nil {
		if found = f.inPath.Find(path); found == nil {
			c.Notify(fmt.Sprintf("warning: %s: does not match the pattern %s, so it has no labels from it", path, f.pattern))
		}
	}
	return label.Join(f.given, found, f.around)
}

// settings returns a hash of all options that determine the contents of the tables.
func (f *exportFlags) settings() string {
	text := fmt.Appendf(nil, "%d\x00%q\x00%v", table.Schema, f.by, f.kinds)
	if f.objects {
		text = append(text, "\x00objects"...)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// writeOne writes the tables of the recording at a path, unless they exist already.
func (f *exportFlags) writeOne(c *cli.Call, path string, out *Exported) error {
	id, err := idOf(c.Ctx, path)
	if err != nil {
		return err
	}
	folder := f.tables()
	labels := f.labelsOf(c, path)
	if old := folder.Recording(id); old != nil && !f.force && old.Settings == f.settings() {
		status, size := same, int64(0)
		before := *old
		setLabels(old, labels)
		old.Path = f.keptAt(path)
		if !sameLabels(&before, old) || before.Path != old.Path {
			status = labeled
			if size, err = folder.Label(*old); err != nil {
				return f.explain(err)
			}
		}
		out.add(exportedRecording{ID: id, Name: old.Name, Status: status, Points: int(old.Points), Bytes: size}, old)
		return nil
	}
	o, err := c.Open([]string{path})
	if err != nil {
		return err
	}
	defer c.Release(o)
	t, err := f.tablesOf(c, o, id, f.keptAt(path), labels)
	if err != nil {
		return err
	}
	size, err := folder.Write(t)
	if err != nil {
		return f.explain(err)
	}
	out.add(exportedRecording{ID: id, Name: t.Recording.Name, Status: written, Points: int(t.Recording.Points), Groups: len(t.Groups),
		Findings: len(t.Findings), Bytes: size}, &t.Recording)
	return nil
}

// tables returns the folder that the tables are written to.
func (f *exportFlags) tables() *table.Folder {
	return &table.Folder{Path: f.folder, WriteFile: func(path string, write func(io.Writer) error) error {
		return atomic.Write(path, atomic.Private, write)
	}}
}

func (f *exportFlags) explain(err error) error {
	return fmt.Errorf("%s: %w", f.folder, atomic.Cause(err))
}

func sameLabels(a, b *table.Recording) bool {
	return a.Service == b.Service && a.Version == b.Version && a.Pod == b.Pod && a.Node == b.Node && a.Region == b.Region && a.Commit == b.Commit
}

// tablesOf builds the tables of a recording.
func (f *exportFlags) tablesOf(c *cli.Call, o *recording.Recording, id, path string, labels label.Labels) (*table.Tables, error) {
	r := &rows{call: c, o: o, id: id, path: path, kinds: f.kinds}
	r.recording(f.settings(), labels, f.by)
	var groupings []trees.Grouping
	for _, chain := range f.by {
		by, err := f.grouping(c, o, chain)
		if err != nil {
			return nil, err
		}
		groupings = append(groupings, by)
	}
	// The guide keeps the last heap state, so that grouping it needs no second load.
	g, err := guided.ExploreWith(c.Ctx, o, guide.Options{}, c.Progress())
	if err != nil {
		return nil, err
	}
	r.guide(g)
	for i, by := range groupings {
		if err := r.chain(by, f.by[i]); err != nil {
			return nil, err
		}
		if o.Grouped() {
			break // other chains give the same groups
		}
	}
	if f.objects {
		if o.Grouped() {
			return nil, cli.Usagef("objects: %s contains prebuilt memory trees, without objects", o.Recording.Name)
		}
		if err := r.objects(); err != nil {
			return nil, err
		}
	}
	for _, w := range o.Warnings() {
		r.out.Recording.Warnings = append(r.out.Recording.Warnings, w.String())
	}
	return &r.out, nil
}

// grouping resolves a chain. It refuses chains that name groups by contents of the heap, since tables leave the machine.
func (f *exportFlags) grouping(c *cli.Call, o *recording.Recording, chain string) (trees.Grouping, error) {
	parsed, err := o.Registry().Parse(chain)
	if err != nil {
		return trees.Grouping{}, cli.UsageError{Err: err}
	}
	if parsed.Contents() {
		return trees.Grouping{}, cli.Usagef("by %q: would name groups by contents of the heap, which tables do not contain", chain)
	}
	by, err := o.Grouping(trees.Grouping{By: seq.Of(chain)})
	if err != nil {
		return by, cli.UsageError{Err: err}
	}
	if len(f.kinds) > 0 {
		if o.Grouped() {
			return by, cli.Usagef("sizes: %s contains prebuilt memory trees, without the objects to compute them from", o.Recording.Name)
		}
		return by, cli.CheckSizeKinds(o, trees.Deep, trees.Retained)
	}
	return by, nil
}

func (p *Exported) add(r exportedRecording, t *table.Recording) {
	r.Service, r.Version, r.Pod = t.Service, t.Version, t.Pod
	p.Recordings = append(p.Recordings, r)
	p.Bytes += r.Bytes
	switch r.Status {
	case written:
		p.Written++
	case same:
		p.Same++
	case labeled:
		p.Labeled++
	}
}

// Table prints the result for people.
func (p *Exported) Table(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "recording\tname\tservice\tversion\tpod\tstatus\n")
	for i := range p.Recordings {
		r := &p.Recordings[i]
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", r.ID, words.Printable(r.Name), words.Printable(r.Service), words.Printable(r.Version),
			words.Printable(r.Pod), r.Status)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "written: %d, already there: %d, labels changed: %d, bytes: %d\n", p.Written, p.Same, p.Labeled, p.Bytes)
	return err
}

// CSV writes one row per recording.
func (p *Exported) CSV(w cli.RowWriter) {
	w.Columns(slices.Concat(cli.Texts("recording_id", "name", "service", "version", "pod", "status"), cli.Wholes("points", "groups", "findings",
		"bytes"))...)
	for i := range p.Recordings {
		r := &p.Recordings[i]
		_ = w.Write([]string{r.ID, r.Name, r.Service, r.Version, r.Pod, r.Status, fmt.Sprint(r.Points), fmt.Sprint(r.Groups), fmt.Sprint(r.Findings),
			fmt.Sprint(r.Bytes)})
	}
}
