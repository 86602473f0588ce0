package memtree

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/wire/memtree"
)

// mapFile is the content of a file of pointer maps.
type mapFile struct {
	docs     []mapDoc
	warnings []trace.Warning
}

// mapDoc is a pointer map for the point with index point.
type mapDoc struct {
	point     int
	pointedBy bool
	pointers  trace.PointerMap
}

// addMaps reads the pointer maps and adds them to the points with their times.
func addMaps(r *trace.Recording, ctx context.Context, points []treePoint, trees, maps []trace.File, progress *readProgress) error {
	read := make([]mapFile, len(maps))
	owners := newOwners(r, points, trees)
	eachFile(ctx, len(maps), func(_, i int) {
		read[i] = readMaps(ctx, maps[i], points, owners)
		progress.done(maps[i])
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	given := map[[2]int]bool{}
	for i, f := range read {
		r.Warnings = append(r.Warnings, f.warnings...)
		for _, doc := range f.docs {
			p := &r.Points[doc.point]
			if p.Pointers == nil {
				empty := trace.PointerMap{Start: make([]uint32, len(p.Tree.Nodes)+1)}
				p.Pointers = &trace.Pointers{PointsTo: empty, PointedFrom: empty}
			}
			place, direction := &p.Pointers.PointsTo, 0
			if doc.pointedBy {
				place, direction = &p.Pointers.PointedFrom, 1
			}
			if given[[2]int{doc.point, direction}] {
				r.Warnings = append(r.Warnings, trace.Warning{Source: mapName(maps[i]),
					Text: fmt.Sprintf("skipped: a second pointer map for time %d", p.Time)})
				continue
			}
			given[[2]int{doc.point, direction}] = true
			*place = doc.pointers
			r.Knows |= trace.KnowsReferences
		}
	}
	return nil
}

// mapName returns the file name with its folder, since both folders have files of the same name.
func mapName(file trace.File) string {
	return filepath.Base(filepath.Dir(file.Name)) + "/" + file.Base()
}

// owners finds the point that a pointer map belongs to.
type owners struct {
	byTime map[trace.Millis][]int
	byName map[string][]int // by base name of the tree's file
	timed  bool
	last   trace.Millis // time of the last tree
}

func newOwners(r *trace.Recording, points []treePoint, trees []trace.File) *owners {
	o := &owners{byTime: map[trace.Millis][]int{}, byName: map[string][]int{}, timed: r.Knows.Has(trace.KnowsTimes), last: math.MinInt64}
	for i, p := range points {
		o.last = max(o.last, p.time)
		o.byTime[p.time] = append(o.byTime[p.time], i)
		name := trees[p.file].Base()
		o.byName[name] = append(o.byName[name], i)
	}
	return o
}

// of returns the point of a map with this time in a file with this name; -1 if there is none. If several points have that time, it prefers
// the point whose file has the same name.
func (o *owners) of(time trace.Millis, timed bool, name string) int {
	same := o.byName[name]
	if !o.timed || !timed {
		if len(same) == 1 {
			return same[0]
		}
		return -1
	}
	points := o.byTime[time]
	for _, p := range points {
		if slices.Contains(same, p) {
			return p
		}
	}
	if len(points) == 0 {
		return -1
	}
	return points[0]
}

// readMaps reads all pointer maps of a file.
func readMaps(ctx context.Context, file trace.File, points []treePoint, owners *owners) (f mapFile) {
	warn := func(format string, args ...any) {
		f.warnings = append(f.warnings, trace.Warning{Source: mapName(file), Text: fmt.Sprintf(format, args...)})
	}
	content, err := file.Open()
	if err != nil {
		warn("%s; skipped", input.Error(err, file.Name).Text)
		return f
	}
	defer content.Close()
	nameTime, named := timeInName(file.Base())
	r := memtree.NewReader(input.NewReadSeeker(ctx, io.NewSectionReader(content, 0, math.MaxInt64)))
	for {
		doc, err := r.Next()
		switch {
		case err == io.EOF:
			return f
		case err != nil:
			where := locate(err, file, content).Error()[len(file.Name)+len(": "):]
			warn("%s; the references after that are missing", where)
			return f
		case doc.Map == nil:
			warn("skipped: a memory tree among pointer maps")
			continue
		}
		time, timed := nameTime, named
		if doc.HasTime {
			time, timed = trace.Millis(doc.Time), true
		}
		point := owners.of(time, timed, file.Base())
		if point < 0 {
			warn("skipped: no tree has the time of this pointer map")
			f.warnings[len(f.warnings)-1].Unfinished = timed && owners.timed && time > owners.last
			continue
		}
		if doc.Map.Null {
			continue
		}
		pointers, odd := points[point].compress(doc.Map)
		if odd != "" {
			warn("%s", odd)
		}
		isFrom := filepath.Base(filepath.Dir(file.Name)) == PointedFromFolder
		f.docs = append(f.docs, mapDoc{point: point, pointedBy: isFrom, pointers: pointers})
	}
}

// compress converts a map between keys to a map between nodes. odd describes entries that do not fit the tree; empty if there are none.
func (p *treePoint) compress(m *memtree.Map) (pointers trace.PointerMap, odd string) {
	leaves, unknown := p.resolve(m.Keys)
	rows := make([][]entry, len(p.tree.Nodes))
	lost := 0
	for r, key := range m.Rows {
		from := leaves[key]
		a, b := m.Start[r], m.Start[r+1]
		row := make([]entry, 0, b-a)
		for k := a; k < b; k++ {
			if to := leaves[m.To[k]]; from >= 0 && to >= 0 {
				row = append(row, entry{to, m.Counts[k]})
			} else {
				lost++
			}
		}
		if len(row) > 0 {
			rows[from] = append(rows[from], row...)
		}
	}
	if lost > 0 || unknown > 0 {
		odd = fmt.Sprintf("%d entries were skipped, because they are not between leaves of the tree; %d keys are not in the tree",
			lost, unknown)
	}
	return pointerMapOf(rows), odd
}

// resolve returns the leaf of each key; -1 for inner nodes and for keys that are not in the tree. unknown is the number of keys that are
// not in the tree.
func (p *treePoint) resolve(keys []string) (leaves []int32, unknown int) {
	p.keys.once.Do(p.keys.build)
	leaves = make([]int32, len(keys))
	for i, key := range keys {
		node, ok := p.keys.nodes[key]
		leaves[i] = node
		if !ok {
			unknown++
		}
		if !ok || !p.tree.IsLeaf(node) {
			leaves[i] = -1
		}
	}
	return leaves, unknown
}

// entry is a count in a row of a pointer map.
type entry struct {
	to    int32
	count int64
}

// pointerMapOf returns the compressed form of rows in any order. It adds up entries for the same node.
func pointerMapOf(rows [][]entry) trace.PointerMap {
	total := 0
	for _, row := range rows {
		total += len(row)
	}
	m := trace.PointerMap{Start: make([]uint32, len(rows)+1), To: make([]int32, 0, total), Counts: make([]int64, 0, total)}
	for n, row := range rows {
		slices.SortFunc(row, func(a, b entry) int { return cmp.Compare(a.to, b.to) })
		for i, e := range row {
			if i > 0 && row[i-1].to == e.to {
				last := len(m.Counts) - 1
				m.Counts[last] = addCounts(m.Counts[last], e.count)
				continue
			}
			m.To = append(m.To, e.to)
			m.Counts = append(m.Counts, e.count)
		}
		m.Start[n+1] = uint32(len(m.To))
	}
	return m
}
