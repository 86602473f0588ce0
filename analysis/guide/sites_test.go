package guide

import (
	"slices"
	"strings"
	"testing"

	"memcity/analysis/group"
	"memcity/analysis/guide/findings"
	"memcity/analysis/site"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// pools returns objects, some of which have sites.
func pools(interval int64, sites ...string) *detail {
	b := tracetest.NewHeap()
	pool := b.Type("app.Pool", 2048)
	b.Site(b.Object(pool), -1, "app.Other.make:1")
	d := &detail{kind: "app.Pool"}
	for _, site := range sites {
		o := b.Object(pool)
		b.Born(o, 0)
		switch site {
		case "":
		case "old":
			b.Born(o, trace.NoBirth)
		default:
			b.Site(o, -1, append([]string{"java.util.HashMap.put:5"}, strings.Fields(site)...)...)
		}
		d.target = append(d.target, o)
	}
	b.Sampled(interval)
	h := b.Heap()
	origins := site.Of(h, d.target, group.DefaultDomain().SiteName)
	d.sites, d.noSites = sitesOf(h, origins), whyNoSites(h, origins)
	return d
}

func TestSitesOfFinding(t *testing.T) {
	calls := "Call stack: java.util.HashMap.put(HashMap.java:5) < app.Pools.get(Pools.java:7) < app.Main.main(Main.java:1)."
	for _, test := range []struct {
		name, want, missing string
		interval            int64
		sites               []string
	}{
		{"exact", "Most of the Pool were allocated at app.Pools.get(Pools.java:7). " + calls, "", 0,
			[]string{"app.Pools.get:7 app.Main.main:1", "app.Pools.get:7 app.Main.main:1", ""}},
		{"half is not most", "1 of the 2 Pool were allocated at app.Pools.get(Pools.java:7). " + calls, "", 0,
			[]string{"app.Pools.get:7 app.Main.main:1", ""}},
		{"sampled", "Most of the 8 Pool were allocated at app.Pools.get(Pools.java:7) (estimated from 5 samples). " + calls, "", 4096,
			append(slices.Repeat([]string{"app.Pools.get:7 app.Main.main:1"}, 5), "", "", "")},
		{"four samples", "", "", 4096, append(slices.Repeat([]string{"app.Pools.get:7 app.Main.main:1"}, 4), "", "", "", "")},
		{"no frame of its own", "Most of the Pool were allocated at java.util.HashMap.put(HashMap.java:5).", "", 0, []string{" "}},
		{"no sample", "", "Allocation sites unknown: none was sampled (one sample per 4.1 kB on average). Use a smaller --interval to take more samples.",
			4096, []string{"", ""}},
		{"older", "", "Allocation sites unknown: allocated before the recording started.", 4096, []string{"old", "old"}},
		{"not followed", "", "Allocation sites unknown: their allocations were not recorded.", 0, []string{""}},
		{"nothing", "", "", 4096, nil},
	} {
		d := pools(test.interval, test.sites...)
		if test.missing == "" && len(test.sites) > 0 || len(d.sites) > 0 {
			if got := strings.Join(d.siteLines(), " "); got != test.want {
				t.Errorf("%s: %q, want %q", test.name, got, test.want)
			}
		}
		if len(d.siteLines()) > 0 && test.want == "" || d.noSites != test.missing {
			t.Errorf("%s: %q is missing, want %q", test.name, d.noSites, test.missing)
		}
	}
}

// TestSitesOfRetainedObjects checks that a finding names where most of what its objects retain was allocated if their own sites are unknown.
func TestSitesOfRetainedObjects(t *testing.T) {
	for _, known := range []bool{false, true} {
		var states []*trace.Heap
		for _, n := range []int{100, 600, 1100, 1600, 2100} {
			b := tracetest.NewHeap()
			put, order, text := fieldList(b, "app.Shop", "orders", n), b.Type("app.Order", 24, "text"), b.Type("org.lib.Text", 900)
			for range n {
				o, held := b.Object(order), b.Object(text)
				b.Refer(o, "text", held)
				b.Site(held, -1, "app.Reader.read:7", "app.Main.main:1")
				if known {
					b.Site(o, -1, "app.Orders.make:9")
				}
				put(o)
			}
			states = append(states, b.Heap())
		}
		report, _ := explore(t, heaps("orders", states...))
		text := strings.Join(report.Decisive().Explain, " ")
		if got := strings.Contains(text, "Most of the Text objects that these retain were allocated at app.Reader.read(Reader.java:7). Call stack: app.Reader.read"); got == known {
			t.Errorf("known %v: %s", known, text)
		}
	}
}

// TestSiteText: a range that reaches the number of all objects is not printed.
func TestSiteText(t *testing.T) {
	for _, tt := range []struct {
		objects, around int64
		want            string
	}{{50, 50, "About 50 ± 50 of the 100 nodes were allocated at A.b (estimated from 9 samples)."},
		{51, 49, "Most of the 100 nodes were allocated at A.b (estimated from 9 samples)."}, {80, 20, "Most of the 100 nodes were allocated at A.b (estimated from 9 samples)."}, {80, 19, "About 80 ± 19 of the 100 nodes were allocated at A.b (estimated from 9 samples)."}} {
		site := findings.Site{Amount: findings.Amount{Name: "A.b", Objects: tt.objects},
			Estimate: &trace.Estimate{Samples: 9, Objects: trace.Range{Low: tt.objects - tt.around, High: tt.objects + tt.around}}}
		if got := siteText([]findings.Site{site}, 100, "nodes", "allocated"); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}
