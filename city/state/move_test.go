package state

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"memcity/city/citytest"
	"memcity/city/scene"
)

// poseDistance returns the distance of two poses in space and angle.
func poseDistance(a, b scene.Camera) float64 {
	return a.Target.Sub(b.Target).Length() + math.Abs(a.Distance-b.Distance) +
		math.Abs(math.Remainder(a.Yaw-b.Yaw, 2*math.Pi)) + math.Abs(a.Pitch-b.Pitch)
}

// groundPoint returns the point where a ray through the picture hits the ground; ok is false if it points up or far beyond the city.
func groundPoint(s State, x, y float64) (scene.Vec, bool) {
	r := s.Camera.Ray(x, y, s.Aspect)
	if r.Dir.Y >= 0 {
		return scene.Vec{}, false
	}
	t := -r.Origin.Y / r.Dir.Y
	return r.At(t), t < 20*s.Bounds.Radius()
}

// eachMove calls try for random poses and picture positions of a city. It requires that enough moves stay clear of the limits, as try
// reports.
func eachMove(t *testing.T, try func(rng *rand.Rand, s State, x, y float64) (clear bool)) {
	t.Helper()
	for name, b := range testBounds() {
		rng := rand.New(rand.NewPCG(8, 8))
		clear := 0
		for range 1500 {
			s := flyingState(b, 1.5)
			s.Camera = randomPose(rng, s)
			if try(rng, s, 1.8*rng.Float64()-0.9, 1.8*rng.Float64()-0.9) {
				clear++
			}
			if t.Failed() {
				t.Fatalf("%s: %+v", name, s.Camera)
			}
		}
		if clear < 150 {
			t.Errorf("%s: only %d of 1500 moves stayed clear of the limits", name, clear)
		}
	}
}

// checkFixed checks that a point has the same position in the picture in both states.
func checkFixed(t *testing.T, p scene.Vec, before, now State) {
	t.Helper()
	x0, y0, _, _ := before.Camera.Project(p, before.Aspect)
	x1, y1, _, ok := now.Camera.Project(p, now.Aspect)
	if !ok || math.Abs(x0-x1) > 1e-6 || math.Abs(y0-y1) > 1e-6 {
		t.Errorf("%v moves from %v, %v to %v, %v, in front %v", p, x0, y0, x1, y1, ok)
	}
}

func TestZoomKeepsPointUnderCursor(t *testing.T) {
	eachMove(t, func(rng *rand.Rand, s State, x, y float64) bool {
		at, ok := groundPoint(s, x, y)
		if rng.IntN(2) == 0 {
			at, ok = s.Camera.Ray(x, y, s.Aspect).At(s.Camera.Distance*(0.5+rng.Float64())), true
		}
		factor := math.Pow(2, 2*rng.Float64()-1)
		now := Step(s, Zoom{at, factor})
		free := scene.Camera{Target: at.Toward(s.Camera.Target, factor), Yaw: s.Camera.Yaw, Pitch: s.Camera.Pitch,
			Distance: s.Camera.Distance * factor}
		if !ok || poseDistance(free, s.limited(free)) > 1e-9*s.Bounds.Radius() {
			return false
		}
		if !citytest.Near(now.Camera.Distance, s.Camera.Distance*factor, 1e-9) {
			t.Errorf("distance %v times %v is %v", s.Camera.Distance, factor, now.Camera.Distance)
		}
		checkFixed(t, at, s, now)
		return true
	})
}

func TestPanKeepsGroundUnderCursor(t *testing.T) {
	eachMove(t, func(rng *rand.Rand, s State, x, y float64) bool {
		from, ok := groundPoint(s, x, y)
		x1, y1 := 1.8*rng.Float64()-0.9, 1.8*rng.Float64()-0.9
		to, ok1 := groundPoint(s, x1, y1)
		if !ok || !ok1 {
			return false
		}
		free := s.Camera
		free.Target = free.Target.Add(from).Sub(to)
		if poseDistance(free, s.limited(free)) > 1e-9*s.Bounds.Radius() {
			return false
		}
		now := Step(s, Pan{from, to})
		if gotX, gotY, _, ok := now.Camera.Project(from, s.Aspect); !ok || math.Abs(gotX-x1) > 1e-6 || math.Abs(gotY-y1) > 1e-6 {
			t.Errorf("dragged from %v, %v to %v, %v it is at %v, %v", x, y, x1, y1, gotX, gotY)
		}
		if now.Camera.Distance != s.Camera.Distance || now.Camera.Pitch != s.Camera.Pitch {
			t.Errorf("the camera turned from %+v to %+v", s.Camera, now.Camera)
		}
		return true
	})
}

func TestOrbitKeepsPivot(t *testing.T) {
	eachMove(t, func(rng *rand.Rand, s State, x, y float64) bool {
		about, ok := groundPoint(s, x, y)
		yaw, pitch := rng.Float64()-0.5, 0.4*rng.Float64()-0.2
		now := Step(s, Orbit{about, yaw, pitch})
		if !ok || math.Abs(math.Remainder(now.Camera.Yaw-s.Camera.Yaw-yaw, 2*math.Pi)) > 1e-9 {
			return false
		}
		// The pivot keeps its distance from the eye and along the view unless the limits moved the camera.
		_, _, before, _ := s.Camera.Project(about, s.Aspect)
		_, _, depth, _ := now.Camera.Project(about, s.Aspect)
		if !citytest.Near(depth, before, 1e-9) || !citytest.Near(now.Camera.Eye().Sub(about).Length(), s.Camera.Eye().Sub(about).Length(), 1e-9) {
			return false
		}
		checkFixed(t, about, s, now)
		return true
	})
}

func TestWalkDoesNotDependOnHowTimeIsCut(t *testing.T) {
	eachMove(t, func(rng *rand.Rand, s State, _, _ float64) bool {
		way := Walk{Right: float64(rng.IntN(3) - 1), Up: float64(rng.IntN(3) - 1), Forward: float64(rng.IntN(3) - 1)}
		whole := way
		whole.For = time.Duration(rng.IntN(400)+60) * time.Millisecond
		free := freeWalk(s.Camera, whole)
		if poseDistance(free, s.limited(free)) > 1e-9*s.Bounds.Radius() {
			return false
		}
		one, many := Step(s, whole), s
		for left := whole.For; left > 0; {
			way.For = min(left, time.Duration(1+rng.IntN(30))*time.Millisecond)
			many = Step(many, way)
			left -= way.For
		}
		if d := poseDistance(one.Camera, many.Camera); d > 1e-6*s.Bounds.Radius() {
			t.Errorf("%+v: at once %+v, in pieces %+v", whole, one.Camera, many.Camera)
		}
		if d := poseDistance(one.Camera, free); d > 1e-4*s.Bounds.Radius() {
			t.Errorf("%+v: leads to %+v, by small steps to %+v", whole, one.Camera, free)
		}
		return one.Camera != s.Camera
	})
}

// freeWalk simulates a walk in small steps, without limits: the speed is proportional to the distance at every moment.
func freeWalk(c scene.Camera, w Walk) scene.Camera {
	const steps = 200
	dt := w.For.Seconds() / steps
	sin, cos := math.Sincos(c.Yaw)
	for range steps {
		way := walkSpeed * c.Distance * (1 + w.Up*walkSpeed*dt/2) * dt // the speed in the middle of the step
		c.Target.X += way * (w.Right*cos - w.Forward*sin)
		c.Target.Z += way * (-w.Right*sin - w.Forward*cos)
		c.Distance += way * w.Up
	}
	return c
}

func TestWalkDirections(t *testing.T) {
	s := flyingState(testBounds()["usual"], 1.5)
	s.Camera = scene.Camera{Target: s.Bounds.Center(), Pitch: 0.5, Distance: s.Bounds.Radius()}
	s.Camera.Target.Y = 0
	d := s.Bounds.Radius() * walkSpeed * 0.1
	for _, tt := range []struct {
		name string
		walk Walk
		want scene.Vec
	}{
		{"forward", Walk{Forward: 1}, scene.Vec{Z: -d}},
		{"back", Walk{Forward: -1}, scene.Vec{Z: d}},
		{"right", Walk{Right: 1}, scene.Vec{X: d}},
		{"left", Walk{Right: -1}, scene.Vec{X: -d}},
	} {
		tt.walk.For = second / 10
		now := Step(s, tt.walk)
		if moved := now.Camera.Target.Sub(s.Camera.Target); moved.Sub(tt.want).Length() > 1e-9*d || now.Camera.Distance != s.Camera.Distance {
			t.Errorf("%s moves by %v, want %v", tt.name, moved, tt.want)
		}
	}
	up, down := Step(s, Walk{Up: 1, For: second / 10}), Step(s, Walk{Up: -1, For: second / 10})
	if up.Camera.Eye().Y <= s.Camera.Eye().Y || down.Camera.Eye().Y >= s.Camera.Eye().Y {
		t.Errorf("up and down lead from %v to %v and %v", s.Camera.Eye().Y, up.Camera.Eye().Y, down.Camera.Eye().Y)
	}
}

func TestFlights(t *testing.T) {
	for name, b := range testBounds() {
		rng := rand.New(rand.NewPCG(9, 9))
		for range 50 {
			s := flyingState(b, 1.5)
			s.Camera = randomPose(rng, s)
			goal := randomPose(rng, s)
			s = Step(s, FlyTo{goal, second})
			if _, ok := s.Wake(); !s.Flying() || !ok {
				t.Fatal("the camera does not start")
			}
			last := poseDistance(s.Camera, goal)
			start := last
			for now := second; now < second+flightLength; now += 16 * time.Millisecond {
				s = Step(s, Tick{now})
				if d := poseDistance(s.Camera, goal); !(d <= last*(1+1e-9)+1e-9*b.Radius()) && start > 0 {
					t.Fatalf("%s: at %v the goal is %v away, before %v", name, now, d, last)
				} else {
					last = d
				}
				if eye := s.Camera.Eye(); !(eye.Y > 0) {
					t.Fatalf("%s: the flight passes through the ground at %v", name, eye)
				}
			}
			s = Step(s, Tick{second + flightLength})
			if s.Camera != s.limited(goal) || s.Flying() {
				t.Fatalf("%s: the flight ends at %+v, want %+v", name, s.Camera, goal)
			}
			if poseDistance(goal, s.limited(goal)) > 1e-9*b.Radius() {
				t.Fatalf("%s: limits move a pose that keeps them", name)
			}
		}
	}
}

func TestMovesEndFlights(t *testing.T) {
	b := testBounds()["usual"]
	for name, a := range map[string]Action{"zoom": Zoom{b.Center(), 0.9}, "pan": Pan{scene.Vec{X: 1}, scene.Vec{}},
		"orbit": Orbit{b.Center(), 0.1, 0}, "walk": Walk{Right: 1, For: second}} {
		s := Step(flyingState(b, 1.5), FlyTo{scene.BirdsEye(b, 1.5, scene.Frame{}), 0})
		if s = Step(s, a); s.Flying() {
			t.Errorf("%s does not end a flight", name)
		}
	}
}

// TestTimeAndSettingsNeverMoveTheCamera checks all actions that are not camera moves.
func TestTimeAndSettingsNeverMoveTheCamera(t *testing.T) {
	s := flyingState(testBounds()["usual"], 1.5)
	moves := map[string]bool{"fly": true, "zoom": true, "pan": true, "orbit": true, "walk": true}
	for name, a := range everyAction() {
		if now := Step(s, a); !moves[name] && (now.Camera != s.Camera || now.Flying()) {
			t.Errorf("%s moves the camera from %+v to %+v", name, s.Camera, now.Camera)
		}
	}
}

// TestMovesWithNothingOpen checks that a state without a city remains valid.
func TestMovesWithNothingOpen(t *testing.T) {
	for name, a := range everyAction() {
		s := after(NewState(0, scene.DefaultSettings()), a, Tick{second + second/10}, a)
		c := s.Camera
		if v := c.Target.X + c.Target.Y + c.Target.Z + c.Yaw + c.Pitch + c.Distance; math.IsNaN(v) || math.IsInf(v, 0) {
			t.Errorf("%s leads to %+v", name, c)
		}
	}
}

func TestRandomMovesNeverLoseTheCity(t *testing.T) {
	for name, b := range testBounds() {
		rng := rand.New(rand.NewPCG(10, 10))
		s := flyingState(b, aspects[rng.IntN(len(aspects))])
		now := time.Duration(0)
		for i := range 10_000 {
			now += time.Duration(rng.IntN(100)) * time.Millisecond
			a := randomMove(rng, s, now)
			s = after(s, a, Tick{now})
			if eye := s.Camera.Eye(); !(eye.Y > 0) {
				t.Fatalf("%s, move %d, %#v: the eye is at %v", name, i, a, eye)
			}
			// A new size does not move the camera until the next move.
			if _, resized := a.(Resize); !resized && !s.Flying() && !groundInFrame(s) {
				t.Fatalf("%s, move %d, %#v: no ground is in frame %v of %+v", name, i, a, s.Frame, s.Camera)
			}
		}
	}
}

// randomMove returns a realistic move, or an extreme one.
func randomMove(rng *rand.Rand, s State, now time.Duration) Action {
	ray := s.Camera.Ray(2*rng.Float64()-1, 2*rng.Float64()-1, s.Aspect)
	at := ray.At(s.Camera.Distance * 2 * rng.Float64())
	if p, ok := groundPoint(s, 2*rng.Float64()-1, 2*rng.Float64()-1); ok && rng.IntN(3) > 0 {
		at = p
	}
	switch rng.IntN(12) {
	case 0, 1, 2:
		return Zoom{at, math.Pow(2, 4*rng.Float64()-2.2)}
	case 3, 4:
		return Pan{at, s.Camera.Target}
	case 5, 6, 7:
		return Orbit{at, 8*rng.Float64() - 4, 2*rng.Float64() - 1}
	case 8, 9:
		return Walk{float64(rng.IntN(3) - 1), float64(rng.IntN(3) - 1), float64(rng.IntN(3) - 1),
			time.Duration(rng.IntN(3000)) * time.Millisecond, 2 * rng.Float64()}
	case 10:
		return Resize{aspects[rng.IntN(len(aspects))], randomFrame(rng), false}
	}
	return FlyTo{scene.Camera{Target: at, Yaw: 9 * rng.Float64(), Pitch: 3*rng.Float64() - 1.5,
		Distance: s.Bounds.Radius() * 20 * rng.Float64()}, now}
}

func randomFrame(rng *rand.Rand) scene.Frame {
	if rng.IntN(2) == 0 {
		return scene.Frame{}
	}
	return scene.Frame{Left: -1 + 0.8*rng.Float64(), Bottom: -1 + 0.6*rng.Float64(), Right: 1 - 0.8*rng.Float64(), Top: 1 - 0.4*rng.Float64()}
}

// groundInFrame clips the city's ground to the frame and reports whether anything is left.
func groundInFrame(s State) bool {
	c, b, aspect, f := s.Camera, s.Bounds, s.Aspect, s.Frame.OrWhole()
	right, up, back := c.Axes()
	h := math.Tan(scene.FieldOfView / 2)
	var polygon [][3]float64 // x, y and depth in the camera's space, x and y in pictures
	for _, p := range []scene.Vec{{X: b.Min.X, Y: 0, Z: b.Min.Z}, {X: b.Max.X, Y: 0, Z: b.Min.Z}, {X: b.Max.X, Y: 0, Z: b.Max.Z},
		{X: b.Min.X, Y: 0, Z: b.Max.Z}} {
		d := p.Sub(c.Eye())
		polygon = append(polygon, [3]float64{d.Dot(right) / (h * aspect), d.Dot(up) / h, -d.Dot(back)})
	}
	for _, side := range [][3]float64{{1, 0, -f.Left}, {-1, 0, f.Right}, {0, 1, -f.Bottom}, {0, -1, f.Top}} {
		inside := func(p [3]float64) float64 { return side[0]*p[0] + side[1]*p[1] + side[2]*p[2] }
		var cut [][3]float64
		for i, p := range polygon {
			q := polygon[(i+1)%len(polygon)]
			a, b := inside(p), inside(q)
			if a >= 0 {
				cut = append(cut, p)
			}
			if (a >= 0) != (b >= 0) {
				t := a / (a - b)
				cut = append(cut, [3]float64{p[0] + t*(q[0]-p[0]), p[1] + t*(q[1]-p[1]), p[2] + t*(q[2]-p[2])})
			}
		}
		if polygon = cut; len(polygon) == 0 {
			return false
		}
	}
	return true
}

// For any tick rate, a flight ends in the same pose, and has the same position at the same time.
func TestFlightsDoNotDependOnTheFrameRate(t *testing.T) {
	start := flyingState(scene.Box{Max: scene.Vec{X: 100, Y: 20, Z: 60}}, 1.6)
	to := scene.BirdsEye(start.Bounds, start.Aspect, start.Frame)
	const from, middle, end = 40 * time.Millisecond, 200 * time.Millisecond, time.Second
	var halfway, last []scene.Camera
	for _, every := range []time.Duration{time.Millisecond, 7 * time.Millisecond, time.Second / 60, time.Second / 24, 300 * time.Millisecond} {
		s := Step(start, FlyTo{To: to, Now: from})
		for now := from; now < middle; now += every {
			s = Step(s, Tick{Now: now})
		}
		s = Step(s, Tick{Now: middle})
		halfway = append(halfway, s.Camera)
		for now := middle; now < end; now += every {
			s = Step(s, Tick{Now: now})
		}
		s = Step(s, Tick{Now: end})
		if s.Flying() {
			t.Fatalf("still flying with a tick every %v", every)
		}
		last = append(last, s.Camera)
	}
	jumped := start
	jumped.Settings.ReducedMotion = true
	jumped = Step(jumped, FlyTo{To: to, Now: from})
	if jumped.Flying() {
		t.Error("the camera flies though less motion is wished")
	}
	last = append(last, jumped.Camera)
	for i := range last {
		if last[i] != last[0] {
			t.Errorf("flight %d ends at %+v, the first at %+v", i, last[i], last[0])
		}
	}
	for i := range halfway {
		if halfway[i] != halfway[0] || halfway[i] == last[0] {
			t.Errorf("flight %d is at %+v, the first at %+v", i, halfway[i], halfway[0])
		}
	}
}

// Enabling reduced motion during a flight ends the flight.
func TestLessMotionEndsAFlight(t *testing.T) {
	s := flyingState(scene.Box{Max: scene.Vec{X: 100, Y: 20, Z: 60}}, 1.6)
	to := scene.BirdsEye(s.Bounds, s.Aspect, s.Frame)
	s = Step(s, FlyTo{To: to})
	less := s.Settings
	less.ReducedMotion = true
	s = Step(Step(s, Set{To: less}), Tick{Now: time.Millisecond})
	if s.Flying() || s.Camera != Step(s, Look{From: to}).Camera {
		t.Errorf("the camera is at %+v on its way to %+v", s.Camera, to)
	}
}

// Moving, zooming and turning keep the projection of the bird's eye view. Tilting it returns to perspective. The distance is its scale, so that no
// limit changes it where it is in range.
func TestProjectionOfMoves(t *testing.T) {
	b := testBounds()["usual"]
	above := Step(flyingState(b, 1.5), Look{scene.BirdsEye(b, 1.5, scene.Frame{})})
	if !above.Camera.Orthographic {
		t.Fatalf("the view from above is %+v", above.Camera)
	}
	for name, test := range map[string]struct {
		a    Action
		want bool
	}{"zoom": {Zoom{b.Center(), 0.5}, true}, "pan": {Pan{scene.Vec{X: 1}, scene.Vec{}}, true}, "turn": {Orbit{b.Center(), 0.3, 0}, true},
		"tilt": {Orbit{b.Center(), 0, -0.1}, false}, "walk": {Walk{Right: 1, For: second}, true}} {
		if got := Step(above, test.a).Camera.Orthographic; got != test.want {
			t.Errorf("after %s it is orthographic: %v, want %v", name, got, test.want)
		}
	}
	low := above.Camera
	low.Distance = b.Radius() * 0.1 // the eye would be inside of buildings
	if got := above.limited(low).Distance; got != low.Distance {
		t.Errorf("distance %v becomes %v", low.Distance, got)
	}
}
