package ui

import (
	"image"
	"strings"
	"testing"
	"unicode/utf8"

	"gioui.org/font"

	"memcity/city/scene"
	"memcity/render/ui/canvas"
	"memcity/render/ui/card/bar"
	"memcity/render/ui/card/legend"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/words"
)

// A long name takes two lines. The class is on the second, and the truncation is at the start.
func TestTwoLines(t *testing.T) {
	types, err := canvas.NewTypesetter(false)
	if err != nil {
		t.Fatal(err)
	}
	const px, width = 15.5, 200
	for _, name := range []string{"String", "java.util.concurrent.ConcurrentHashMap$Node",
		"com.example.a.very.long.name.of.a.package.that.goes.on.OrderRepositoryFactoryBeanProvider",
		strings.Repeat("x", 10_000), strings.Repeat("界", 10_000), strings.Repeat("a.", 5000) + "Last",
		"שלום " + strings.Repeat("עולם", 100), "", "\x00\n"} {
		lines := types.TwoLines(name, px, font.SemiBold, width)
		if len(lines) > 2 || len(lines) == 0 {
			t.Fatalf("%.40q: %d lines", name, len(lines))
		}
		for _, l := range lines {
			if w := types.Line(l, px, font.SemiBold).Width; w > width+1 {
				t.Errorf("%.40q: the line %q is %v wide", name, l, w)
			}
		}
		shown := strings.TrimPrefix(strings.Join(lines, ""), "…")
		if !strings.HasSuffix(words.OneLine(name), shown) {
			t.Errorf("%.40q is shown as %q", name, lines)
		}
		if len(lines) == 2 && utf8.RuneCountInString(lines[1]) < 8 {
			t.Errorf("%.40q: the last line is only %q", name, lines[1])
		}
	}
}

// A long word is broken instead of truncated, but a hostile one takes few lines.
func TestLongWordsAreBroken(t *testing.T) {
	types, err := canvas.NewTypesetter(false)
	if err != nil {
		t.Fatal(err)
	}
	const word = "/home/me/recordings/of.the.shop.server/2026-01-31/heap-dump-before-restart.hprof"
	lines := types.Wrap("read "+word+" twice", 12, font.Normal, 120)
	if got := strings.Join(lines, ""); got != "read"+word+" twice" && got != "read"+word+"twice" {
		t.Errorf("the lines are %q", lines)
	}
	if n := len(types.Wrap(strings.Repeat("x", 1<<20), 12, font.Normal, 120)); n > canvas.MaxPieces {
		t.Errorf("%d lines of one word", n)
	}
}

// Names of ten thousand letters are truncated before shaping.
func TestLongNamesAreNotShaped(t *testing.T) {
	m := uitest.Sample()
	long := strings.Repeat("a.", 5000)
	m.Selection.Path = []model.Part{{Key: "a", Name: long, Role: "Package"}, {Key: "b", Name: long + "x", Role: "Type"}}
	m.Hover, m.HoverAt = m.Selection, image.Pt(500, 300)
	m.Name, m.Legend.LargestName = long, long
	k := newTest(t, m, uitest.Screen, 1)
	for key := range k.Faces.Lines {
		if len(key.Text) > 5000 {
			t.Errorf("a text of %d bytes is shaped", len(key.Text))
		}
	}
}

func TestOpacityText(t *testing.T) {
	m := uitest.Sample()
	for _, c := range []struct {
		solid, buildings, grew, points int
		want                           string
	}{
		{10, 300, 200, 9, "the 10 groups that grew most are solid; others have 40 % opacity"}, {10, 300, 4, 9, "10 are solid, and 4 of them grew; others have 40 % opacity"},
		{10, 300, 0, 9, "10 buildings are solid, although none grew; others have 40 % opacity"},
		{1, 300, 5, 9, "the group that grew most is solid; others have 40 % opacity"},
		{0, 300, 5, 9, "none is solid; others have 40 % opacity"}, {10, 9, 9, 9, "all buildings are solid"},
		{10, 300, 5, 1, "10 buildings are solid, although none grew; others have 40 % opacity"},
	} {
		s := scene.DefaultSettings()
		s.Fade = true
		s.Solid, m.Legend.Buildings, m.Legend.Grew = c.solid, c.buildings, c.grew
		m.Points = make([]model.Point, c.points)
		if got := legend.OpacityText(&s, &m); got != c.want {
			t.Errorf("%+v: %q, want %q", c, got, c.want)
		}
		s.Fade = false
		if got := legend.OpacityText(&s, &m); got != "all buildings are solid" {
			t.Errorf("%+v, not see-through: %q", c, got)
		}
	}
}

// TestOpacityOfFindings: buildings of the finding are opaque as well.
func TestOpacityOfFindings(t *testing.T) {
	m := uitest.Sample()
	m.Legend.Pinned = &model.Pinned{}
	m.Points = make([]model.Point, 9)
	m.Legend.Buildings = 300
	for _, c := range []struct {
		solid, grew int
		want        string
	}{{10, 200, "findings and the 10 groups that grew most are solid; others have 40 % opacity"}, {10, 4, "findings and the 4 groups that grew most are solid; others have 40 % opacity"},
		{10, 0, "findings are solid; others have 40 % opacity"}, {0, 5, "findings are solid; others have 40 % opacity"}} {
		s := scene.DefaultSettings()
		s.Fade, s.Solid, m.Legend.Grew = true, c.solid, c.grew
		if got := legend.OpacityText(&s, &m); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

// Top bar, legend, inspector and search count the same groups.
func TestCountsAgree(t *testing.T) {
	m := uitest.Sample()
	m.Selection, m.Selections = nil, nil
	k := newTest(t, m, uitest.Screen, 1)
	uitest.Find(t, k, model.Bar, "value", "About")
	if got := bar.GroupsText(&m); got != "1,500 of 1,512 groups shown" {
		t.Errorf("the bar says %q", got)
	}
	if got := legend.GroupsLegend(&m); got != "" {
		t.Errorf("the legend says %q of 0.3 %% of the heap", got)
	}
	for share, want := range map[int64]string{99: "", 100: "12 smaller groups not shown (1 % of bytes)"} {
		large := m
		large.Legend.Bytes, large.Legend.Hidden.Bytes = 10_000, share
		if got := legend.GroupsLegend(&large); got != want {
			t.Errorf("the legend says %q of %d in 10,000, want %q", got, share, want)
		}
	}
	grown := m
	grown.Legend.Hidden.Growers = 2
	if got := legend.GroupsLegend(&grown); got != "12 smaller groups not shown (0.3 % of bytes); 2 are among the groups that grew most" {
		t.Errorf("the legend says %q of strong growth", got)
	}
	if sum := m.Legend.Buildings + m.Legend.Slabs + m.Legend.NotShown; sum != m.Groups {
		t.Errorf("%d groups, %d of them reported", m.Groups, sum)
	}
	m.Legend.NotShown = 0
	if got := bar.GroupsText(&m); got != "1,512 groups" {
		t.Errorf("with all shown, the bar says %q", got)
	}
}

func TestNoBuildings(t *testing.T) {
	m := uitest.Sample()
	m.Selection, m.Minimap = nil, nil
	m.Legend = model.Legend{NotShown: 1}
	k := newTest(t, m, uitest.Screen, 1)
	uitest.Find(t, k, model.LegendP, "text", "No buildings: all groups are empty in this")
}
