package fleet

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"memcity/city/link"
	"memcity/city/trees"
	"memcity/cmd/memcity/cli"
	"memcity/fleet/question"
	"memcity/render/atomic"
	"memcity/trace"
	"memcity/trace/memtree"
	"memcity/trace/pods"
	"memcity/words"
)

// leaks is the question whose answer a city shows.
var leaks = question.All[slices.IndexFunc(question.All, func(q question.Question) bool { return q.Name == "leaks" })]

// ofCity are the questions that a city is made of.
var ofCity = []question.Question{question.City, question.CityPods, leaks}

// writeCity writes memory trees of the fleet, which open as a city: a district for each service, a building for each type with its median over the pods and what
// each pod has, and a GC point for each release.
func (f *fleetFlags) writeCity(c *cli.Call, found *question.Answers, folder string) error {
	rows := found.Rows[question.City.Name]
	if len(rows) == 0 {
		return fmt.Errorf("city: there is nothing to build it of: no version has recordings with wall-clock times and groups by type")
	}
	part, err := atomic.BeginFolder(folder)
	if err != nil {
		return fmt.Errorf("%s: %w", folder, atomic.Cause(err))
	}
	defer part.Abandon()
	w := memtree.FolderWriter{File: func(name string, write func(io.Writer) error) error {
		return atomic.Write(filepath.Join(part.Path, name), atomic.Private, write)
	}}
	made, releases := maker{rows, found.Rows[question.CityPods.Name], leaksOf(found.Rows[leaks.Name]), f.tables}, releasesOf(rows)
	for _, at := range releases {
		tree, err := made.tree(at)
		if err == nil {
			err = w.Point(trace.Millis(at-releases[0]), tree, nil)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", folder, atomic.Cause(err))
		}
	}
	if err := part.Commit(); err != nil {
		return fmt.Errorf("%s: %w", folder, atomic.Cause(err))
	}
	if folder == f.city {
		c.Notify(fmt.Sprintf("the city of the fleet has %s, one for each release: %s", words.Counted(int64(w.Count), "GC point"), words.ShellWords([]string{"memcity", folder})))
	}
	return nil
}

// openCity opens the window on the city of the fleet. Its trees are kept until it is closed.
func (f *fleetFlags) openCity(c *cli.Call, found *question.Answers) error {
	folder, err := os.MkdirTemp("", "memcity-fleet-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	city := filepath.Join(folder, "fleet")
	if err := f.writeCity(c, found, city); err != nil {
		return err
	}
	window := &cli.Call{Program: c.Program, Ctx: c.Ctx, Args: []string{"--", city}, Stdin: c.Stdin, Stdout: c.Stdout, Stderr: c.Stderr}
	return c.Program.Open(window)
}

// releasesOf are the times at which versions were first seen, in order.
func releasesOf(rows []question.Row) (times []int64) {
	for _, r := range rows {
		times = append(times, r.Whole("since_unix_ms"))
	}
	slices.Sort(times)
	return slices.Compact(times)
}

// leaksOf are the leaks that rows of the question say.
func leaksOf(rows []question.Row) (list []pods.Leak) {
	for _, r := range rows {
		list = append(list, leakOf(r))
	}
	return list
}

// leakOf is what a row of the question for leaks says.
func leakOf(r question.Row) pods.Leak {
	l := pods.Leak{Service: r.Text("service"), Type: r.Text("type"), Owner: r.Text("owner"), Versions: r.Text("versions"), Since: r.Text("since_version"),
		Sure: r.Truth("leaks"), Pods: r.Whole("pods"), Judged: r.Whole("judged_pods"), Earlier: r.Whole("earlier_pods"), PerHour: -1, Chance: -1}
	if rate, known := r.Number("median_bytes_per_hour"); known {
		l.PerHour = rate
	}
	if p, known := r.Number("p_value"); known {
		l.Chance = p
	}
	_, l.Current = r.Number("total_bytes_per_hour")
	return l
}

// maker makes trees of rows. Those of a service are in the order of its versions.
type maker struct {
	types, pods []question.Row
	leaks       []pods.Leak
	tables      string // folder or address
}

// tree is the fleet at a time: of each service the version that was seen last.
func (m *maker) tree(at int64) (*trace.Tree, error) {
	b := newBuilder()
	for from := 0; from < len(m.types); {
		service, to := m.types[from].Text("service"), from
		begin, end := -1, -1 // of the version that was seen last
		for ; to < len(m.types) && m.types[to].Text("service") == service; to++ {
			if m.types[to].Whole("since_unix_ms") > at {
				continue
			}
			if begin < 0 || m.types[to].Text("version") != m.types[begin].Text("version") {
				begin = to
			}
			end = to + 1
		}
		if from = to; begin >= 0 {
			if err := m.district(b, service, m.types[begin:end]); err != nil {
				return nil, err
			}
		}
	}
	b.tree.Nodes[0].End = int32(len(b.tree.Nodes))
	return b.tree, nil
}

// whereIs is a path of the tables, seen from anywhere; empty if it is not known.
func (m *maker) whereIs(path string) string {
	if path == "" || filepath.IsAbs(path) || !link.IsFile(path) {
		return path
	}
	if question.IsAddress(m.tables) {
		return ""
	}
	whole, err := filepath.Abs(filepath.Join(m.tables, filepath.FromSlash(path)))
	if err != nil {
		return ""
	}
	return whole
}

// district adds a version of a service, with its pods and what leaks in it.
func (m *maker) district(b *builder, service string, types []question.Row) error {
	version, first := types[0].Text("version"), int32(len(b.tree.Fleet.Pods))
	for _, r := range m.pods {
		if r.Text("service") == service && r.Text("version") == version {
			b.tree.Fleet.Pods = append(b.tree.Fleet.Pods, pods.Pod{Service: service, Version: version, Name: r.Text("pod"), Recording: m.whereIs(r.Text("recording")), Point: r.Whole("point")})
		}
	}
	of := int32(len(b.tree.Fleet.Pods)) - first
	for _, l := range m.leaks {
		if l.Service == service && slices.Contains(question.List(l.Versions), version) {
			b.tree.Fleet.Leaks = append(b.tree.Fleet.Leaks, l)
		}
	}
	district := b.add(service, "Service", 0)
	together := make([]pods.Amount, of)
	for _, r := range types {
		amounts, err := amountsOf(r.Text("pods"), first, of)
		if err != nil {
			return err
		}
		i := b.add(r.Text("type"), trees.TypeRole, district)
		b.tree.Nodes[i].Objects, b.tree.Nodes[i].Bytes, b.tree.Nodes[i].End = r.Whole("objects"), r.Whole("bytes"), i+1
		b.tree.Fleet.Groups[i] = pods.Group{Of: int64(of), Outliers: r.Whole("outliers"), Amounts: amounts}
		for _, a := range amounts {
			together[a.Pod-first].Objects += a.Objects
			together[a.Pod-first].Bytes += a.Bytes
		}
		for _, up := range []int32{district, 0} {
			b.tree.Nodes[up].Objects += b.tree.Nodes[i].Objects
			b.tree.Nodes[up].Bytes += b.tree.Nodes[i].Bytes
		}
	}
	for i := range together {
		together[i].Pod = first + int32(i)
	}
	b.tree.Fleet.Groups[district] = pods.Group{Of: int64(of), Amounts: together}
	b.tree.Nodes[district].End = int32(len(b.tree.Nodes))
	return nil
}

// amountsOf reads what pods have of a type, of which the first one of the version has a place among all pods: triples of numbers joined by commas.
func amountsOf(text string, first, of int32) (list []pods.Amount, err error) {
	for _, part := range question.List(text) {
		a := pods.Amount{}
		if n, err := fmt.Sscan(part, &a.Pod, &a.Objects, &a.Bytes); n < 3 || err != nil || a.Pod < 0 || a.Pod >= of || a.Objects < 0 || a.Bytes < 0 {
			return nil, fmt.Errorf("what a pod has is %q; expected the place of one of %d pods, objects and bytes", part, of)
		}
		a.Pod += first
		list = append(list, a)
	}
	slices.SortFunc(list, func(a, b pods.Amount) int { return cmp.Compare(a.Pod, b.Pod) })
	return list, nil
}

// builder makes a tree in pre-order.
type builder struct{ tree *trace.Tree }

func newBuilder() *builder {
	b := &builder{&trace.Tree{Names: trace.NewNames(), Fleet: &pods.Fleet{Groups: map[int32]pods.Group{}}}}
	b.add("Heap", "", -1)
	return b
}

func (b *builder) add(name, role string, parent int32) int32 {
	b.tree.Nodes = append(b.tree.Nodes, trace.Node{Name: b.tree.Names.ID(name), Role: b.tree.Names.ID(role), Place: trace.Place{Parent: parent}})
	return int32(len(b.tree.Nodes) - 1)
}
