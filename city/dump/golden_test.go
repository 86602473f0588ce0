package dump

import (
	"bytes"
	"testing"

	"memcity/city/citytest"
	"memcity/city/scene"
	"memcity/city/scene/scenetest"
	"memcity/city/trees"
	"memcity/city/view/diffs"
)

func TestDumpHalvesGolden(t *testing.T) {
	settings := scenetest.Settings(trees.Objects, scene.Sqrt, 3)
	all := citytest.SmallRecording()
	var out bytes.Buffer
	for _, shares := range []bool{false, true} {
		s := trees.NewSeries(all[1:]).WithBaseline(citytest.BaseOf(all[0], shares))
		p := scene.NewPlan(s, trees.NewMeta(s, citytest.WholeWindow(s)), settings)
		if err := Of(p.AtBaseline(1, settings), "small", settings, scene.Target{}).WriteText(&out); err != nil {
			t.Fatal(err)
		}
	}
	compareGolden(t, "small-halves.txt", out.Bytes())
}

func TestDumpPartsGolden(t *testing.T) {
	settings := scenetest.Settings(trees.Objects, scene.Sqrt, 3)
	p := scenetest.Plan(citytest.SmallRecording(), settings)
	var out bytes.Buffer
	for _, report := range []*diffs.Report{nil, citytest.FollowedReport(p.Series, 0, 2, 0.5)} {
		c := p.Compared(scene.NewComparison(p.Series, 0, 2, report), settings)
		if err := Of(c, "small", settings, scene.Target{}).WriteText(&out); err != nil {
			t.Fatal(err)
		}
	}
	compareGolden(t, "small-parts.txt", out.Bytes())
}

func TestDumpWithRoutesGolden(t *testing.T) {
	settings := scene.DefaultSettings()
	settings.Routes.On, settings.Routes.Max = true, 3
	c := scenetest.Plan([]trees.PointTree{citytest.LeakingList(1000).Point()}, settings).At(0, settings)
	var out bytes.Buffer
	for _, selected := range []scene.Target{{}, scenetest.Find(t, c, "Heap#String")} {
		if err := Of(c, "leaking list", settings, selected).WriteText(&out); err != nil {
			t.Fatal(err)
		}
	}
	compareGolden(t, "leaking-list-routes.txt", out.Bytes())
}
