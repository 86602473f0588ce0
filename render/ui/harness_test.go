package ui

import (
	"image"
	"testing"

	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

// newTest lays out a model with all panels, without painting.
func newTest(t testing.TB, m model.Model, size image.Point, scale float64) *widget.Core {
	t.Helper()
	return uitest.New(t, m, size, scale, panels()...)
}
