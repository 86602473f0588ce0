package scene

import (
	"math"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/city/citytest"
	"memcity/city/trees"
	pinspkg "memcity/city/view/pins"
	"memcity/city/view/whatif"
)

// leaking returns a plan of two GC points with a leak of app.Person, and the guide's findings.
func leaking() (*Plan, *pinspkg.Report) {
	at := func(n int64) *citytest.Group {
		return citytest.Inner("Heap", citytest.Leaf("app.Person", n, 24*n), citytest.Leaf("String", 100+n, 24*(100+n)), citytest.Leaf("Class", 90, 2160))
	}
	p := planOf(citytest.Points(at(10), at(300)), DefaultSettings())
	pile := &findings.Pile{Type: "app.Person", Owner: "static field app.Main.all", Objects: []int64{10, 300}, Bytes: []int64{240, 7200}}
	found := &findings.Report{Verdict: findings.Verdict{Judged: true}, Findings: []findings.Finding{{Rule: findings.RuleLeak, Grade: findings.Leaks, Title: "Leak: many", Growth: pile,
		Highlight: findings.Highlight{By: []string{"package", "type"}, Keys: []string{"Heap#app.Person"}}}}}
	r := &pinspkg.Report{Found: found, Pins: pinspkg.Of(found)}
	r.Query.Heap.By.By = trees.DefaultChain()
	r.Objects = &whatif.Result{Series: p.Series, Groups: make([]trees.Amount, len(p.Series.Nodes))}
	for key, n := range map[string]int64{"Heap#app.Person": 300, "Heap#String": 200} {
		node, _ := p.Series.Find(key)
		r.Objects.Groups[node] = trees.Amount{Objects: n, Bytes: 24 * n}
	}
	return p, r
}

// TestPinned: the finding stands out, its retained part is colored, and everything else is pale and solid. A thread leads from a place next
// to the ground to the building.
func TestPinned(t *testing.T) {
	p, r := leaking()
	c := p.Pinned(NewPins(p.Series, 1, r), DefaultSettings(), Look{})
	palette := DefaultSettings().Palette()
	pale := palette.Growth(0)
	finding, held := palette.Found(r.Pins[0].Emphasis)
	for key, want := range map[string]struct {
		share       float64
		color, rest RGB
		solid       bool
	}{"Heap#app.Person": {1, finding, finding.mix(pale, restPale), true}, "Heap#String": {0.5, held, pale, false},
		"Heap#Class": {0, held, pale, false}} {
		b := &c.Buildings[mustFind(t, c, key).Index]
		if b.Kept != want.share*b.Height || b.KeptColor != want.color || b.Solid != want.solid || b.Color != want.rest || b.Opacity != 1 {
			t.Errorf("%s: %+v", key, b)
		}
	}
	if c.Thread == nil || len(c.Thread.Points) < 2 {
		t.Fatal("no thread")
	}
	first, last := c.Thread.Points[0], c.Thread.Points[len(c.Thread.Points)-1]
	box, _ := c.Box(mustFind(t, c, "Heap#app.Person"))
	if g := p.Ground; first.X <= g.X+g.W && first.Z <= g.Z+g.D || last.X != box.Center().X || last.Z != box.Center().Z {
		t.Errorf("the thread leads from %v to %v", first, last)
	}
}

// TestPinnedFaded: buildings with objects that the finding retains are opaque, and so are the groups that grew most; others are
// transparent.
func TestPinnedFaded(t *testing.T) {
	p, r := leaking()
	settings := DefaultSettings()
	settings.Fade, settings.Opacity = true, 0.25
	for solid, want := range map[int]map[string]float64{0: {"Heap#app.Person": 1, "Heap#String": 1, "Heap#Class": 0.25},
		1: {"Heap#app.Person": 1, "Heap#String": 1, "Heap#Class": 0.25}} {
		settings.Solid = solid
		c := p.Pinned(NewPins(p.Series, 1, r), settings, Look{})
		for key, opacity := range want {
			if b := &c.Buildings[mustFind(t, c, key).Index]; b.Opacity != opacity {
				t.Errorf("%d solid, %s: opacity %v, want %v", solid, key, b.Opacity, opacity)
			}
		}
	}
	r.Objects = &whatif.Result{Series: p.Series, Groups: make([]trees.Amount, len(p.Series.Nodes))}
	for solid, want := range map[int]float64{0: 0.25, 1: 1} { // String grew most
		settings.Solid = solid
		c := p.Pinned(NewPins(p.Series, 1, r), settings, Look{})
		for key, opacity := range map[string]float64{"Heap#app.Person": 1, "Heap#String": want, "Heap#Class": 0.25} {
			if b := &c.Buildings[mustFind(t, c, key).Index]; b.Opacity != opacity {
				t.Errorf("nothing is retained, %d solid, %s: opacity %v, want %v", solid, key, b.Opacity, opacity)
			}
		}
	}
}

// TestWithPins: without findings, a judged recording is pale. A recording that was not judged shows growth, as do the growth colors.
func TestWithPins(t *testing.T) {
	p, r := leaking()
	settings := DefaultSettings()
	if c := p.WithPins(NewPins(p.Series, 1, r), settings, Look{}); c.Pinned == nil {
		t.Error("the finding is not shown")
	}
	growth := settings
	growth.Color = GrowthColors
	if c := p.WithPins(NewPins(p.Series, 1, r), growth, Look{}); c.Pinned != nil {
		t.Error("findings are shown instead of growth")
	}
	none := &pinspkg.Report{Found: &findings.Report{Verdict: findings.Verdict{Judged: true}}}
	c := p.WithPins(NewPins(p.Series, 1, none), settings, Look{})
	for i := range c.Buildings {
		if c.Pinned == nil || c.Buildings[i].Color != settings.Palette().Growth(0) || c.Thread != nil {
			t.Errorf("healthy: %+v", c.Buildings[i])
		}
	}
	unjudged := &pinspkg.Report{Found: &findings.Report{}}
	if c := p.WithPins(NewPins(p.Series, 1, unjudged), settings, Look{}); c.Pinned != nil || c.Buildings[mustFind(t, c, "Heap#app.Person").Index].Color == settings.Palette().Growth(0) {
		t.Error("growth is not shown though nothing was judged")
	}
	unjudged.Found.Findings = []findings.Finding{{Rule: findings.RuleFull, Title: "The heap was full"}} // no building stands for it
	if c := p.WithPins(NewPins(p.Series, 1, unjudged), settings, Look{}); c.Pinned == nil || c.Buildings[mustFind(t, c, "Heap#app.Person").Index].Color != settings.Palette().Growth(0) {
		t.Error("growth is shown instead of a finding without a building")
	}
}

// TestPinnedChurn: the whole building of a churning type is tinted, and no GC root holds it. Without a building of that type there is no
// pin.
func TestPinnedChurn(t *testing.T) {
	p, _ := leaking()
	for _, tt := range []struct {
		typ  string
		pins int
	}{{"String", 1}, {"app.Gone", 0}} {
		found := &findings.Report{Findings: []findings.Finding{{Rule: findings.RuleChurn, Grade: findings.Churns, Title: "Churn: much",
			Highlight: findings.Highlight{View: findings.ChurnView}, Churn: &findings.ChurnFinding{Types: []findings.Amount{{Name: tt.typ, Objects: 5}}}}}}
		r := &pinspkg.Report{Found: found, Pins: pinspkg.Of(found)}
		r.Query.Heap.By.By = trees.DefaultChain()
		c := p.WithPins(NewPins(p.Series, 1, r), DefaultSettings(), Look{})
		if c.Pinned == nil || len(c.Pinned.List) != tt.pins || c.Thread != nil {
			t.Fatalf("%s: %+v, thread %v", tt.typ, c.Pinned, c.Thread)
		}
		tint, _ := DefaultSettings().Palette().Found(pinspkg.Tinted)
		for i := range c.Buildings {
			b := &c.Buildings[i]
			isIt := p.Name(b.Node) == tt.typ
			if b.Solid {
				t.Errorf("%s has a roof sign", p.Name(b.Node))
			}
			if isIt != (b.Kept > 0) || isIt && (b.Kept != b.Height || b.KeptColor != tint) {
				t.Errorf("%s: %s has %+v", tt.typ, p.Name(b.Node), b)
			}
		}
	}
}

// TestAllTinted: every finding tints its group, and churn all its types. The current finding and then the strongest decide shared groups. Only
// a finding that is at least suspect has a roof sign.
func TestAllTinted(t *testing.T) {
	p, leak := leaking()
	palette := DefaultSettings().Palette()
	churn := findings.Finding{Rule: findings.RuleChurn, Grade: findings.Churns, Title: "Churn: much",
		Churn: &findings.ChurnFinding{Types: []findings.Amount{{Name: "String"}, {Name: "Class"}, {Name: "app.Gone"}}}}
	large := findings.Finding{Rule: findings.RuleHolder, Grade: findings.Large, Title: "Large: one", Pile: &findings.Pile{Type: "String"}}
	_, churned := palette.Found(pinspkg.Tinted)
	base := func(e pinspkg.Emphasis) RGB { return palette.Rest(e) }
	for shown, want := range []map[string]RGB{
		{"Heap#app.Person": base(pinspkg.Culprit), "Heap#String": base(pinspkg.Sized), "Heap#Class": churned},
		{"Heap#app.Person": base(pinspkg.Culprit), "Heap#String": base(pinspkg.Tinted), "Heap#Class": churned},
		{"Heap#app.Person": base(pinspkg.Culprit), "Heap#String": base(pinspkg.Sized), "Heap#Class": churned},
	} {
		found := &findings.Report{Findings: []findings.Finding{leak.Found.Findings[0], churn, large}}
		r := &pinspkg.Report{Found: found, Pins: pinspkg.Of(found), Shown: shown}
		r.Query.Heap.By.By = trees.DefaultChain()
		c := p.Pinned(NewPins(p.Series, 1, r), DefaultSettings(), Look{})
		if len(c.Pinned.List) != 3 {
			t.Fatalf("%d pins", len(c.Pinned.List))
		}
		for key, color := range want {
			b := &c.Buildings[mustFind(t, c, key).Index]
			if b.Color != color || b.Opacity != 1 || b.Solid != (shown == 0 && key == "Heap#app.Person") {
				t.Errorf("finding %d shown, %s: %+v, want %v", shown+1, key, b, color)
			}
		}
	}
}

// TestFurtherTypeTinted checks that a further type of the shown finding has its color although another finding is about that type.
func TestFurtherTypeTinted(t *testing.T) {
	p, leak := leaking()
	churn := findings.Finding{Rule: findings.RuleChurn, Grade: findings.Churns, Title: "Churn: much",
		Churn: &findings.ChurnFinding{Types: []findings.Amount{{Name: "String"}, {Name: "Class"}}}}
	large := findings.Finding{Rule: findings.RuleHolder, Grade: findings.Large, Title: "Large: one", Pile: &findings.Pile{Type: "Class"}}
	palette := DefaultSettings().Palette()
	_, churned := palette.Found(pinspkg.Tinted)
	for shown, want := range []RGB{palette.Rest(pinspkg.Sized), churned, palette.Rest(pinspkg.Sized)} {
		found := &findings.Report{Findings: []findings.Finding{leak.Found.Findings[0], churn, large}}
		r := &pinspkg.Report{Found: found, Pins: pinspkg.Of(found), Shown: shown}
		r.Query.Heap.By.By = trees.DefaultChain()
		c := p.Pinned(NewPins(p.Series, 1, r), DefaultSettings(), Look{})
		if got := c.Buildings[mustFind(t, c, "Heap#Class").Index].Color; got != want {
			t.Errorf("finding %d shown: %v, want %v", shown+1, got, want)
		}
	}
}

// TestGrown: positions on the growth scale at and around each stop.
func TestGrown(t *testing.T) {
	p := planOf(citytest.Points(citytest.Leaf("Heap", 60, 1000), citytest.Leaf("Heap", 120, 2000)), DefaultSettings())
	s := DefaultSettings()
	if p.matters != 1000 || p.RedGrowth(s) != 500 {
		t.Fatalf("growth is compared with %d, red from %d", p.matters, p.RedGrowth(s))
	}
	for growth, want := range map[int64]float64{-5: 0, 0: 0, 5: 0.125, 10: 0.25, 30: 0.375, 50: 0.5, 200: 0.75, 350: 0.875, 500: 1, 900: 1} {
		if got := p.Grown(growth, s); got < want-1e-9 || got > want+1e-9 {
			t.Errorf("growth of %d stands at %v, want %v", growth, got, want)
		}
	}
}

// TestThreadsTowardsTheCamera: for any direction of the overview, the GC root is outside the ground, on a side that faces the camera.
func TestThreadsTowardsTheCamera(t *testing.T) {
	p, r := leaking()
	g := p.Ground
	for step := range 16 {
		look := Look{Turn: float64(step) * math.Pi / 8}
		c := p.Pinned(NewPins(p.Series, 1, r), DefaultSettings(), look)
		eye := look.Home(p.Bounds(), 16.0/9, Frame{}).Eye()
		root := c.Thread.Points[0]
		x, z := min(max(root.X, g.X), g.X+g.W), min(max(root.Z, g.Z), g.Z+g.D)
		if out := (Vec{X: root.X - x, Z: root.Z - z}); out.Length() == 0 || out.X*(eye.X-g.X-g.W/2) < 0 || out.Z*(eye.Z-g.Z-g.D/2) < 0 {
			t.Errorf("looked at from %v, the root is at %v", eye, root)
		}
	}
}
