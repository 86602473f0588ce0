package camera

import (
	"testing"
	"time"

	"memcity/city/scene"
)

// Each preset has a button for orbiting and one for panning, and Shift changes the effect of each of these buttons.
func TestDragOf(t *testing.T) {
	for _, hands := range []scene.Hands{scene.OrbitHands, scene.MapHands, scene.ModellerHands, scene.SelectHands} {
		does := map[Drag]bool{}
		for _, b := range []Button{LeftButton, RightButton, MiddleButton} {
			plain, shift := DragOf(hands, b, false), DragOf(hands, b, true)
			does[plain] = true
			if plain == shift && plain != Nothing {
				t.Errorf("%v: Shift changes nothing with button %d", hands, b)
			}
		}
		if !does[Turns] || !does[Moves] {
			t.Errorf("%v: turns %v, moves %v", hands, does[Turns], does[Moves])
		}
	}
	if DragOf(scene.OrbitHands, LeftButton, false) != Turns || DragOf(scene.OrbitHands, RightButton, false) != Moves {
		t.Error("usually the left button does not turn, or the right one does not move")
	}
	if DragOf(scene.MapHands, LeftButton, false) != Moves {
		t.Error("as in maps the left button does not move")
	}
}

func TestFingers(t *testing.T) {
	type turn struct {
		dx, dy float64
		at     time.Duration
		want   bool
	}
	for name, turns := range map[string][]turn{
		"a wheel":                   {{0, 1, 0, false}, {0, -1, 1, false}, {0, 3, 2, false}, {0, 1.5, 3, false}},
		"a fine wheel":              {{0, 0.25, 0, false}, {0, -0.125, 1, false}},
		"fingers":                   {{0, 0.1, 0, true}, {0.2, 0, 1, true}},
		"sideways":                  {{1, 0, 0, true}},
		"whole notches of fingers":  {{0, 0.3, 0, true}, {0, 1, scrollPause - 1, true}, {0, 1, 2*scrollPause - 2, true}},
		"the wheel after the pause": {{0, 0.3, 0, true}, {0, 1, scrollPause, false}},
	} {
		var s Scrolling
		for i, c := range turns {
			if got := s.Fingers(c.dx, c.dy, c.at); got != c.want {
				t.Errorf("%s, turn %d: fingers %v", name, i, got)
			}
		}
	}
}
