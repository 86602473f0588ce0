package fleet

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"memcity/city/trees"
	"memcity/cmd/memcity/cli"
	"memcity/fleet/question"
	"memcity/render/atomic"
	"memcity/trace"
	"memcity/trace/memtree"
	"memcity/words"
)

// writeCity writes memory trees of the fleet, which open as a city: a district for each service, a building for each type with its median over the pods, and a GC
// point for each release.
func (f *fleetFlags) writeCity(c *cli.Call, rows []question.Row) error {
	switch {
	case f.city == "":
		return nil
	case len(rows) == 0:
		return fmt.Errorf("city: there is nothing to build it of: no version has recordings with wall-clock times and groups by type")
	}
	part, err := atomic.BeginFolder(f.city)
	if err != nil {
		return fmt.Errorf("%s: %w", f.city, atomic.Cause(err))
	}
	defer part.Abandon()
	w := memtree.FolderWriter{File: func(name string, write func(io.Writer) error) error {
		return atomic.Write(filepath.Join(part.Path, name), atomic.Private, write)
	}}
	releases := releasesOf(rows)
	for _, at := range releases {
		if err := w.Point(trace.Millis(at-releases[0]), cityTree(rows, at), nil); err != nil {
			return fmt.Errorf("%s: %w", f.city, atomic.Cause(err))
		}
	}
	if err := part.Commit(); err != nil {
		return fmt.Errorf("%s: %w", f.city, atomic.Cause(err))
	}
	c.Notify(fmt.Sprintf("the city of the fleet has %s, one for each release: %s", words.Counted(int64(w.Count), "GC point"), words.ShellWords([]string{"memcity", f.city})))
	return nil
}

// releasesOf are the times at which versions were first seen, in order.
func releasesOf(rows []question.Row) (times []int64) {
	for _, r := range rows {
		times = append(times, r.Whole("since_unix_ms"))
	}
	slices.Sort(times)
	return slices.Compact(times)
}

// cityTree is the fleet at a time: of each service the version that was seen last. Rows of a service are in the order of its versions.
func cityTree(rows []question.Row, at int64) *trace.Tree {
	names := trace.NewNames()
	t := &trace.Tree{Names: names}
	add := func(name, role string, parent int32) int32 {
		t.Nodes = append(t.Nodes, trace.Node{Name: names.ID(name), Role: names.ID(role), Place: trace.Place{Parent: parent}})
		return int32(len(t.Nodes) - 1)
	}
	root := add("Heap", "", -1)
	for from := 0; from < len(rows); {
		service, to := rows[from].Text("service"), from
		begin, end := -1, -1 // of the version that was seen last
		for ; to < len(rows) && rows[to].Text("service") == service; to++ {
			if rows[to].Whole("since_unix_ms") > at {
				continue
			}
			if begin < 0 || rows[to].Text("version") != rows[begin].Text("version") {
				begin = to
			}
			end = to + 1
		}
		from = to
		if begin < 0 {
			continue
		}
		district := add(service, "Service", root)
		for _, r := range rows[begin:end] {
			i := add(r.Text("type"), trees.TypeRole, district)
			t.Nodes[i].Objects, t.Nodes[i].Bytes, t.Nodes[i].End = r.Whole("objects"), r.Whole("bytes"), i+1
			for _, up := range []int32{district, root} {
				t.Nodes[up].Objects += t.Nodes[i].Objects
				t.Nodes[up].Bytes += t.Nodes[i].Bytes
			}
		}
		t.Nodes[district].End = int32(len(t.Nodes))
	}
	t.Nodes[root].End = int32(len(t.Nodes))
	return t
}
