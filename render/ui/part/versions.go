package part

import (
	"strings"

	"memcity/city/scene"
	"memcity/city/view/ages"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	"memcity/words"
)

// namedVersions is the maximum number of named versions of a class.
const namedVersions = 3

// versionNames are the names of the classes of versions.
var versionNames = [...]string{"Newest", "Before", "Older"}

// LegendVersions explains the version storeys, from top to bottom.
func LegendVersions(c *widget.Canvas, b *canvas.Box, s *scene.Settings) {
	v := c.Model.Legend.Versions
	means := "floors: each version's share of the total of all pods, oldest at the bottom"
	if len(v.Names[0]) == 0 {
		means = "every service runs a single version at this GC point"
	}
	endedLine(c, b, "Undivided buildings", c.Tip(action.CityStoreys, "Stop dividing buildings"), func() { LegendLine(c, b, "Versions", means) })
	whole := int64(0)
	for _, amount := range v.Counts.Classes {
		whole += amount.Of(s.Unit)
	}
	for i, names := range v.Names {
		if len(names) == 0 {
			continue
		}
		class := ages.Class(i)
		text := strings.Join(names[:min(len(names), namedVersions)], ", ")
		if more := len(names) - namedVersions; more > 0 {
			text += " and " + words.Counted(int64(more), "other")
		}
		sampleLine(c, b, versionNames[min(i, len(versionNames)-1)], words.Printable(text)+" · "+words.Percent(v.Counts.Classes[i].Of(s.Unit), whole), model.VersionHint(class),
			s.Palette().Age(class), false)
	}
}
