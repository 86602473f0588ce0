package drawing

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"memcity/assets"
	"memcity/city/scene"
	pinspkg "memcity/city/view/pins"
)

func testMetrics(t *testing.T) (*tagMetrics, *atlas) {
	t.Helper()
	a, err := newAtlas(assets.InterMedium, 12.5, 4, 1)
	if err != nil {
		t.Fatal(err)
	}
	return &tagMetrics{padX: tagPadX, padY: tagPadY, text: a.ascent, margin: tagMargin, leaders: tagLeaders, sign: 9, gap: tagSign}, a
}

func TestTagsNeverOverlapAndStayInThePicture(t *testing.T) {
	m, a := testMetrics(t)
	rng := rand.New(rand.NewSource(5))
	for _, n := range []int{1, 30, 400, 3000} {
		picture := rectangle{210, 60, 1100, 560}
		var wanted []tag
		for i := range n {
			wanted = append(wanted, tag{building: int32(i), name: a.line(nil, fmt.Sprint("java.util.HashMap$Node", rng.Intn(1e6)), 1000),
				change: change(i % 5),
				x:      rng.Float64() * 1280, y: rng.Float64() * 720})
		}
		wanted[0].x, wanted[0].y = 400, 300
		placed := placeTags(wanted, m, picture, nil, nil, maxTags)
		if len(placed) == 0 || len(placed) > maxTags || placed[0].building != 0 {
			t.Fatalf("%d wanted: %d placed, the first not first", n, len(placed))
		}
		for i, a := range placed {
			if a.box.x0 < picture.x0 || a.box.y0 < picture.y0 || a.box.x1 > picture.x1 || a.box.y1 > picture.y1 {
				t.Errorf("%d wanted: tag %+v leaves the picture", n, a.box)
			}
			if a.x < a.box.x0 || a.x > a.box.x1 {
				t.Errorf("%d wanted: tag %+v does not stand over its roof at %v", n, a.box, a.x)
			}
			for _, b := range placed[:i] {
				if a.box.overlaps(b.box, 0) {
					t.Errorf("%d wanted: %+v and %+v overlap", n, a.box, b.box)
				}
			}
		}
	}
}

func TestTagsKeepTheirOrder(t *testing.T) {
	m, a := testMetrics(t)
	same := []tag{{building: 1, name: a.line(nil, "first", 100), x: 100, y: 300},
		{building: 2, name: a.line(nil, "second", 100), x: 100, y: 300}}
	placed := placeTags(same, m, rectangle{0, 0, 400, 400}, nil, nil, 1)
	if len(placed) != 1 || placed[0].building != 1 {
		t.Errorf("placed %+v, want the first only", placed)
	}
}

func TestNamesAreCutFromTheLeft(t *testing.T) {
	_, a := testMetrics(t)
	name := "com.acme.shop.orders.OrderLine"
	for _, width := range []float64{1000, 150, 90, 60} {
		got := a.line(nil, name, width).text
		if a.measure(got) > width {
			t.Errorf("%v pixels: %q takes %v", width, got, a.measure(got))
		}
		if width == 1000 && got != name {
			t.Errorf("a name that fits became %q", got)
		}
		if width < 200 && (len(got) < 3 || got[len(got)-3:] != "ine" || []rune(got)[0] != '…' || []rune(got)[1] == '.') {
			t.Errorf("%v pixels: %q does not keep the end", width, got)
		}
	}
	if got := a.line(nil, strings.Repeat("x", 1<<22)+name, 150).text; !strings.HasSuffix(got, "OrderLine") {
		t.Errorf("a name of megabytes became %q", got)
	}
	if got := a.line(nil, name, 5).text; got != "" {
		t.Errorf("5 pixels: %q", got)
	}
}

// TestSentencesAreCutFromTheRight: sentences of plates keep their start.
func TestSentencesAreCutFromTheRight(t *testing.T) {
	_, a := testMetrics(t)
	text := "+1.8 MB, held by Main.cache (LinkedList) and 12 more"
	for _, width := range []float64{1000, 150, 90, 60} {
		got := a.sentence(nil, text, width).text
		if a.measure(got) > width || !strings.HasPrefix(got, "+1.8") || (width == 1000) != (got == text) || width < 1000 && !strings.HasSuffix(got, "…") {
			t.Errorf("%v pixels: %q takes %v", width, got, a.measure(got))
		}
	}
	if got := a.sentence(nil, text+strings.Repeat("x", 1<<22), 150).text; !strings.HasPrefix(got, "+1.8") {
		t.Errorf("a sentence of megabytes became %q", got)
	}
	if got := a.sentence(nil, text, 5).text; got != "" {
		t.Errorf("5 pixels: %q", got)
	}
}

func TestAtlasHoldsEveryGlyphApart(t *testing.T) {
	_, a := testMetrics(t)
	for _, r := range "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789$[]<>.…ÄÖÜßéñ漢字" {
		for phase := range 4 {
			a.glyph(r, phase)
		}
	}
	var all []glyph
	for _, g := range a.glyphs {
		if g.width > 0 {
			all = append(all, g)
		}
	}
	for i, g := range all {
		if g.x < 0 || g.y < 0 || g.x+g.width > a.width || g.y+g.height > a.height {
			t.Fatalf("glyph %+v leaves the atlas", g)
		}
		for _, o := range all[:i] {
			if g.x < o.x+o.width && o.x < g.x+g.width && g.y < o.y+o.height && o.y < g.y+g.height {
				t.Fatalf("glyphs %+v and %+v overlap", g, o)
			}
		}
	}
	if a.glyph('漢', 0) != a.glyph('字', 0) {
		t.Error("runes that the font lacks have pictures of their own")
	}
	if g := a.glyph('漢', 0); g.width < 4 || slices.Max(a.pixels[(g.y+g.height/2)*a.width+g.x:][:g.width]) < 100 {
		t.Errorf("nothing is seen of a rune that the font lacks: %+v", g)
	}
	if len(a.pixels) != a.width*a.height {
		t.Errorf("%d texels for %dx%d", len(a.pixels), a.width, a.height)
	}
}

func TestLinesCrossNoTags(t *testing.T) {
	m, a := testMetrics(t)
	rng := rand.New(rand.NewSource(8))
	picture := rectangle{4, 4, 1276, 716}
	covered := []rectangle{{12, 12, 1268, 56}, {12, 160, 264, 572}, {1068, 400, 1268, 572}}
	for range 200 {
		var wanted []tag
		for i := range 60 {
			wanted = append(wanted, tag{building: int32(i), name: a.line(nil, fmt.Sprint("HashMap$Node", rng.Intn(1e6)), 1000),
				x: 300 + rng.Float64()*500, y: 100 + rng.Float64()*400})
		}
		placed := placeTags(wanted, m, picture, covered, nil, 25)
		for i, g := range placed {
			if g.y-g.box.y1 > 80 {
				t.Errorf("a line is %v long", g.y-g.box.y1)
			}
			for _, c := range covered {
				if g.box.overlaps(c, 0) || g.line().overlaps(c, 0) {
					t.Errorf("tag %v is under a panel %v", g.box, c)
				}
			}
			for k, o := range placed {
				if i != k && g.line().overlaps(o.box, 0) {
					t.Fatalf("the line of %v crosses %v", g.box, o.box)
				}
			}
		}
	}
	// A roof near the border of a panel has its tag beside the panel; a roof under the panel has none.
	near := []tag{{name: a.line(nil, "beside", 100), x: 270, y: 300}, {name: a.line(nil, "under", 100), x: 200, y: 300}}
	placed := placeTags(near, m, picture, covered, nil, 10)
	if len(placed) != 1 || placed[0].name.text != "beside" || placed[0].box.x0 < 264 {
		t.Errorf("placed %+v, want one next to the panel", placed)
	}
}

// TestTagsKeepTheFindingClear: no tag covers the protected area, except the plate of its building. The name of a GC root is below the
// building, or above it if there is no space. Other plates may move sideways.
func TestTagsKeepTheFindingClear(t *testing.T) {
	m, a := testMetrics(t)
	kept := []rectangle{{180, 200, 240, 320}}
	picture := rectangle{0, 0, 600, 600}
	rng := rand.New(rand.NewSource(3))
	placedNear := 0
	for range 300 {
		wanted := []tag{{name: a.line(nil, "Leak: 19,080 Session", 1000), more: a.line(nil, "+18.3 MB, held by Shop.BUS", 1000), style: tagFinding, pin: 1, hides: true, x: 210, y: 200}}
		for i := range 8 {
			wanted = append(wanted, tag{building: int32(i), name: a.line(nil, "ConcurrentHashMap$Node", 1000), pin: i % 2 * 2, below: i%3 == 0,
				x: 100 + rng.Float64()*220, y: 100 + rng.Float64()*260})
		}
		for i, g := range placeTags(wanted, m, picture, nil, kept, 25) {
			if i > 0 && g.box.overlaps(kept[0], 0) {
				t.Fatalf("%+v covers the finding", g)
			}
			if i > 0 {
				placedNear++
			}
			if line := g.line(); g.x < g.box.x0 || g.x > g.box.x1 || line.y1 < line.y0 || line.y0 != min(g.y, g.box.y1) && line.y1 != g.box.y0 && line.y0 != g.box.y1 {
				t.Fatalf("the line %+v of %+v does not lead to %v, %v", line, g.box, g.x, g.y)
			}
		}
	}
	if placedNear < 300 {
		t.Errorf("only %d tags found a place", placedNear)
	}
	root := []tag{{name: a.line(nil, "Shop.BUS", 1000), below: true, x: 300, y: 300}, {name: a.line(nil, "Shop.BUS", 1000), below: true, x: 100, y: 590}}
	placed := placeTags(root, m, picture, nil, nil, 25)
	if len(placed) != 2 || placed[0].box.y0 <= 300 || placed[1].box.y1 >= 590 {
		t.Errorf("GC roots have their names at %+v", placed)
	}
}

// TestPlatesOfNeighbours places the plate of another finding whose building is in front of the current finding or under its plate. The plate
// gets a longer leader line, and a single text line if two do not fit. Other tags get neither.
func TestPlatesOfNeighbours(t *testing.T) {
	m, a := testMetrics(t)
	m.between = tagLine
	kept := []rectangle{{200, 200, 300, 360}}
	first := tag{name: a.line(nil, "Leak: 19,080 Session", 1000), more: a.line(nil, "+18.3 MB, held by Shop.BUS", 1000), style: tagFinding, pin: 1, hides: true, x: 250, y: 200}
	for _, tt := range []struct {
		about   string
		x, y    float64
		picture rectangle
		lines   int // 0 for no position
	}{
		{"before it", 220, 280, rectangle{0, 0, 600, 600}, 2},
		{"behind its plate", 250, 170, rectangle{0, 0, 600, 600}, 2},
		{"at the upper border", 220, 280, rectangle{0, 100, 600, 600}, 2},
		{"no room for two", 220, 280, rectangle{0, 100, 600, 395}, 1},
		{"no room for one", 220, 280, rectangle{0, 100, 600, 375}, 0},
	} {
		other := tag{name: a.line(nil, "Probable leak: 3,009 Fare", 1000), more: a.line(nil, "+660 kB, held by Fares.byRoute", 1000), style: tagOtherFinding, pin: 2,
			x: tt.x, y: tt.y}
		placed := placeTags([]tag{first, other}, m, tt.picture, nil, kept, maxTags)
		lines := 0
		if len(placed) == 2 {
			if lines = 2; placed[1].more.empty() {
				lines = 1
			}
			if b := placed[1].box; b.overlaps(kept[0], 0) || b.overlaps(placed[0].box, 0) || b.x0 > tt.x || b.x1 < tt.x {
				t.Errorf("%s: the other plate is at %+v", tt.about, b)
			}
		}
		if lines != tt.lines {
			t.Errorf("%s: the other plate has %d lines, want %d: %+v", tt.about, lines, tt.lines, placed)
		}
		if other.pin = 0; tt.lines > 0 && len(placeTags([]tag{first, other}, m, tt.picture, nil, kept, maxTags)) != 1 {
			t.Errorf("%s: a tag that is no plate has a place", tt.about)
		}
	}
}

// TestTagsOutOfThePicture: a mandatory tag outside the picture is at the border, with an arrow toward its position. One inside the picture
// has no arrow.
func TestTagsOutOfThePicture(t *testing.T) {
	m, a := testMetrics(t)
	picture := rectangle{10, 20, 600, 400}
	for _, tt := range []struct {
		x, y  float64
		arrow string
	}{{300, 200, ""}, {600, 400, ""}, {10, 20, ""}, {601, 200, "→"}, {5, 200, "←"}, {300, 0, "↑"}, {300, 4000, "↓"}, {700, 500, "↘"}, {-90, 500, "↙"},
		{-90, -80, "↖"}, {700, -80, "↗"}} {
		g := tag{name: a.line(nil, "Session", 1000), style: tagSelected, x: tt.x, y: tt.y}
		before := m.lead(&g)
		g.comeIn(picture, a)
		if g.arrow.text != tt.arrow || g.x < picture.x0 || g.x > picture.x1 || g.y < picture.y0 || g.y > picture.y1 || (m.lead(&g) > before) != (tt.arrow != "") {
			t.Errorf("from %v, %v: arrow %q at %v, %v", tt.x, tt.y, g.arrow.text, g.x, g.y)
		}
		if placed := placeTags([]tag{g}, m, picture, nil, nil, 1); len(placed) != 1 {
			t.Errorf("from %v, %v it has no place", tt.x, tt.y)
		}
	}
}

// TestPlateContrast: white text on the plate of a finding has a contrast of at least 4.5 in every palette.
func TestPlateContrast(t *testing.T) {
	for _, v := range []View{{}, {Dark: true}, {ColorBlind: true}, {Dark: true, ColorBlind: true}} {
		for e := range pinspkg.Emphases {
			fill, _ := (&tag{style: tagFinding, emphasis: e}).colors(&v)
			plate := scene.RGB{R: fill[0], G: fill[1], B: fill[2]}
			if contrast := 1.05 / (plate.Luminance() + 0.05); contrast < 4.5 {
				t.Errorf("dark %v, color-blind %v: the plate %v of emphasis %d has a contrast of %.1f", v.Dark, v.ColorBlind, plate, e, contrast)
			}
		}
	}
}
