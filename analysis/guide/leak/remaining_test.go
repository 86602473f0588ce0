package leak_test

import (
	"slices"
	"testing"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/analysis/guide/leak"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// A queue holds jobs. A registry refers to each through a wrapper. Wrappers also wrap many other objects, so that their place has far more
// objects than there are jobs.
func TestHoldersThatPlacesAreTooCoarseFor(t *testing.T) {
	b := tracetest.NewHeap()
	job, wrapper, other := b.Type("app.Job", 100), b.Type("lib.Wrapper", 16, "wrapped"), b.Type("lib.Other", 16)
	queue, registry := listOf(b, "app.Main.queue", 100), listOf(b, "lib.Registry.all", 1100)
	var jobs []trace.ObjectID
	for i := range 1100 {
		w := b.Object(wrapper)
		registry(w)
		if i%11 != 0 {
			b.Refer(w, "wrapped", b.Object(other))
			continue
		}
		o := b.Object(job)
		jobs = append(jobs, o)
		queue(o)
		b.Refer(w, "wrapped", o)
	}
	h := b.Heap()
	s := leak.NewHolders()
	places, err := s.Add(t.Context(), h, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	d, err := s.NewDominance(t.Context(), h, nil, places)
	if err != nil {
		t.Fatal(err)
	}
	g, err := closure.NewGraph(t.Context(), h)
	if err != nil {
		t.Fatal(err)
	}
	referrers, err := g.Referrers(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	array := leak.Objects(places, []leak.Place{s.Nodes[places[jobs[0]]].Parent})
	var removal closure.Removal
	for _, objects := range array {
		removal.From = append(removal.From, objects...)
	}
	removal.To = jobs
	r := &leak.Remaining{Heap: h, Places: places, Referrers: referrers, Weak: closure.WeakByType(h, true), Gone: bitset.New(uint(h.Len()))}
	owners := func() (names []string) {
		for _, x := range d.HoldersRemaining(r, jobs) {
			names = append(names, x.Owner)
		}
		slices.Sort(names)
		return names
	}
	if got, want := owners(), []string{"static field app.Main.queue", "static field lib.Registry.all"}; !slices.Equal(got, want) {
		t.Errorf("with all references: %q, expected %q", got, want)
	}
	if got := d.HoldersRemaining(r, jobs[:3]); len(got) == 0 {
		t.Error("three objects are a pile")
	}
	r.Removal = []closure.Removal{removal}
	if got, want := owners(), []string{"static field lib.Registry.all"}; !slices.Equal(got, want) {
		t.Errorf("without those of the queue: %q, expected %q", got, want)
	}
	for o, p := range places {
		if p != leak.NoPlace && s.Nodes[p].Type == "lib.Wrapper" {
			r.Gone.Set(uint(o))
		}
	}
	if got := owners(); len(got) != 0 {
		t.Errorf("nothing remains, and %q is found", got)
	}
	if got := d.HoldersRemaining(r, jobs[:2]); got != nil {
		t.Errorf("two objects are no pile: %v", got)
	}
}
