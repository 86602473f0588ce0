package chain

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
func newTest(t testing.TB, m model.Model, size image.Point, scale float64) (*widget.Core, *Card) {
	t.Helper()
	own := &Card{}
	k := uitest.New(t, m, size, scale, bar.New(), bar.NewRail(), own.panel(), timeline.New(), widget.NewMenu(), notice.NewHint())
	states[k] = own
	t.Cleanup(func() { delete(states, k) })
	return k, own
}

// newCore is [newTest] for tests that need only the layout.
func newCore(t testing.TB, m model.Model, size image.Point, scale float64) *widget.Core {
	t.Helper()
	k, _ := newTest(t, m, size, scale)
	return k
}

// states are the local states by core.
var states = map[*widget.Core]*Card{}

// of returns the panel's local state.
func of(k *widget.Core) *Card { return states[k] }
