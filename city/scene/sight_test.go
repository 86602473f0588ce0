package scene

import (
	"math"
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
)

// closeUp frames a box as the window does.
func closeUp(c Camera, box Box) Camera { return c.Focus(box, 16.0/9, Frame{}) }

// hiding is a city in which a tower stands before a small building for a camera from the front.
func hiding(t *testing.T) (c *City, small Target) {
	t.Helper()
	p := planOf(citytest.Points(citytest.Inner("Heap", citytest.Leaf("tower", 90_000, 0), citytest.Leaf("small", 400, 0))), planSettings(trees.Objects, Sqrt, 40))
	c = p.At(0, DefaultSettings())
	return c, mustFind(t, c, "Heap#small")
}

// TestFacingStays: a camera from which enough is seen keeps its side.
func TestFacingStays(t *testing.T) {
	c, _ := hiding(t)
	tower := mustFind(t, c, "Heap#tower")
	for _, yaw := range []float64{0, 1, 2, -2.5} {
		from := Camera{Yaw: yaw, Pitch: homePitch, Distance: 100}
		pose, ok := c.Facing(tower, from, closeUp)
		if !ok || math.Abs(math.Remainder(pose.Yaw-yaw, 2*math.Pi)) > 1e-9 || pose.Pitch != from.Pitch {
			t.Errorf("from %v the camera turns to %v", yaw, pose.Yaw)
		}
	}
	if _, ok := c.Facing(Target{}, Camera{}, closeUp); ok {
		t.Error("nothing has a side")
	}
}

// TestFacingTurns: from wherever a camera comes, more than half of what it looks at is seen, though a tower stands next to it; it turns only
// where less is seen, and not further than needed.
func TestFacingTurns(t *testing.T) {
	c, small := hiding(t)
	box, _ := c.Box(small)
	turned := 0
	for step := range 24 {
		from := Camera{Yaw: float64(step) * math.Pi / 12, Pitch: 20 * math.Pi / 180, Distance: 100}
		pose, _ := c.Facing(small, from, closeUp)
		before, after := c.seenOf(small, box, closeUp(from, box).Eye()), c.seenOf(small, box, pose.Eye())
		if after < enoughSeen {
			t.Errorf("from %v only %v is seen", from.Yaw, after)
		}
		turn := math.Abs(math.Remainder(pose.Yaw-from.Yaw, 2*math.Pi))
		if (turn > 1e-9) != (before < enoughSeen) {
			t.Errorf("from %v, where %v is seen, it turns by %v", from.Yaw, before, turn)
		}
		for _, less := range turns {
			if side := from; math.Abs(less)*math.Pi/2 < turn-1e-9 {
				side.Yaw += less * math.Pi / 2
				if seen := c.seenOf(small, box, closeUp(side, box).Eye()); seen >= enoughSeen {
					t.Errorf("from %v it turns by %v, though %v is enough", from.Yaw, turn, less)
				}
			}
		}
		if turn > 0 {
			turned++
		}
	}
	if turned == 0 {
		t.Error("the tower never hides the small building")
	}
}
