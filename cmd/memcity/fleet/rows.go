package fleet

import (
	"cmp"
	"slices"

	"memcity/analysis/closure"
	"memcity/analysis/guide/findings"
	"memcity/analysis/signature"
	"memcity/city/recording"
	"memcity/city/trees"
	"memcity/cmd/memcity/cli"
	"memcity/fleet/label"
	"memcity/fleet/table"
	"memcity/trace"
)

// rows builds the tables of one recording.
type rows struct {
	call  *cli.Call
	o     *recording.Recording
	id    string
	path  string
	kinds []closure.Kind // size kinds of groups at the last GC point, besides shallow
	out   table.Tables
}

func (r *rows) recording(settings string, labels label.Labels, chains []string) {
	rec := r.o.Recording
	t := &r.out.Recording
	*t = table.Recording{ID: r.id, Schema: table.Schema, Settings: settings, Tool: cli.ToolName(), Name: rec.Name, Format: rec.Format, Path: r.path,
		Points: int32(len(rec.Points)), GCs: int32(len(rec.GCs)), Knows: rec.Knows.Names(), Chains: chains, Started: r.unix(0)}
	setLabels(t, labels)
}

// setLabels sets the labels of a recording.
func setLabels(t *table.Recording, l label.Labels) {
	t.Service, t.Version, t.Pod, t.Node, t.Region, t.Commit = l["service"], l["version"], l["pod"], l["node"], l["region"], l["commit"]
}

// unix converts a time of the recording to ms since 1970; nil if the recording's start is unknown.
func (r *rows) unix(ms int64) *int64 {
	if r.o.Recording.StartUnix == 0 {
		return nil
	}
	at := r.o.Recording.StartUnix + ms
	return &at
}

// chain adds the amounts, growth, references and sizes of the groups of a chain. The first chain with GC points adds these as well.
func (r *rows) chain(by trees.Grouping, chain string) error {
	s, err := r.o.Series(r.call.Ctx, by, r.call.Progress(), nil)
	if err != nil {
		return err
	}
	if len(r.out.GCPoints) == 0 {
		r.points(s)
	}
	paths, hashes := make([][]string, len(s.Nodes)), make([]int64, len(s.Nodes))
	for n := range s.Nodes {
		paths[n] = s.Path(int32(n))
		hashes[n] = signature.Path(paths[n])
	}
	row := make([]int, len(s.Nodes)) // by node: 1-based index of its row at the last GC point; 0 for none
	for p := range s.Len() {
		for n := range s.Nodes {
			a := s.Amount(p, int32(n))
			if a.Objects == 0 && a.Bytes == 0 && n > 0 {
				continue
			}
			r.out.Groups = append(r.out.Groups, table.Group{ID: r.id, Chain: chain, Point: int32(s.Source(p) + 1), Path: paths[n], Hash: hashes[n],
				Depth: int32(len(paths[n]) - 1), Leaf: s.IsLeaf(int32(n)), Role: s.Role(int32(n)), Objects: a.Objects, Bytes: a.Bytes})
			if p == s.Len()-1 {
				row[n] = len(r.out.Groups)
			}
		}
	}
	r.growth(s, chain, paths, hashes)
	r.pointers(s, chain, hashes)
	if len(r.kinds) > 0 && s.Len() > 0 {
		return r.sizes(by, s, row)
	}
	return nil
}

// points adds the GC points of a series.
func (r *rows) points(s *trees.Series) {
	rec := r.o.Recording
	growth := rec.Growth()
	for p := range s.Len() {
		source := s.Source(p)
		all, ms := s.Amount(p, 0), int64(s.Times[p])
		row := table.GCPoint{ID: r.id, Point: int32(source + 1), Time: ms, Unix: r.unix(ms), GC: int64(rec.Points[source].GC),
			Counts: rec.Counting(source).String(), Judged: slices.Contains(growth, source), Objects: all.Objects, Bytes: all.Bytes}
		if rec.Counting(source) == trace.CountsObjects {
			live := s.Live(p)
			row.LiveObjects, row.LiveBytes = &live.Objects, &live.Bytes
		}
		r.out.GCPoints = append(r.out.GCPoints, row)
	}
}

// growth adds the growth of groups over the comparable GC points.
func (r *rows) growth(s *trees.Series, chain string, paths [][]string, hashes []int64) {
	rec := r.o.Recording
	var points []int // of the series
	var times []int64
	for _, source := range rec.Growth() {
		if p := s.PointOf(source); p >= 0 {
			points, times = append(points, p), append(times, int64(s.Times[p]))
		}
	}
	if len(points) == 0 {
		return
	}
	objects, bytes := make([]int64, len(points)), make([]int64, len(points))
	for n := range s.Nodes {
		for i, p := range points {
			a := s.Amount(p, int32(n))
			objects[i], bytes[i] = a.Objects, a.Bytes
		}
		last := len(points) - 1
		r.out.Growth = append(r.out.Growth, table.Growth{ID: r.id, Chain: chain, Path: paths[n], Hash: hashes[n], Depth: int32(len(paths[n]) - 1),
			Leaf: s.IsLeaf(int32(n)), Role: s.Role(int32(n)), Points: int32(len(points)), FirstObjects: objects[0], LastObjects: objects[last],
			FirstBytes: bytes[0], LastBytes: bytes[last], MaxBytes: slices.Max(bytes), ObjectsPerHour: table.PerHour(times, objects),
			BytesPerHour: table.PerHour(times, bytes)})
	}
}

// pointers adds the references between groups at the last GC point, if the input or the grouping has them.
func (r *rows) pointers(s *trees.Series, chain string, hashes []int64) {
	last := s.Len() - 1
	if last < 0 || !s.HasPointers(last) {
		return
	}
	m := &s.Pointers(last).PointsTo
	for from := range max(len(m.Start), 1) - 1 {
		to, counts := m.Row(int32(from))
		for i := range to {
			r.out.Pointers = append(r.out.Pointers, table.Pointer{ID: r.id, Chain: chain, From: hashes[s.NodeOf(last, int32(from))],
				To: hashes[s.NodeOf(last, to[i])], Objects: counts[i]})
		}
	}
}

// sizes adds deep and retained sizes to the groups of the last GC point. The given row is indexed by node as in [rows.chain].
func (r *rows) sizes(by trees.Grouping, s *trees.Series, row []int) error {
	last := s.Len() - 1
	_, found, err := r.o.Sizes(r.call.Ctx, by, s.Source(last), r.kinds, r.call.Progress(), nil)
	if err != nil {
		return err
	}
	for i := range found {
		at := row[s.NodeOf(last, found[i].Group)]
		if at == 0 {
			continue
		}
		if g := &r.out.Groups[at-1]; found[i].Kind == closure.Deep {
			g.Deep = &found[i].Bytes
		} else {
			g.Retained = &found[i].Bytes
		}
	}
	return nil
}

// guide adds the findings of the guide.
func (r *rows) guide(g *findings.Report) {
	r.out.Recording.Judged, r.out.Recording.Missing = g.Judged, g.Missing
	for i := range g.Findings {
		f := &g.Findings[i]
		row := table.Finding{ID: r.id, Rank: int32(i + 1), Rule: f.Rule, Grade: string(f.Grade), Confidence: f.Confidence}
		if p := cmp.Or(f.Growth, f.Pile); p != nil {
			r.pile(&row, p)
		}
		if f.Basis != nil {
			row.Points = int32(f.Basis.Points)
		}
		r.out.Findings = append(r.out.Findings, row)
	}
	for i := range g.Largest {
		h := &g.Largest[i]
		r.out.Owners = append(r.out.Owners, table.Owner{ID: r.id, Rank: int32(i + 1), Signature: signature.Of(h.Owner, "", h.Type), Owner: h.Owner,
			Type: h.Type, Root: h.Root, Path: typesOf(h.Path), Objects: h.Objects, Retained: h.Bytes})
	}
}

// pile fills a row with a pile: its holder, path and growth.
func (r *rows) pile(row *table.Finding, p *findings.Pile) {
	row.Signature, row.Owner, row.Field, row.Type, row.Kind, row.Root = signature.Of(p.Owner, p.Field, p.Type), p.Owner, p.Field, p.Type, p.Kind, p.Root
	row.Path, row.Points = typesOf(p.Path), int32(len(p.Points))
	if n := len(p.Points); n > 0 && len(p.Objects) == n && len(p.Bytes) == n {
		times := make([]int64, n)
		for i, point := range p.Points {
			times[i] = int64(r.o.Recording.Points[point-1].Time)
		}
		row.FirstObjects, row.LastObjects, row.ObjectsPerHour = p.Objects[0], p.Objects[n-1], table.PerHour(times, p.Objects)
		row.FirstBytes, row.LastBytes, row.BytesPerHour = p.Bytes[0], p.Bytes[n-1], table.PerHour(times, p.Bytes)
	}
}

// typesOf returns the types on a path, each after the field of the previous step that refers to it.
func typesOf(path []findings.PathStep) (steps []string) {
	for _, s := range path {
		text := s.Type
		if s.Field != "" {
			text = s.Field + ": " + text
		}
		steps = append(steps, text)
	}
	return steps
}
