package scene

import (
	"math"
	"testing"

	"memcity/city/citytest"
	"memcity/city/trees"
)

// closeUp frames a box like the window.
func closeUp(c Camera, box Box) Camera { return c.Focus(box, 16.0/9, Frame{}) }

// hiding returns a city with a tower in front of a small building, for a camera from the front.
func hiding(t *testing.T) (c *City, small Target) {
	t.Helper()
	p := planOf(citytest.Points(citytest.Inner("Heap", citytest.Leaf("tower", 90_000, 0), citytest.Leaf("small", 400, 0))), planSettings(trees.Objects, Sqrt, 40))
	c = p.At(0, DefaultSettings())
	return c, mustFind(t, c, "Heap#small")
}

// TestFacingStays: a camera that sees enough keeps its side.
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

// TestFacingTurns: from any starting side, the camera sees more than half of its target, despite a tower next to it. It turns only if it
// would see less, and no further than needed.
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

// TestOpening: the overview has the default direction unless it hides the target. Otherwise it uses the direction with the smallest
// sufficient turn.
func TestOpening(t *testing.T) {
	c, small := hiding(t)
	home := func(l Look) Camera { return l.Home(c.Bounds(), 16.0/9, Frame{}) }
	if got := c.Opening(mustFind(t, c, "Heap#tower"), home); got != (Look{}) {
		t.Errorf("the tower is looked at from %+v", got)
	}
	if got := c.Opening(Target{Kind: OnGround}, home); got != (Look{}) {
		t.Errorf("the ground is looked at from %+v", got)
	}
	box, _ := c.Box(small)
	for _, start := range []float64{0, math.Pi / 2, math.Pi, -math.Pi / 2} { // for some of them, the tower is in front of the small building
		from := func(l Look) Camera { return home(Look{l.Turn + start, l.Rise}) }
		look := c.Opening(small, from)
		usual, seen := c.seenOf(small, box, from(Look{}).Eye()), c.seenOf(small, box, from(look).Eye())
		if (look != Look{}) != (usual < openingSeen) || seen < usual || seen < openingSeen {
			t.Errorf("from %v, where %v is seen, it is looked at from %+v, where %v is", start, usual, look, seen)
		}
	}
}

// TestBefore: obstacles in front of a target are found from every side, and none remain once they are transparent.
func TestBefore(t *testing.T) {
	c, small := hiding(t)
	tower := mustFind(t, c, "Heap#tower")
	hidden := 0
	for step := range 24 {
		eye := Look{Turn: float64(step) * math.Pi / 12}.Home(c.Bounds(), 16.0/9, Frame{}).Eye()
		before := c.Before(small, eye)
		box, _ := c.Box(small)
		switch seen := c.seenOf(small, box, eye); {
		case len(before) > 1 || len(before) == 1 && before[0] != tower:
			t.Fatalf("before it stand %v", before)
		case (len(before) == 1) != (seen < 1-hidesLeast+1e-9):
			t.Errorf("%v is seen, and before it stand %v", seen, before)
		}
		if roof := c.RoofSeen(small, eye); roof < 1 && len(before) == 1 {
			hidden++
			faded := c.Faded(before)
			if got := faded.RoofSeen(small, eye); got != 1 {
				t.Errorf("with the tower see-through %v of the roof is seen", got)
			}
			if faded.Buildings[tower.Index].Opacity != fadedOpacity || c.Buildings[tower.Index].Opacity != 1 {
				t.Error("the city itself was changed, or the copy was not")
			}
		}
		if got := c.Before(tower, eye); len(got) != 0 {
			t.Errorf("before the tower stand %v", got)
		}
	}
	if hidden == 0 {
		t.Error("the tower never hides the roof")
	}
	if c.Faded(nil) != c || c.Faded([]Target{{OnBlock, 0}}) != c {
		t.Error("a city without anything to fade is another one")
	}
	eye := Vec{Y: c.Buildings[small.Index].Top() / 2, Z: 1000}
	if got := c.RoofSeen(small, eye); got != 0 {
		t.Errorf("from below %v of the roof is seen", got)
	}
}
