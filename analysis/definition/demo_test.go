package definition

import (
	"fmt"
	"testing"

	"memcity/analysis/group"
	"memcity/analysis/userfile"
	"memcity/assets"
	"memcity/trace/open"
)

// demo returns the last heap state of a bundled recording.
func demo(t testing.TB) *group.Subject {
	t.Helper()
	rec, err := open.Paths(t.Context(), []string{"../../assets/demos/two-caches.tar.zst"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	h, _, err := rec.Points[len(rec.Points)-1].Load(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return &group.Subject{Heap: h, Names: rec.Names, Knows: rec.Knows}
}

// TestDemo runs the bundled definitions on a bundled recording, with real values and texts and without faults.
func TestDemo(t *testing.T) {
	s := demo(t)
	files, faults := userfile.LoadAll(assets.Classifiers(), "*.yaml", Load)
	if faults != nil {
		t.Fatal(faults)
	}
	got := map[string]int64{}
	for _, f := range files {
		for _, c := range classifiers(f, func(err error) { t.Error(err) }) {
			if c.Kind == group.Filters {
				continue
			}
			g, err := group.New(t.Context(), s, group.Chain{c}, group.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range g.Tree.Nodes {
				got[fmt.Sprint(c.Name, " ", s.Names.Text(n.Name))] = n.Objects
			}
		}
	}
	for name, want := range map[string]int64{
		"collection-size more than 1000":         2, // the two maps
		"waste boxed number":                     8204,
		"string-text Reference Handler":          1,
		"string-start Referenc":                  1,
		"made-by program or library":             7824,
		"outer-class com.example.shop.Product":   7810,
		"outer-class com.example.log.RingLog":    12,
		"waste (none)":                           70415,
		"string-text Heap":                       int64(s.Heap.Len()),
		"collection-size no such group, nothing": 0,
	} {
		if got[name] != want {
			t.Errorf("%s: %d objects, want %d", name, got[name], want)
		}
	}
}
