package ring_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"memcity/trace/record/ring"
)

// every returns n points of 100 bytes at multiples of d, all with single objects.
func every(d time.Duration, n int) []ring.Point {
	points := make([]ring.Point, n)
	for i := range points {
		points[i] = ring.Point{Time: time.Duration(i) * d, Stored: 100, Full: true}
	}
	return points
}

func kept(points []ring.Point, drop []bool) (left []ring.Point) {
	for i := range points {
		if drop == nil || !drop[i] {
			left = append(left, points[i])
		}
	}
	return left
}

func TestKeep(t *testing.T) {
	p := ring.Policy{Keep: time.Hour}
	for n, want := range map[int]int{1: 1, 2: 2, 61: 61, 62: 62, 67: 67, 68: 61, 1000: 61} { // 66 min is a tenth more
		if left := kept(every(time.Minute, n), p.Drop(every(time.Minute, n), 1<<40)); len(left) != want {
			t.Errorf("%d points: %d left, want %d", n, len(left), want)
		}
	}
}

func TestBytes(t *testing.T) {
	p := ring.Policy{Bytes: 1000}
	for size, want := range map[int64]int{999: 12, 1000: 12, 1001: 9, 1100: 9, 1101: 8, 1 << 40: 1} { // down to 800
		if left := kept(every(time.Minute, 12), p.Drop(every(time.Minute, 12), size)); len(left) != want || left[len(left)-1].Time != 11*time.Minute {
			t.Errorf("%d bytes: %d left, want %d", size, len(left), want)
		}
	}
	if p.Drop(every(time.Minute, 1), 1<<40) != nil || p.Drop(nil, 1<<40) != nil {
		t.Error("the only point is removed")
	}
}

func TestThin(t *testing.T) {
	steps, err := ring.ParseThin(ring.DefaultThin)
	if err != nil || !slices.Equal(steps, []ring.Step{{time.Hour, 10 * time.Minute}, {24 * time.Hour, time.Hour}}) {
		t.Fatalf("%v, %v", steps, err)
	}
	p := ring.Policy{Thin: steps}
	if p.Drop(every(time.Minute, 61), 0) != nil || p.Drop(every(time.Minute, 63), 0) != nil {
		t.Error("points are removed too early, or where it does not pay")
	}
	// One point per minute for three days, as a recorder makes them.
	var points []ring.Point
	most := 0
	for i := range 3 * 24 * 60 {
		points = append(points, ring.Point{Time: time.Duration(i) * time.Minute, Stored: 100, Full: i%3 == 2})
		points = kept(points, p.Drop(points, 0))
		most = max(most, len(points))
	}
	newest := points[len(points)-1].Time
	hour, day, older := 0, 0, 0
	for _, q := range points {
		switch age := newest - q.Time; {
		case age <= time.Hour:
			hour++
		case age <= 24*time.Hour:
			day++
		default:
			older++
		}
		if age := newest - q.Time; age > 2*time.Hour && !q.Full {
			t.Errorf("the point at %v without single objects is kept, not one with them", q.Time)
		}
	}
	if hour != 61 || day < 23*6 || day > 23*6+30 || older < 47 || older > 75 || most > 300 {
		t.Errorf("%d, %d, %d points are kept, at most %d", hour, day, older, most)
	}
}

func TestParseThin(t *testing.T) {
	for _, text := range []string{"", "1h", "1h:", ":1h", "1h:0s", "0s:1h", "1h:10m,", "1h:10m,1h:20m", "1h:10m,2h:10m", "1x:1h", "1h:-1m"} {
		if s, err := ring.ParseThin(text); err == nil {
			t.Errorf("%q was read as %v", text, s)
		}
	}
	for _, text := range []string{" 1h:1m , 2h:2m ", "1ns:1ns,2ns:2ns"} {
		if s, err := ring.ParseThin(text); err != nil || len(s) != 2 {
			t.Errorf("%q: %v, %v", text, s, err)
		}
	}
	for _, p := range []ring.Policy{{Keep: 1}, {Bytes: 1}, {Thin: make([]ring.Step, 1)}} {
		if p.IsZero() {
			t.Errorf("%+v is no policy", p)
		}
	}
}

// TestTogether checks, for any policy, that the newest point stays, that sizes get below their limit, and that later calls on the same
// points keep the same ones.
func TestTogether(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		p := ring.Policy{Keep: time.Duration(r.IntN(3)) * time.Hour, Bytes: int64(r.IntN(3) * 1000)}
		if r.IntN(2) == 0 {
			p.Thin = []ring.Step{{time.Duration(1+r.IntN(60)) * time.Minute, time.Duration(1+r.IntN(20)) * time.Minute}}
		}
		points := every(time.Duration(1+r.IntN(300))*time.Second, r.IntN(60))
		size := int64(0)
		for i := range points {
			points[i].Full, points[i].Stored = r.IntN(2) == 0, int64(r.IntN(200))
			size += points[i].Stored
		}
		drop := p.Drop(points, size)
		left := kept(points, drop)
		if p.IsZero() && drop != nil || len(points) > 0 && left[len(left)-1].Time != points[len(points)-1].Time {
			t.Fatalf("%+v: %v of %v left", p, left, points)
		}
		size = 0
		for _, q := range left {
			size += q.Stored
		}
		if p.Bytes > 0 && size > p.Bytes && len(left) > 1 {
			t.Fatalf("%+v: %d bytes left in %d points", p, size, len(left))
		}
	}
}
