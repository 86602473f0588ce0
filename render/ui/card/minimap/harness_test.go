package minimap

import (
	"image"
	"testing"

	"memcity/render/ui/card/bar"
	"memcity/render/ui/card/inspector"
	"memcity/render/ui/card/timeline"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

// newTest lays out a model with the minimap and the cards around it.
func newTest(t testing.TB, m model.Model, size image.Point, scale float64) *widget.Core {
	t.Helper()
	return uitest.New(t, m, size, scale, bar.New(), New(), inspector.New(), timeline.New())
}
