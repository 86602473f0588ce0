package ui

import (
	"image"
	"reflect"
	"testing"

	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// Redundant inputs are merged with their neighbors. Deliberate inputs are kept in order.
func TestQueued(t *testing.T) {
	a, b := image.Pt(1, 2), image.Pt(3, 4)
	pointer := func(kind model.PointerKind, at image.Point) model.Pointer { return model.Pointer{Kind: kind, At: at} }
	wheel := func(by float64, at image.Point) model.Pointer {
		return model.Pointer{Kind: model.PointerWheel, At: at, Wheel: by}
	}
	down, held := model.Key{Name: model.KeyDown}, model.Key{Name: model.KeyDown, Repeat: true}
	shifted := model.Key{Name: model.KeyDown, Repeat: true, Mods: action.Shift}
	for _, c := range []struct {
		name     string
		in, want []any
	}{
		{"ticks", []any{widget.Tick(1), widget.Tick(2), widget.Tick(3)}, []any{widget.Tick(3)}},
		{"ticks around a key", []any{widget.Tick(1), down, widget.Tick(2)}, []any{widget.Tick(1), down, widget.Tick(2)}},
		{"moves", []any{pointer(model.PointerMove, a), pointer(model.PointerMove, b)}, []any{pointer(model.PointerMove, b)}},
		{"a click", []any{pointer(model.PointerMove, a), pointer(model.PointerPress, a), pointer(model.PointerRelease, a), pointer(model.PointerMove, b)},
			[]any{pointer(model.PointerPress, a), pointer(model.PointerRelease, a), pointer(model.PointerMove, b)}},
		{"a press elsewhere", []any{pointer(model.PointerMove, a), pointer(model.PointerPress, b)},
			[]any{pointer(model.PointerMove, a), pointer(model.PointerPress, b)}},
		{"two presses", []any{pointer(model.PointerPress, a), pointer(model.PointerPress, a)}, []any{pointer(model.PointerPress, a), pointer(model.PointerPress, a)}},
		{"the wheel", []any{wheel(1, a), wheel(2, a), wheel(-0.5, a)}, []any{wheel(2.5, a)}},
		{"the wheel at two places", []any{wheel(1, a), wheel(2, b)}, []any{wheel(1, a), wheel(2, b)}},
		{"a text", []any{widget.Typed("a"), widget.Typed("bc"), down, widget.Typed("d")}, []any{widget.Typed("a"), widget.Typed("bc"), down, widget.Typed("d")}},
		{"a key that is held", []any{down, held, held}, []any{held}},
		{"a key pressed often", []any{down, down}, []any{down, down}},
		{"another key is held", []any{model.Key{Name: model.KeyUp}, held}, []any{model.Key{Name: model.KeyUp}, held}},
		{"held with Shift", []any{down, shifted}, []any{down, shifted}},
		{"different things", []any{widget.Blur{}, widget.Blur{}, widget.Tick(1)}, []any{widget.Blur{}, widget.Blur{}, widget.Tick(1)}},
	} {
		var got []any
		for _, e := range c.in {
			got = queued(got, e)
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v wait as %v, want %v", c.name, c.in, got, c.want)
		}
	}
}
