package fleet

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"memcity/city/link"
	"memcity/city/trees"
	"memcity/fleet/question"
	"memcity/trace"
	"memcity/trace/pods"
)

// maker builds the trees of a fleet, one per time.
type maker struct {
	types    []string               // names, by number
	states   map[state][]typeAmount // amounts of each GC point, by type
	pods     map[int64][]podState   // by time, grouped by service; the pods of a service are grouped by version, from old to new
	leaks    []pods.Leak
	releases []pods.Release
}

// state identifies a GC point of a recording.
type state struct {
	recording string
	point     int64
}

// typeAmount is the amount of a type at a GC point.
type typeAmount struct {
	number         int32
	objects, bytes int64
}

// podState is a pod at a time.
type podState struct {
	pods.Pod
	state
	objects, bytes int64 // of the live heap
}

// newMaker reads the answers that the city is built from. The given tables are the folder or address of the tables.
func newMaker(found *question.Answers, tables string) (*maker, error) {
	m := &maker{states: map[state][]typeAmount{}, pods: map[int64][]podState{}, leaks: leaksOf(found.Rows[leaks.Name])}
	for _, r := range found.Rows[question.CityTypes.Name] {
		m.types = append(m.types, r.Text("type"))
	}
	for _, r := range found.Rows[question.City.Name] {
		list, err := holdings(r.Text("amounts"), int32(len(m.types)))
		if err != nil {
			return nil, err
		}
		m.states[state{r.Text("recording_id"), r.Whole("point")}] = list
	}
	for _, r := range found.Rows[question.CityPods.Name] {
		at := r.Whole("at_unix_ms")
		m.pods[at] = append(m.pods[at], podState{state: state{r.Text("recording_id"), r.Whole("point")}, objects: r.Whole("objects"), bytes: r.Whole("bytes"),
			Pod: pods.Pod{Service: r.Text("service"), Version: r.Text("version"), Name: r.Text("pod"), Recording: whereIs(tables, r.Text("recording")), Point: r.Whole("point")}})
	}
	for _, r := range found.Rows[question.CityVersions.Name] {
		m.releases = append(m.releases, pods.Release{Service: r.Text("service"), Version: r.Text("version"), Unix: r.Whole("since_unix_ms")})
	}
	return m, nil
}

// times returns the times of the trees, in ascending order.
func (m *maker) times() []int64 { return slices.Sorted(maps.Keys(m.pods)) }

// holdings parses the amounts of a GC point: triples of type number, objects and bytes, separated by commas. Numbers must be below types.
func holdings(text string, types int32) ([]typeAmount, error) {
	list := make([]typeAmount, 0, strings.Count(text, ",")+1)
	for part := range strings.SplitSeq(text, ",") {
		number, amount, _ := strings.Cut(part, " ")
		objects, bytes, _ := strings.Cut(amount, " ")
		n, err1 := strconv.ParseInt(number, 10, 32)
		o, err2 := strconv.ParseInt(objects, 10, 64)
		b, err3 := strconv.ParseInt(bytes, 10, 64)
		if err1 != nil || err2 != nil || err3 != nil || n < 0 || int32(n) >= types || o < 0 || b < 0 {
			return nil, fmt.Errorf("what a GC point has is %q; expected the number of one of %d types, objects and bytes", part, types)
		}
		list = append(list, typeAmount{int32(n), o, b})
	}
	return list, nil
}

// whereIs returns the absolute path of a file in the tables; empty if unknown.
func whereIs(tables, path string) string {
	if path == "" || filepath.IsAbs(path) || !link.IsFile(path) {
		return path
	}
	if question.IsAddress(tables) {
		return ""
	}
	whole, err := filepath.Abs(filepath.Join(tables, filepath.FromSlash(path)))
	if err != nil {
		return ""
	}
	return whole
}

// tree returns the fleet at a time.
func (m *maker) tree(at int64) *trace.Tree {
	b := newBuilder()
	f := b.tree.Fleet
	f.Unix, f.Releases = at, m.releases
	for list := m.pods[at]; len(list) > 0; {
		n := slices.IndexFunc(list, func(p podState) bool { return p.Service != list[0].Service })
		if n < 0 {
			n = len(list)
		}
		m.district(b, list[:n])
		list = list[n:]
	}
	slices.SortStableFunc(f.Leaks, func(x, y pods.Leak) int { return cmp.Compare(slices.Index(m.leaks, x), slices.Index(m.leaks, y)) }) // the worst first
	b.tree.Nodes[0].End = int32(len(b.tree.Nodes))
	return b.tree
}

// district adds a service with its pods and the leaks of their versions.
func (m *maker) district(b *builder, of []podState) {
	f := b.tree.Fleet
	first, service := int32(len(f.Pods)), of[0].Service
	byType := map[int32][]pods.Amount{}
	var others, together []pods.Amount
	for i := range of {
		p, pod := &of[i], first+int32(i)
		f.Pods = append(f.Pods, p.Pod)
		rest := pods.Amount{Pod: pod, Objects: p.objects, Bytes: p.bytes}
		together = append(together, rest)
		for _, h := range m.states[p.state] {
			byType[h.number] = append(byType[h.number], pods.Amount{Pod: pod, Objects: h.objects, Bytes: h.bytes})
			rest.Objects, rest.Bytes = rest.Objects-h.objects, rest.Bytes-h.bytes
		}
		if rest.Objects, rest.Bytes = max(rest.Objects, 0), max(rest.Bytes, 0); rest.Objects > 0 || rest.Bytes > 0 {
			others = append(others, rest)
		}
	}
	for _, l := range m.leaks {
		if l.Service == service && slices.ContainsFunc(question.List(l.Versions), func(v string) bool {
			return slices.ContainsFunc(of, func(p podState) bool { return p.Version == v })
		}) {
			f.Leaks = append(f.Leaks, l)
		}
	}
	district := b.add(service, "Service", 0)
	parts := partsOf(of, first)
	for _, number := range slices.Sorted(maps.Keys(byType)) {
		b.group(m.types[number], district, int64(len(of)), byType[number], parts)
	}
	if len(others) > 0 {
		b.group(pods.OtherTypes, district, int64(len(of)), others, nil)
	}
	f.Groups[district] = pods.Group{Of: int64(len(of)), Amounts: together}
	b.tree.Nodes[district].End = int32(len(b.tree.Nodes))
}

// part is the range of the pods of one version.
type part struct {
	from, to int32   // indexes among all pods; to is exclusive
	least    float64 // minimum distance of an outlier above the median, in bytes
}

// outlierShare is the share of the median live heap that an outlier must exceed the median by.
const outlierShare = 0.01

func partsOf(of []podState, first int32) (parts []part) {
	for from := 0; from < len(of); {
		to, heaps := from, []int64(nil)
		for ; to < len(of) && of[to].Version == of[from].Version; to++ {
			heaps = append(heaps, of[to].bytes)
		}
		parts = append(parts, part{first + int32(from), first + int32(to), outlierShare * float64(pods.Median(heaps, int64(len(heaps))))})
		from = to
	}
	return parts
}

// builder builds a tree in pre-order.
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

// group adds a type with the amounts of some pods. It detects outliers separately in each part.
func (b *builder) group(name string, district int32, of int64, amounts []pods.Amount, parts []part) {
	g := pods.Group{Of: of, Amounts: amounts}
	objects, bytes := make([]int64, len(amounts)), make([]int64, len(amounts))
	for i, a := range amounts {
		objects[i], bytes[i] = a.Objects, a.Bytes
	}
	at := 0
	for _, p := range parts {
		from := at
		for at < len(amounts) && amounts[at].Pod < p.to {
			at++
		}
		for _, i := range pods.FarAbove(bytes[from:at], int64(p.to-p.from), p.least) {
			g.Outliers = append(g.Outliers, amounts[from+i].Pod)
		}
	}
	i := b.add(name, trees.TypeRole, district)
	n := &b.tree.Nodes[i]
	n.Objects, n.Bytes, n.End = pods.Median(objects, of), pods.Median(bytes, of), i+1
	b.tree.Fleet.Groups[i] = g
	for _, up := range []int32{district, 0} {
		b.tree.Nodes[up].Objects += b.tree.Nodes[i].Objects
		b.tree.Nodes[up].Bytes += b.tree.Nodes[i].Bytes
	}
}
