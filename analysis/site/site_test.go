package site_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"memcity/analysis/site"
	"memcity/trace"
	"memcity/trace/tracetest"
)

func TestWeight(t *testing.T) {
	for _, test := range []struct {
		bytes, interval int64
		want            float64
	}{
		{24, 0, 1}, {24, -1, 1}, {0, 512, 1}, {-1, 512, 1},
		{512, 512, 1 / (1 - 1/math.E)}, {1 << 30, 512, 1},
		{16, 512 << 10, 32768.5}, // 1/x + 1/2 for small x
	} {
		if got := site.Weight(test.bytes, test.interval); math.Abs(got-test.want) > 1e-5*test.want {
			t.Errorf("Weight(%d, %d) = %v, want %v", test.bytes, test.interval, got, test.want)
		}
	}
}

func TestSizeClass(t *testing.T) {
	for bytes, want := range map[int64]uint8{-1: 0, 0: 0, 1: 1, 2: 2, 3: 2, 4: 3, 31: 5, 32: 6, math.MaxInt64: 63} {
		if got := site.SizeClass(bytes); got != want {
			t.Errorf("SizeClass(%d) = %d, want %d", bytes, got, want)
		}
	}
}

// kind is a number of objects with one type and one site.
type kind struct {
	typeName string
	bytes    int64
	site     string
	count    int
}

// program returns a heap of objects of several kinds, and a function that samples each with its probability.
func program(interval int64, kinds []kind) (h *trace.Heap, all []trace.ObjectID, sample func(r *rand.Rand)) {
	b := tracetest.NewHeap()
	types := map[string]trace.TypeID{}
	var sites []trace.SiteID
	var odds []float64
	for i, k := range kinds {
		id, ok := types[k.typeName]
		if !ok {
			id = b.PrimitiveType(k.typeName, 1)
			types[k.typeName] = id
		}
		for range k.count {
			all = append(all, b.Array(id, int(k.bytes-16)))
			sites = append(sites, trace.SiteID(i))
			odds = append(odds, -math.Expm1(-float64(k.bytes)/float64(interval)))
		}
	}
	h = b.Heap()
	h.Interval, h.SiteOf = interval, make([]trace.SiteID, h.Len())
	for _, k := range kinds {
		h.Sites = append(h.Sites, trace.Site{Frames: []trace.Frame{{Class: "app.Main", Method: k.site}}, Thread: -1})
	}
	return h, all, func(r *rand.Rand) {
		for o := range h.SiteOf {
			h.SiteOf[o] = trace.NoSite
			if r.Float64() < odds[o] {
				h.SiteOf[o] = sites[o]
			}
		}
	}
}

func nameOf(s *trace.Site) string { return s.Frames[0].Method }

// TestSimulated samples a known program many times. Estimates are right on average, and the truth is within the limits in about 95 of 100
// cases. This also holds where few objects were sampled, or nearly all.
func TestSimulated(t *testing.T) {
	const interval = 4096
	kinds := []kind{
		{"app.Node", 32, "insert", 9000}, {"app.Node", 32, "copy", 1000},
		{"app.Node", 32, "rare", 60},                                       // half a sample
		{"app.Page", 2048, "insert", 300}, {"app.Page", 3000, "load", 100}, // of one size class
		{"app.Table", 64 << 10, "grow", 20}, // each is sampled
		{"app.Leaf", 24, "few", 1500},       // nine samples
	}
	truth := map[string]trace.Amount{}
	for _, k := range kinds {
		truth[k.site] = truth[k.site].Plus(trace.Amount{Objects: int64(k.count), Bytes: int64(k.count) * k.bytes})
	}
	const runs = 1000
	r := rand.New(rand.NewPCG(1, 2))
	h, all, sample := program(interval, kinds)
	sum, objectsIn, bytesIn := map[string]trace.Amount{}, map[string]int{}, map[string]int{}
	for range runs {
		sample(r)
		origins := site.Of(h, all, nameOf)
		if origins.Knowledge != site.Sampled || origins.Unknown.Objects < 0 {
			t.Fatalf("knows %v, unknown %v", origins.Knowledge, origins.Unknown)
		}
		for _, f := range origins.Froms {
			want := truth[f.Name]
			sum[f.Name] = sum[f.Name].Plus(f.Amount)
			if f.Amount.Objects < f.Estimate.Objects.Low || f.Amount.Objects > f.Estimate.Objects.High {
				t.Fatalf("%s: %+v is outside of its limits", f.Name, f)
			}
			if f.Estimate.Objects.Low <= want.Objects && want.Objects <= f.Estimate.Objects.High {
				objectsIn[f.Name]++
			}
			if f.Estimate.Bytes.Low <= want.Bytes && want.Bytes <= f.Estimate.Bytes.High {
				bytesIn[f.Name]++
			}
		}
	}
	for name, want := range truth {
		objects, bytes := float64(sum[name].Objects)/runs, float64(sum[name].Bytes)/runs
		covered, inBytes := float64(objectsIn[name])/runs, float64(bytesIn[name])/runs
		t.Logf("%-7s mean %8.1f of %5d, %9.0f of %7d bytes, covered %.3f, bytes %.3f", name, objects, want.Objects, bytes, want.Bytes,
			covered, inBytes)
		off, offBytes := math.Abs(objects/float64(want.Objects)-1), math.Abs(bytes/float64(want.Bytes)-1)
		if most := 0.03; name != "rare" && max(off, offBytes) > most || off > 0.15 {
			t.Errorf("%s: mean of the estimates %.1f and %.0f bytes, want %v", name, objects, bytes, want)
		}
		if name != "rare" && min(covered, inBytes) < 0.93 { // it often has no sample, and then nothing is reported
			t.Errorf("%s: the truth is within the limits in %.3f of the cases, of bytes in %.3f", name, covered, inBytes)
		}
	}
}

// sampled returns a heap of objects of one type with 1024 bytes, some of them with a site.
func sampled(interval int64, unknown int, known ...string) (*trace.Heap, []trace.ObjectID) {
	b := tracetest.NewHeap()
	id := b.Type("app.Node", 1024)
	var all []trace.ObjectID
	for _, name := range known {
		o := b.Object(id)
		b.Site(o, -1, name)
		all = append(all, o)
	}
	for range unknown {
		all = append(all, b.Object(id))
	}
	h := b.Heap()
	h.Interval = interval
	return h, all
}

func text(o *site.Origins) string {
	out := fmt.Sprintf("all %v older %v unknown %v samples %d:", o.All, o.Older, o.Unknown, o.Samples)
	for _, f := range o.Froms {
		out += fmt.Sprintf(" %s %d [%d %d] %d B [%d %d] %d", f.Name, f.Amount.Objects, f.Estimate.Objects.Low, f.Estimate.Objects.High,
			f.Amount.Bytes, f.Estimate.Bytes.Low, f.Estimate.Bytes.High, f.Samples)
	}
	return out
}

func TestOf(t *testing.T) {
	for _, test := range []struct {
		name     string
		interval int64
		unknown  int
		known    []string
		want     string
	}{
		{"one sample of many says little", 64 << 10, 63, []string{"a"},
			"all {64 65536} older {0 0} unknown {0 0} samples 1: a 64 [13 64] 65536 B [13536 65536] 1"},
		{"two that agree", 64 << 10, 126, []string{"a", "a"},
			"all {128 131072} older {0 0} unknown {0 0} samples 2: a 128 [44 128] 131072 B [45110 131072] 2"},
		{"a tie", 64 << 10, 126, []string{"b", "a"},
			"all {128 131072} older {0 0} unknown {0 0} samples 2: a 64 [12 116] 65536 B [12462 118610] 1 b 64 [12 116] 65536 B [12462 118610] 1"},
		{"all were sampled", 64 << 10, 0, []string{"a", "a", "b"},
			"all {3 3072} older {0 0} unknown {0 0} samples 3: a 2 [2 2] 2048 B [2048 2048] 2 b 1 [1 1] 1024 B [1024 1024] 1"},
		{"samples that cannot stand for all", 64 << 10, 999, []string{"a"},
			"all {1000 1024000} older {0 0} unknown {935 957951} samples 1: a 65 [13 604] 66049 B [13642 618306] 1"},
		{"the interval is 0: known sites are exact", 0, 5, []string{"a", "b", "b"},
			"all {8 8192} older {0 0} unknown {5 5120} samples 3: b 2 [2 2] 2048 B [2048 2048] 2 a 1 [1 1] 1024 B [1024 1024] 1"},
		{"no name", 64 << 10, 1, []string{""}, "all {2 2048} older {0 0} unknown {2 2048} samples 0:"},
	} {
		h, all := sampled(test.interval, test.unknown, test.known...)
		if got := text(site.Of(h, all, nameOf)); got != test.want {
			t.Errorf("%s:\n%s, want\n%s", test.name, got, test.want)
		}
	}
}

func TestNothing(t *testing.T) {
	h, all := sampled(64<<10, 3)
	h.SiteOf = nil
	if o := site.Of(h, all, nameOf); o.Knowledge != site.Sampled || o.Unknown.Objects != 3 || len(o.Froms) != 0 {
		t.Errorf("where no sampled object lives: %+v", o)
	}
	h.Interval = 0
	if o := site.Of(h, all, nameOf); o.Knowledge != site.None || o.All.Objects != 3 || len(o.Froms) != 0 {
		t.Errorf("without sites: %+v", o)
	}
	h, _ = sampled(64<<10, 3, "a")
	if o := site.Of(h, nil, nameOf); o.Knowledge != site.Sampled || o.All.Objects != 0 || len(o.Froms) != 0 {
		t.Errorf("of no objects: %+v", o)
	}
}

// TestOlder checks that objects older than the recording were not sampled and do not take part in the estimate.
func TestOlder(t *testing.T) {
	h, all := sampled(64<<10, 63, "a", "a")
	h.BirthOf = make([]uint32, h.Len())
	for i := 10; i < h.Len(); i++ {
		h.BirthOf[i] = trace.NoBirth
	}
	h.BirthOf[0] = trace.NoBirth // the sample is better evidence
	o := site.Of(h, all, nameOf)
	if o.Older.Objects != 55 || o.Froms[0].Amount.Objects != 10 || o.Unknown.Objects != 0 {
		t.Errorf("got %s", text(o))
	}
}

func TestWhyUnknown(t *testing.T) {
	h, _ := sampled(64<<10, 1, "a")
	h.BirthOf = []uint32{0, trace.NoBirth}
	for _, test := range []struct {
		change func()
		want   string
	}{
		{func() {}, "unknown: allocated before the recording started"},
		{func() { h.Interval = trace.OfSamples }, "unknown: its allocation was not sampled"},
		{func() { h.Interval, h.BirthOf = 64<<10, nil }, "unknown: its allocation was not sampled"},
		{func() { h.Interval = 0 }, "unknown: its allocation was not recorded"},
		{func() { h.SiteOf = nil }, "unknown: no allocation sites in this input"},
	} {
		test.change()
		if got := site.WhyUnknown(h, 1); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}
