package churn

import (
	"image"
	"testing"

	"memcity/render/ui/card/bar"
	"memcity/render/ui/card/notice"
	"memcity/render/ui/card/timeline"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

// newTest lays out a model with this panel and the bars around it, and returns the panel's local state as well.
func newTest(t testing.TB, m model.Model, size image.Point, scale float64) (*widget.Core, *View) {
	t.Helper()
	own := &View{}
	return uitest.New(t, m, size, scale, bar.New(), bar.NewRail(), own.panel(), timeline.New(), widget.NewMenu(), notice.NewHint()), own
}

// newCore is [newTest] for tests that need only the layout.
func newCore(t testing.TB, m model.Model, size image.Point, scale float64) *widget.Core {
	t.Helper()
	k, _ := newTest(t, m, size, scale)
	return k
}
