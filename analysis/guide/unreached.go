package guide

import (
	"cmp"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/trace"
	"memcity/words"
)

// unreached contains the objects of a heap state that no GC root reaches.
type unreached struct {
	bytes  int64
	byType map[string]int64 // bytes
}

// unreachedIn returns the unreached objects of a heap state. reachable is nil if GC roots reach all objects. The cost is linear in objects.
func unreachedIn(h *trace.Heap, reachable *bitset.BitSet) (u unreached) {
	if reachable == nil {
		return u
	}
	types := make([]int64, len(h.Types))
	for o, ok := reachable.NextClear(0); ok && o < uint(h.Len()); o, ok = reachable.NextClear(o + 1) {
		types[h.TypeOf.At(trace.ObjectID(o))] += h.Size(trace.ObjectID(o))
	}
	u.byType = map[string]int64{}
	for t, bytes := range types {
		if bytes > 0 {
			u.bytes += bytes
			u.byType[h.Types[t].Name] += bytes
		}
	}
	return u
}

// notGarbage explains a growing number of unreached objects of the JVM, notReached of other runtimes.
const notGarbage = "If a full GC ran before each dump, as with jmap -dump:live and jcmd GC.heap_dump, they are not garbage: the VM holds them by references that heap " +
	"dumps omit, such as those of waiting virtual threads, of native code, or of the VM's own tables. A recording by memcity record has these references."

const notReached = "If a GC ran before each heap state was taken, they are not garbage: references that the input lacks hold them."

// risingUnreached notes that the unreached objects of a series keep growing. A full GC before each dump would remove garbage, so growth shows
// that heap dumps lack the references that hold them. It takes as many GC points as a leak. If there are findings or other open growth, it
// is listed under Missing instead.
func (g *guided) risingUnreached() {
	if len(g.looked) < findings.LeastSure || len(g.unreached) < len(g.looked) {
		return
	}
	samples := make([]leak.Sample, len(g.looked))
	for i, p := range g.looked {
		samples[i] = leak.Sample{Time: g.timeOf(p), Value: g.unreached[i].bytes}
	}
	if v := leak.Judge(samples); !v.Lasts {
		return
	}
	r, ok := leak.RiseOf(samples, minGrowth(g.Bytes()))
	if !ok {
		return
	}
	first, last := g.unreached[r.From].byType, g.unreached[len(g.looked)-1].byType
	most := ""
	for name, bytes := range last {
		if most == "" || cmp.Or(cmp.Compare(bytes-first[name], last[most]-first[most]), cmp.Compare(most, name)) > 0 {
			most = name
		}
	}
	x := &risen{subject: "the objects that no GC root in this input reaches", rise: r,
		most: mostText(words.TypeName(most), last[most]-first[most]) + " " + pick(g.recording.Runtime == trace.JVM, notGarbage, notReached)}
	if g.out.Open == "" && len(g.out.Findings) == 0 {
		g.note(x)
		return
	}
	g.missing("Growth without GC roots: " + x.text() + " " + x.most)
}
