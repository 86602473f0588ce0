package synthetic_test

import (
	"reflect"
	"testing"

	"memcity/fleet/table"
	"memcity/fleet/table/synthetic"
)

// TestFleet checks that a recording depends on its number alone, and that its groups add up to its heap at each point. The first service
// leaks on seven of ten pods since its middle version.
func TestFleet(t *testing.T) {
	options := synthetic.Options{Services: 2, Versions: 2, Pods: 10, Groups: 200, Points: 3, Seed: 5}
	fleet, again := synthetic.New(options), synthetic.New(options)
	ids, leaking := map[string]bool{}, 0
	for number := range options.Recordings() {
		tables := fleet.Tables(number)
		if !reflect.DeepEqual(tables, again.Tables(number)) {
			t.Fatalf("recording %d is another one the second time", number)
		}
		ids[tables.Recording.ID] = true
		if len(tables.Groups) != 600 || len(tables.Growth) != 200 || len(tables.GCPoints) != 3 {
			t.Errorf("%d groups, %d growth, %d points", len(tables.Groups), len(tables.Growth), len(tables.GCPoints))
		}
		checkSums(t, tables)
		if len(tables.Findings) > 0 {
			leaking++
			if r := tables.Recording; r.Service != "service-0" || r.Version != "1.1" || tables.Findings[0].LastBytes < 2*tables.Findings[0].FirstBytes {
				t.Errorf("%+v: %+v", r, tables.Findings[0])
			}
		}
	}
	if len(ids) != 40 || leaking != 7 {
		t.Errorf("%d recordings, %d leak", len(ids), leaking)
	}
}

func checkSums(t *testing.T, tables *table.Tables) {
	t.Helper()
	sums := map[int32]int64{}
	for _, g := range tables.Groups {
		if sums[g.Point] += g.Bytes; g.Depth == 0 {
			sums[g.Point] -= 2 * g.Bytes
		}
	}
	for _, p := range tables.GCPoints {
		if sums[p.Point] != 0 || p.Bytes == 0 {
			t.Errorf("point %d: groups and heap differ by %d of %d bytes", p.Point, sums[p.Point], p.Bytes)
		}
	}
}
