package guide

import (
	"fmt"
	"strings"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/trace"
)

// ofSites returns a recording with 1,000 objects of each size at two sites per point: main.grow, with the given bytes, and main.stay.
func ofSites(interval int64, bytes ...int64) *trace.Recording {
	grow := &trace.Site{Thread: -1, Frames: []trace.Frame{{Class: "strings", Method: "Repeat", File: "strings.go", Line: 9},
		{Class: "main", Method: "grow", File: "main.go", Line: 7}, {Class: "main", Method: "main", File: "main.go", Line: 3}}}
	stay := &trace.Site{Thread: -1, Frames: []trace.Frame{{Class: "main", Method: "stay", File: "main.go", Line: 8}}}
	r := &trace.Recording{Name: "shop", Format: "heap profile (pprof)", Runtime: trace.Golang, Knows: trace.KnowsSites | trace.KnowsTimes,
		Names: trace.NewNames(), Recorded: &trace.WriterInfo{Interval: interval}}
	for i, b := range bytes {
		r.Points = append(r.Points, trace.Point{Time: trace.Millis(2000 * i), Source: fmt.Sprint(i), Counts: []trace.TypeCount{
			{Name: "strings:Repeat", Objects: b / 1000, Bytes: b, Site: grow}, {Name: "main:stay", Objects: 1000, Bytes: 4_000_000, Site: stay}}})
	}
	return r
}

func TestGrowingSite(t *testing.T) {
	for _, c := range []struct {
		name     string
		r        *trace.Recording
		leaks    bool
		judged   bool
		contains string
	}{
		{"leak", ofSites(4096, 1_000_000, 3_000_000, 5_000_000, 7_000_000, 9_000_000), true, true,
			"memory allocated at main.grow(main.go:7) keeps growing: from 1.0 MB to 9.0 MB"},
		{"exact", ofSites(0, 1_000_000, 3_000_000, 5_000_000, 7_000_000, 9_000_000), true, true, "main.grow(main.go:7)"},
		{"steady", ofSites(4096, 5_000_000, 5_100_000, 4_900_000, 5_000_000, 5_000_000), false, true, "was this large before"},
		{"noise", ofSites(512<<10, 600_000, 1_000_000, 1_400_000, 1_800_000, 2_200_000), false, true, "within the error of sampling"},
		{"one", ofSites(4096, 9_000_000), false, false, "main.grow(main.go:7) (9.0 MB, 69 %)"},
	} {
		out, _, err := Explore(t.Context(), &recorded{Recording: c.r}, Options{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if out.Judged != c.judged || (len(out.Findings) > 0) != c.leaks {
			t.Errorf("%s: judged %v, findings %+v", c.name, out.Judged, out.Findings)
		}
		text := strings.Join(out.Quiet, "\n")
		for _, f := range out.Findings {
			text += f.Title + strings.Join(f.Explain, "\n")
			if f.Grade != findings.ProbablyLeaks || f.Growth.Site != "main.grow(main.go:7)" || (f.Sampled > 0) != (c.name == "leak") {
				t.Errorf("%s: grade %v, site %q, %d samples", c.name, f.Grade, f.Growth.Site, f.Sampled)
			}
			want := findings.Group{Type: "strings:Repeat", Objects: 9000, Bytes: 9_000_000, GrowthObjects: 8000, GrowthBytes: 8_000_000}
			if len(f.Growth.Groups) != 1 || f.Growth.Groups[0] != want {
				t.Errorf("%s: groups %+v", c.name, f.Growth.Groups)
			}
		}
		if !strings.Contains(text, c.contains) {
			t.Errorf("%s: %s\nwant %s", c.name, text, c.contains)
		}
	}
}
