// Package synthetic generates the tables of a synthetic fleet of any size from a seed, as input for performance measurements.
//
// Versions of a service follow one another by days, and each has the same number of pods. Types are those of the service and its libraries;
// a few of them take most of the heap. From the middle version on, one type of the first service accumulates on seven of ten pods. One pod
// of the last service has far more objects of a type than others.
package synthetic

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"memcity/analysis/signature"
	"memcity/fleet/table"
)

// Options contains the size of a fleet.
type Options struct {
	Services, Versions, Pods int // each version of each pod has a recording
	Groups, Points           int // per recording
	Seed                     uint64
}

// Recordings returns the number of recordings.
func (o *Options) Recordings() int { return o.Services * o.Versions * o.Pods }

// Times of a fleet, in ms.
const (
	epoch   = 1_790_000_000_000
	release = 3 * 86_400_000 // between versions
	between = 21_600_000     // between GC points
)

// libraries is the share of types that all services have in common.
const libraries = 0.4

// Fleet generates recordings. Each depends only on its number, so several can be generated concurrently.
type Fleet struct {
	options Options
	paths   [][]string // by service and group
	hashes  []int64
	ranks   []int // by group without the root: 1-based rank by size, so that large groups occur anywhere
}

// New generates the names of a fleet.
func New(o Options) *Fleet {
	f := &Fleet{options: o, paths: make([][]string, o.Services*o.Groups), hashes: make([]int64, o.Services*o.Groups),
		ranks: rand.New(rand.NewPCG(o.Seed, 0)).Perm(o.Groups - 1)}
	for s := range o.Services {
		for g := range o.Groups {
			name := fmt.Sprintf("org.library%d.part%d.Type%c%d", g%17, g%131, 'A'+rune(g%26), g)
			if float64(g%100) >= 100*libraries {
				name = fmt.Sprintf("com.example.service%d.part%d.Type%c%d", s, g%97, 'A'+rune(g%26), g)
			}
			path := []string{"Heap", name}
			if g == 0 {
				path = path[:1]
			}
			f.paths[s*o.Groups+g], f.hashes[s*o.Groups+g] = path, signature.Path(path)
		}
	}
	return f
}

// Tables returns the tables of the recording with the given 0-based number.
func (f *Fleet) Tables(number int) *table.Tables {
	o := &f.options
	pod, version, service := number%o.Pods, number/o.Pods%o.Versions, number/o.Pods/o.Versions
	m := &maker{o: o, ranks: f.ranks, random: rand.New(rand.NewPCG(o.Seed, uint64(number)+1)), service: service,
		leaks: service == 0 && version >= o.Versions/2 && pod*10 < o.Pods*7, outlier: service == o.Services-1 && version == o.Versions-1 && pod == 0}
	started := int64(epoch + version*release + pod*60_000)
	m.id = fmt.Sprintf("%016x%016x", m.random.Uint64(), m.random.Uint64())
	m.out.Recording = table.Recording{ID: m.id, Schema: table.Schema, Settings: "synthetic", Tool: "synthetic", Service: fmt.Sprint("service-", service),
		Version: fmt.Sprint("1.", version), Pod: fmt.Sprintf("service-%d-%d-%d", service, version, pod), Name: "synthetic", Format: "HPROF", Started: &started,
		Points: int32(o.Points), GCs: int32(o.Points), Judged: true, Chains: []string{"type"}, Path: fmt.Sprintf("dumps/%d.hprof", number)}
	m.groups(f.paths[service*o.Groups:(service+1)*o.Groups], f.hashes[service*o.Groups:(service+1)*o.Groups])
	m.points(started)
	m.found()
	return &m.out
}

type maker struct {
	o              *Options
	ranks          []int
	piling         int // group that accumulates on some pods
	random         *rand.Rand
	service        int
	id             string
	leaks, outlier bool
	objects, bytes []int64 // of the heap, by point
	out            table.Tables
}

// Ranks of the type that accumulates on some pods, and of the type that one pod has more of.
const (
	pilingRank = 5
	largeRank  = 7
)

// groups adds the groups at each point and their growth over all points.
func (m *maker) groups(paths [][]string, hashes []int64) {
	n, points := m.o.Groups, m.o.Points
	objects, bytes := make([][]int64, points), make([][]int64, points)
	m.objects, m.bytes = make([]int64, points), make([]int64, points)
	for p := range points {
		objects[p], bytes[p] = make([]int64, n), make([]int64, n)
	}
	for g := 1; g < n; g++ {
		rank, size := m.ranks[g-1]+1, int64(16+8*(g%9))
		if rank == pilingRank {
			m.piling = g
		}
		count := 400_000 / math.Pow(float64(rank), 1.1) * (0.9 + 0.2*m.random.Float64())
		if m.outlier && rank == largeRank {
			count *= 20
		}
		for p := range points {
			now := count * (0.98 + 0.04*m.random.Float64())
			if m.leaks && rank == pilingRank {
				now *= 1 + float64(p)
			}
			objects[p][g] = 1 + int64(now)
			bytes[p][g] = objects[p][g] * size
			m.objects[p] += objects[p][g]
			m.bytes[p] += bytes[p][g]
		}
	}
	times := make([]int64, points)
	for p := range points {
		times[p] = int64(p) * between
		objects[p][0], bytes[p][0] = m.objects[p], m.bytes[p]
		for g := range n {
			m.out.Groups = append(m.out.Groups, table.Group{ID: m.id, Chain: "type", Point: int32(p + 1), Path: paths[g], Hash: hashes[g], Depth: int32(min(g, 1)),
				Leaf: g > 0, Role: role(g), Objects: objects[p][g], Bytes: bytes[p][g]})
		}
	}
	o, b := make([]int64, points), make([]int64, points)
	for g := range n {
		for p := range points {
			o[p], b[p] = objects[p][g], bytes[p][g]
		}
		last := points - 1
		m.out.Growth = append(m.out.Growth, table.Growth{ID: m.id, Chain: "type", Path: paths[g], Hash: hashes[g], Depth: int32(min(g, 1)), Leaf: g > 0, Role: role(g),
			Points: int32(points), FirstObjects: o[0], LastObjects: o[last], FirstBytes: b[0], LastBytes: b[last], MaxBytes: slices.Max(b),
			ObjectsPerHour: table.PerHour(times, o), BytesPerHour: table.PerHour(times, b)})
	}
}

func role(group int) string {
	if group == 0 {
		return ""
	}
	return "Type"
}

func (m *maker) points(started int64) {
	for p := range m.o.Points {
		ms := int64(p) * between
		unix, objects, bytes := started+ms, m.objects[p], m.bytes[p]
		m.out.GCPoints = append(m.out.GCPoints, table.GCPoint{ID: m.id, Point: int32(p + 1), Time: ms, Unix: &unix, GC: int64(p + 1), Judged: true,
			Counts: "objects", Objects: objects, Bytes: bytes, LiveObjects: &objects, LiveBytes: &bytes})
	}
}

// holders is the number of holders in a recording.
const holders = 100

// found adds the holders that retain most, and the finding of a leak.
func (m *maker) found() {
	last := m.o.Points - 1
	for rank := range holders {
		owner, typ := fmt.Sprintf("static field com.example.service%d.Holder%d.all", m.service, rank), fmt.Sprintf("com.example.service%d.Held%d", m.service, rank)
		m.out.Owners = append(m.out.Owners, table.Owner{ID: m.id, Rank: int32(rank + 1), Signature: signature.Of(owner, "", typ), Owner: owner, Type: typ, Root: "sticky class",
			Path: []string{"class", "all: " + typ + "[]", typ}, Objects: m.objects[last] / int64(3*rank+3), Retained: m.bytes[last] / int64(3*rank+3)})
	}
	if !m.leaks {
		return
	}
	first, after := m.out.Growth[m.piling].FirstObjects, m.out.Growth[m.piling].LastObjects
	owner, typ := "static field com.example.service0.Cache.entries", m.out.Growth[m.piling].Path[1]
	m.out.Findings = append(m.out.Findings, table.Finding{ID: m.id, Rank: 1, Rule: "leak", Grade: "leak", Confidence: 0.9, Signature: signature.Of(owner, "", typ), Owner: owner,
		Type: typ, Kind: "HashMap", Root: "sticky class", Path: []string{"class", typ}, Points: int32(m.o.Points), FirstObjects: first, LastObjects: after,
		FirstBytes: m.out.Growth[m.piling].FirstBytes, LastBytes: m.out.Growth[m.piling].LastBytes, ObjectsPerHour: m.out.Growth[m.piling].ObjectsPerHour,
		BytesPerHour: m.out.Growth[m.piling].BytesPerHour})
}
