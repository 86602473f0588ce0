package structures

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
	k := uitest.New(t, m, size, scale, bar.New(), bar.NewRail(), own.panel(), timeline.New(), widget.NewMenu(), notice.NewHint())
	states[k] = own
	t.Cleanup(func() { delete(states, k) })
	return k, own
}

// states are the local states by core.
var states = map[*widget.Core]*View{}

// of returns the panel's local state.
func of(k *widget.Core) *View { return states[k] }

// shows replaces the model.
func shows(k *widget.Core, m model.Model) {
	k.Show(&widget.Shown{Model: m, Size: k.Size, Scale: float64(k.DpPx)})
	k.Layout()
}
