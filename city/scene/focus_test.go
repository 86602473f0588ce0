package scene

import (
	"math"
	"testing"
)

// FocusAmong shows every corner of the target and its surroundings in the frame. It stays as close as Focus if that shows them.
func TestFocusAmong(t *testing.T) {
	frame, aspect := Frame{Left: -0.45, Bottom: -0.6, Right: 0.5, Top: 0.85}, 16.0/9
	box := Box{Vec{10, 0, 10}, Vec{12, 4, 12}}
	for _, far := range []Box{{Vec{10, 0, 10}, Vec{12, 4, 12.5}}, {Vec{0, 0, 0}, Vec{40, 20, 12}}, {Vec{-200, 0, 10}, Vec{12, 4, 300}}} {
		for turn := range 8 {
			for _, pitch := range []float64{homePitch, MaxPitch} {
				c := Camera{Yaw: float64(turn) * math.Pi / 4, Pitch: pitch, Distance: 30, Orthographic: pitch == MaxPitch}
				around := box.Union(far)
				got := c.FocusAmong(box, around, aspect, frame)
				if !got.shows(around, aspect, frame) {
					t.Errorf("%+v does not show all of %v", got, around)
				}
				if near := c.Focus(box, aspect, frame); near.shows(around, aspect, frame) != (got == near) {
					t.Errorf("%v: moved to %+v although %+v is closer", around, got, near)
				}
			}
		}
	}
	c := Camera{Pitch: homePitch, Distance: 30}
	if c.FocusAmong(box, box, aspect, frame) != c.Focus(box, aspect, frame) {
		t.Error("a target without surroundings is shown from elsewhere")
	}
}
