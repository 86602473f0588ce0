package dump

import (
	"fmt"
	"strings"
	"testing"

	"memcity/city/citytest"
	"memcity/city/scene"
	"memcity/city/scene/scenetest"
	"memcity/city/view/ages"
	"memcity/city/view/diffs"
)

// The dump lists every class with its storey, from the ground up.
func TestDumpedAges(t *testing.T) {
	all := citytest.Points(citytest.Inner("Heap", citytest.Leaf("a", 10, 100), citytest.Leaf("b", 4, 40)))
	p := scenetest.Plan(all, scene.DefaultSettings())
	report := &ages.Report{Points: 3, Followed: diffs.ByContent, Tree: all[0].Tree, Groups: make([]ages.Counts, 3)}
	a, _ := p.Series.Find("Heap#a")
	for i := range report.Groups {
		report.Groups[i].Known = int32(i) == a
	}
	report.Groups[a].Classes[0].Objects, report.Groups[a].Classes[0].Bytes = 5, 25
	report.Groups[a].Classes[2].Objects, report.Groups[a].Classes[2].Bytes = 2, 50
	report.Groups[a].Classes[ages.Before].Objects, report.Groups[a].Classes[ages.Before].Bytes = 3, 25
	c := p.Aged(scene.NewAges(p.Series, 0, report), scene.DefaultSettings())
	var out strings.Builder
	if err := Of(c, "test", scene.DefaultSettings(), scene.Target{}).WriteText(&out); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	high := c.Buildings[0].Height
	want := fmt.Sprintf("    age before 3 objects, 25 bytes, height %.2f\n    age 2-3 2 objects, 50 bytes, height %.2f\n    age 0 5 objects, 25 bytes, height %.2f\nbuilding Heap#b",
		0.25*high, 0.5*high, 0.25*high)
	if !strings.Contains(text, want) || !strings.Contains(text, "ages in gc points, identity recovered\n") {
		t.Errorf("printed\n%s\nwant\n%s", text, want)
	}
	ages := Of(c, "test", scene.DefaultSettings(), scene.Target{}).Buildings[0].Ages
	if len(ages) != 3 || ages[0].From != 2 || ages[0].To != nil || ages[1].From != 2 || *ages[1].To != 3 || ages[2].From != 0 ||
		*ages[2].To != 0 {
		t.Errorf("ages %+v", ages)
	}
}
