package ui

import (
	"image"
	"maps"
	"slices"
	"testing"

	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

// fixtures are models that show every view and most cards.
func fixtures() map[string]model.Model {
	full := uitest.Sample()
	full.SettingsOpen = true
	return map[string]model.Model{
		"sample": uitest.Sample(), "full": full, "several": uitest.Several(), "start": uitest.StartModel(), "record": uitest.RecordModel(),
		"live": uitest.LiveModel(), "waiting": uitest.WaitingModel(), "rules": uitest.RuledModel(), "picture": uitest.PictureModel(),
		"group": uitest.GroupModel(nil, nil), "help": uitest.HelpModel("start"), "overview": uitest.OverviewModel(), "events": uitest.EventsModel(),
		"tree": uitest.TreeModel(3, 4), "trends": uitest.TrendsModel(3, 4), "structures": uitest.StructuresModel(),
		"churn": uitest.ChurnModel(), "allocated": uitest.AllocatedModel(), "freed": uitest.FreedModel(), "heap": uitest.HeapModel(3, 4),
		"diff": uitest.DiffModel(3, 4), "guide": uitest.Guided(), "nothing": {},
	}
}

// slower are fixtures that need more passes, up to as many as a layout has: a dialog that opens moves the focus to its first
// control in the first pass, so the second knows where that is and scrolls to it or measures its hint, and later ones lay
// out with that.
var slower = map[string]bool{"picture": true, "record": true, "rules": true}

// The first pass measures what the cards want, the second lays out with that: a third changes nothing, whatever the size and
// the scale. Fixtures that are slower settle before the layout gives up.
func TestSettlesInTwoPasses(t *testing.T) {
	for name, m := range fixtures() {
		passes := 2
		if slower[name] {
			passes = 4
		}
		for _, scale := range []float64{1, 1.25} {
			for _, dp := range []image.Point{{320, 240}, {640, 480}, {1280, 720}, {1920, 1080}} {
				size := image.Pt(int(float64(dp.X)*scale), int(float64(dp.Y)*scale))
				k, err := widget.NewCore(widget.Options{}, panels()...)
				if err != nil {
					t.Fatal(err)
				}
				k.Show(&widget.Shown{Model: m, Size: size, Scale: scale})
				for range passes {
					k.Again = false
					k.LayoutOnce()
				}
				if k.Again {
					t.Errorf("%s, %v at %v: asks for pass %d", name, dp, scale, passes+1)
				}
				items, rects := slices.Clone(k.Seen()), k.CopyRects()
				k.LayoutOnce()
				if !slices.Equal(k.Seen(), items) || !maps.Equal(k.CopyRects(), rects) {
					t.Errorf("%s, %v at %v: pass %d changes what is seen", name, dp, scale, passes+1)
				}
			}
		}
	}
}
