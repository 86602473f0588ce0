package proof

import (
	"errors"
	"os"
	"path/filepath"
	"slices"

	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/analysis/proof"
	"memcity/analysis/signature"
	"memcity/city/exchange"
	"memcity/city/link"
	"memcity/city/recording"
	"memcity/city/resolve/guided"
	"memcity/city/trees"
	"memcity/cmd/memcity/cli"
	"memcity/trace"
	"memcity/trace/record"
)

// side is one side of the comparison: recordings, or a command to record.
type side struct {
	name   string   // before or after
	argv   []string // command; nil for recordings
	paths  []string // of the recordings, by round
	rounds []proof.Round

	seconds float64 // duration of the program that was recorded last, in seconds; 0 if it was ended
}

// sideOf returns a side from the values of its option: recordings and patterns, or one command line.
func sideOf(c *cli.Call, name string, values []string) (*side, error) {
	s := &side{name: name}
	if len(values) == 0 {
		return nil, cli.Usagef("%s: expected a recording or a command, as in --%s shop.mct or --%s 'java -jar shop.jar'", name, name, name)
	}
	if paths := cli.Globbed(values); !slices.ContainsFunc(paths, isMissing) {
		if s.paths = paths; len(paths) > proof.MaxRounds {
			return nil, cli.Usagef("%s: there are %d recordings; expected at most %d", name, len(paths), proof.MaxRounds)
		}
		for i, path := range paths { // before reading the first one, which may take long
			if slices.Contains(paths[:i], path) {
				return nil, cli.Usagef("%s %s: given twice; expected a recording of each run", name, path)
			}
			if err := c.CheckThere([]string{path}); err != nil {
				return nil, err
			}
		}
		return s, nil
	}
	missing := values[slices.IndexFunc(values, func(v string) bool { return slices.ContainsFunc(cli.Globbed([]string{v}), isMissing) })]
	argv, err := exchange.SplitCommand(missing)
	if err != nil {
		return nil, cli.UsageError{Err: err}
	}
	if record.CheckProgram(argv[0]) != nil {
		return nil, &trace.InputError{Source: missing, Offset: -1, Text: "no file has this name, and no program " + argv[0] + " can be started"}
	}
	if len(values) > 1 {
		return nil, cli.Usagef("%s %q: this is a command; expected it alone, or only recordings", name, missing)
	}
	s.argv = argv
	return s, nil
}

// isMissing reports whether a value is no recording: nothing of this name is in the file system.
func isMissing(value string) bool {
	if !link.IsFile(value) {
		return value == "-"
	}
	_, err := os.Stat(value)
	return err != nil
}

// count returns the number of rounds. The given number applies to a command.
func (s *side) count(rounds int) int {
	if s.argv != nil {
		return rounds
	}
	return len(s.paths)
}

// read opens the recording of a round and adds its numbers. Without a command, a round has a duration only if its
// recording has a GC point at the end of the program.
func (s *side) read(c *cli.Call, i int) error {
	o, err := c.Open(s.paths[i : i+1])
	if err != nil {
		return err
	}
	g, err := guided.Explore(c.Ctx, o, c.Progress())
	if err != nil {
		return err
	}
	r := proof.Round{Name: filepath.Base(s.paths[i]), End: g.Reachable, Findings: growthOf(g)}
	if err := fill(c, o, &r); err != nil {
		return err
	}
	if s.argv != nil {
		r.Seconds = s.seconds
	}
	s.rounds = append(s.rounds, r)
	return nil
}

// growthOf returns the findings about growth that lasts to the end of the recording.
func growthOf(g *findings.Report) (found []proof.Finding) {
	for i := range g.Findings {
		f := &g.Findings[i]
		if f.Growth == nil || !f.Grade.ShowsGrowth() || f.Ended != "" {
			continue
		}
		p := f.Growth
		one := proof.Finding{Signature: signature.Of(p.Owner, p.Field, p.Type), Title: f.Title, Grade: string(f.Grade), Owner: p.Owner, Field: p.Field,
			Type: leak.Alike(p.Type), Leak: f.Grade != findings.Grows}
		for _, ref := range f.References {
			if ref.Recommended {
				one.Free = max(one.Free, ref.Bytes)
			}
		}
		found = append(found, one)
	}
	return found
}

// fill adds the numbers at the compared GC points.
func fill(c *cli.Call, o *recording.Recording, r *proof.Round) error {
	rec := o.Recording
	if n := len(rec.Points); n > 0 && rec.Knows.Has(trace.KnowsTimes) {
		r.EndAt = rec.Points[n-1].Time.Duration().Seconds()
		if rec.Points[n-1].Final { // taken as the program ended
			r.Seconds = r.EndAt
		}
	}
	points := rec.Growth()
	if len(points) == 0 {
		return nil
	}
	s, err := o.SeriesAt(c.Ctx, trees.By("type"), points, c.Progress())
	if err != nil {
		return err
	}
	for p := range s.Len() {
		r.Times = append(r.Times, s.Times[p].Duration().Seconds())
		r.Heap = append(r.Heap, s.Live(p).Bytes)
	}
	if n := len(r.Heap); r.End == 0 && n > 0 {
		r.End = r.Heap[n-1]
	}
	if !o.Grouped() {
		r.Types = typesOf(s)
	}
	return nil
}

// typesOf returns the number of reachable objects by type at each point of a series by type. Generated classes with equal names but for a
// number count as one type.
func typesOf(s *trees.Series) map[string][]int64 {
	types := map[string][]int64{}
	for node := range s.Nodes.Children(0) {
		if s.IsUnreachable(node) {
			continue
		}
		name := leak.Alike(s.Name(node))
		if types[name] == nil {
			types[name] = make([]int64, s.Len())
		}
		for p := range s.Len() {
			types[name][p] += s.Objects(p, node)
		}
	}
	return types
}

// folder returns the folder of new recordings, and a function that removes it unless it is kept.
func (f *proveFlags) folder(needed bool) (path string, done func(), err error) {
	nothing := func() {}
	switch {
	case !needed:
		return "", nothing, nil
	case f.keep == "":
		path, err = os.MkdirTemp("", "memcity-prove-")
		return path, func() { os.RemoveAll(path) }, err
	}
	if err := os.MkdirAll(f.keep, 0o700); err != nil {
		var at *os.PathError
		if errors.As(err, &at) {
			err = at.Err
		}
		return "", nothing, cli.Unreadable(f.keep, err)
	}
	return f.keep, nothing, nil
}
