package window

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"memcity/trace"
)

// series returns points one second apart.
func series(bytes ...int64) Series {
	var s Series
	for i, b := range bytes {
		s.Points = append(s.Points, Point{Time: time.Duration(i) * time.Second, Bytes: b, Objects: b / 10, GC: uint32(i + 1)})
	}
	return s
}

func find(s Series, k Kind) (Window, bool) { return findBy(s, DefaultLimits(), k) }

func findBy(s Series, limits Limits, k Kind) (Window, bool) {
	for _, w := range Find(s, limits) {
		if w.Kind == k {
			return w, true
		}
	}
	return Window{}, false
}

// TestLeakExamples checks windows computed by hand from the rule of section 3.2.2.
func TestLeakExamples(t *testing.T) {
	for _, c := range []struct {
		name  string
		bytes []int64
		from  int // -1 for none
	}{
		{"figure 2: a drop to the half begins anew, a smaller one is tolerated", []int64{10, 20, 40, 20, 30, 40, 32, 45, 60}, 3},
		{"three quarters of the maximum are enough", []int64{10, 40, 30, 50}, 0},
		{"a bit less is not", []int64{10, 40, 29, 50}, 2},
		{"the maximum counts, not the point before", []int64{10, 100, 80, 70, 90}, 3},
		{"not above the first point", []int64{10, 11, 10, 12}, 2},
		{"growing though far below the maximum", []int64{10, 100, 76, 77, 78}, 0},
		{"ends with a drop", []int64{10, 20, 30, 10}, -1},
		{"steady", []int64{5, 5, 5, 5}, -1},
		{"shrinking", []int64{9, 8, 7, 6}, -1},
		{"one point", []int64{9}, -1},
		{"none", nil, -1},
		{"too short: 2 of 21 points are less than a tenth", append(make([]int64, 20), 1), -1},
		{"long enough: 2 of 20", append(make([]int64, 19), 1), 18},
	} {
		w, ok := find(series(c.bytes...), Leak)
		if ok != (c.from >= 0) || ok && (w.From != c.from || w.To != len(c.bytes)-1) {
			t.Errorf("%s: window is %+v, %v", c.name, w, ok)
		}
	}
}

func TestLeakNumbers(t *testing.T) {
	w, ok := find(series(10, 20, 40, 20, 30, 50, 40), Leak)
	want := Window{Kind: Leak, From: 3, To: 6, Start: 3 * time.Second, End: 6 * time.Second, Score: 20.0 / 3, Average: 5,
		FirstBytes: 20, LastBytes: 40, PeakBytes: 50, FirstObjects: 2, LastObjects: 4, GCs: 4}
	if !ok || w != want {
		t.Errorf("window is\n%+v, want\n%+v", w, want)
	}
}

// TestLeastGrowth checks that a whole heap must grow in a window by at least 2 % and 32 KiB, in its trend and between its ends.
func TestLeastGrowth(t *testing.T) {
	line := func(from, by int64) (b []int64) {
		for i := range int64(11) {
			b = append(b, from+by*i/10)
		}
		return b
	}
	for _, c := range []struct {
		name  string
		bytes []int64
		grows bool
	}{
		{"48 bytes", line(1_652_088, 48), false},
		{"32 KiB of a small heap", line(100_000, LeastBytes), true},
		{"a byte less", line(100_000, LeastBytes-1), false},
		{"2 % of a large heap", line(98_000_000, 2_000_000), true},
		{"a byte less than 2 %", line(98_000_001, 1_999_999), false},
		{"up and down, and higher at the end than at the start", []int64{843_000, 850_000, 912_000, 966_000, 940_000, 930_000, 850_000,
			848_000, 847_000, 848_000, 877_000}, false},
		{"growth that goes up and down", []int64{100_000, 200_000, 160_000, 250_000, 200_000, 300_000, 240_000, 350_000, 290_000, 330_000}, true},
	} {
		s := series(c.bytes...)
		s.Heap = true
		w, leak := find(s, Leak)
		_, line := find(s, Regression)
		if leak != c.grows || line != c.grows {
			t.Errorf("%s: leak %v (%+v), regression %v, want %v", c.name, leak, w, line, c.grows)
		}
		if _, ok := find(s, Steepest); ok && !c.grows {
			t.Errorf("%s: it has a steepest part", c.name)
		}
		if _, ok := find(series(c.bytes...), Leak); !ok {
			t.Errorf("%s: numbers of other things need not grow as much", c.name)
		}
	}
}

// TestSteepest checks the fastest growing part of a leak, with between a tenth and half of its points.
func TestSteepest(t *testing.T) {
	var bytes []int64
	for i := range int64(40) {
		b := 100 + i
		if i >= 20 {
			b += 10 * min(i-20, 6) // from point 20 to 26
		}
		bytes = append(bytes, b)
	}
	w, ok := find(series(bytes...), Steepest)
	if !ok || w.From < 20 || w.To > 26 || w.To-w.From+1 < 4 || w.Score != 11 {
		t.Errorf("window is %+v, %v", w, ok)
	}
	if w, ok := find(series(1, 2, 3), Steepest); ok {
		t.Errorf("half of three points is no window: %+v", w)
	}
	if w, ok := find(series(10, 20, 30, 40, 50, 60, 70, 80), Steepest); !ok || w.From != 0 || w.To != 1 {
		t.Errorf("of growth in a line the first and shortest is expected, not %+v", w)
	}
}

// TestFigure3 checks the paper's six evolutions, drawn from its description of figure 3, which gives no numbers. In the first two, both
// methods find the same window. In the third, the regression includes a spike, and in the others the whole recording.
func TestFigure3(t *testing.T) {
	line := func(from, step int64, n int) (b []int64) {
		for i := range n {
			b = append(b, from+step*int64(i))
		}
		return b
	}
	join := func(parts ...[]int64) (b []int64) {
		for _, p := range parts {
			b = append(b, p...)
		}
		return b
	}
	for _, c := range []struct {
		name             string
		bytes            []int64
		leak, regression int // first points
	}{
		{"growth after a steady start", join(line(100, 0, 20), line(100, 20, 20)), 20, 20},
		{"growth after a high start", join(line(400, -15, 20), line(100, 20, 20)), 20, 20},
		{"slow growth after a spike", join(line(250, 0, 15), line(50, 0, 3), line(500, 0, 2), line(300, 2, 15)), 20, 15},
		{"steps", join(line(100, 0, 10), line(300, 0, 10), line(200, 1, 10)), 20, 0},
		{"steps up with a drop", join(line(50, 0, 15), line(400, 0, 15), line(250, 2, 10)), 30, 0},
		{"slow growth at the end of fast growth", join(line(10, 30, 15), line(300, 2, 15)), 15, 0},
	} {
		s := series(c.bytes...)
		leak, ok := find(s, Leak)
		if !ok || leak.From != c.leak {
			t.Errorf("%s: leak is %+v, %v; want it from %d", c.name, leak, ok, c.leak)
		}
		fitted, ok := find(s, Regression)
		if !ok || fitted.From != c.regression {
			t.Errorf("%s: regression is %+v, %v; want it from %d", c.name, fitted, ok, c.regression)
		}
	}
}

// evenly returns n GCs that start every second and take the given pause.
func evenly(n int, pause time.Duration) []trace.GC {
	var gcs []trace.GC
	for i := range n {
		start := time.Duration(i+1) * time.Second
		gcs = append(gcs, trace.GC{Number: uint32(i + 1), Start: start, End: start + pause, Pause: pause, Before: 1000, After: 400})
	}
	return gcs
}

func TestOverhead(t *testing.T) {
	gcs := evenly(30, 50*time.Millisecond)
	if w, ok := find(Series{GCs: gcs}, Overhead); ok {
		t.Errorf("a twentieth of the time is no window: %+v", w)
	}
	for i := 10; i < 16; i++ { // a window that includes the last of them has a lower share
		gcs[i].End = gcs[i].Start + 500*time.Millisecond
		gcs[i].Pause = 500 * time.Millisecond
	}
	w, ok := find(Series{GCs: gcs}, Overhead)
	want := Window{Kind: Overhead, From: 10, To: 14, Start: 11 * time.Second, End: 15500 * time.Millisecond,
		Score: 2.5 / 4.5, GCs: 5, Pause: 2500 * time.Millisecond, Freed: 3000}
	want.Average = (6*0.5 + 24*0.05) / 30.05
	if !ok || math.Abs(w.Average-want.Average) > 1e-12 {
		t.Errorf("average is %v, want %v", w.Average, want.Average)
	}
	if w.Average = want.Average; w != want {
		t.Errorf("window is\n%+v, want\n%+v", w, want)
	}
	if w, ok := find(Series{GCs: gcs[8:12]}, Overhead); ok {
		t.Errorf("four GCs are no window: %+v", w)
	}
	for i := range gcs {
		gcs[i].Concurrent, gcs[i].Pause = true, time.Millisecond
	}
	if w, ok := find(Series{GCs: gcs}, Overhead); ok {
		t.Errorf("the program runs during concurrent GCs: %+v", w)
	}
}

func TestChurn(t *testing.T) {
	gcs := evenly(60, 10*time.Millisecond)
	if w, ok := find(Series{GCs: gcs}, Churn); ok {
		t.Errorf("what is freed evenly is no hotspot: %+v", w)
	}
	for i := 30; i < 37; i++ {
		gcs[i].Before = 3000
	}
	w, ok := find(Series{GCs: gcs}, Churn)
	if !ok || w.From != 30 || w.To != 34 || w.Start != gcs[29].End || w.End != gcs[34].End || w.Freed != 5*2600 || w.Score != 2600 {
		t.Errorf("window is %+v, %v", w, ok)
	}
	gcs[34].Before = 1000
	gcs[37].Before, gcs[38].Before = 3000, 3000
	if w, ok := find(Series{GCs: gcs}, Churn); !ok || w.From != 30 || w.To != 38 {
		t.Errorf("four hot GCs, a quiet one and four hot ones are best together, not %+v, %v", w, ok)
	}
	for i := range gcs {
		gcs[i].Before, gcs[i].After = 0, 0
	}
	if w, ok := find(Series{GCs: gcs}, Churn); ok {
		t.Errorf("nothing is known to be freed: %+v", w)
	}
}

// TestGCsOverlap checks a concurrent GC that spans others, which counts from the end of the last of them. A pause without a start counts
// back from its end.
func TestGCsOverlap(t *testing.T) {
	c := newCollections([]trace.GC{
		{Start: 10, End: 20},
		{Start: 30, End: 35},
		{Start: 12, End: 50, Pause: 30, Concurrent: true},
		{Start: 70, End: 70, Pause: 4},
		{Start: 60, End: 65},
	}, 0)
	if want := []time.Duration{0, 10, 15, 30, 34, 34}; !reflect.DeepEqual(c.costs, want) {
		t.Errorf("pauses add up to %v, want %v", c.costs, want)
	}
	for i := 1; i < len(c.ends); i++ {
		if c.starts[i] < c.ends[i-1] || c.ends[i] < c.starts[i] {
			t.Errorf("GC %d is from %d to %d, after one that ends at %d", i, c.starts[i], c.ends[i], c.ends[i-1])
		}
	}
}

// TestShareOfGCs checks that GCs that stop the program count fully, also within a concurrent one and if a log rounds their ends to ms.
func TestShareOfGCs(t *testing.T) {
	const ms = time.Millisecond
	stop := func(end, pause time.Duration) trace.GC { return trace.GC{Start: end - pause, End: end, Pause: pause} }
	cycle := func(start, end, pause time.Duration) trace.GC {
		return trace.GC{Start: start, End: end, Pause: pause, Concurrent: true}
	}
	for _, test := range []struct {
		name string
		gcs  []trace.GC
		want float64
	}{
		{"none", nil, 0},
		{"no time", []trace.GC{{Start: ms, End: ms}}, 0},
		{"one", []trace.GC{stop(10*ms, 10*ms)}, 1},
		{"two", []trace.GC{stop(10*ms, 10*ms), stop(40*ms, 10*ms)}, 0.5},
		{"in a cycle that ends with it", []trace.GC{stop(10*ms, 10*ms), cycle(12*ms, 40*ms, 0), stop(40*ms, 10*ms)}, 0.5},
		{"in a cycle that ends later", []trace.GC{stop(10*ms, 10*ms), stop(20*ms, 10*ms), cycle(12*ms, 40*ms, 0)}, 0.5},
		{"a cycle with pauses", []trace.GC{stop(10*ms, 10*ms), cycle(12*ms, 40*ms, 5*ms), stop(40*ms, 5*ms)}, 0.5},
		{"rounded ends", []trace.GC{stop(10*ms, 10*ms), stop(40*ms, 31*ms)}, 1},
		{"ends that differ by more", []trace.GC{stop(10*ms, 10*ms), stop(20*ms, 12*ms), stop(42*ms, 0)}, 0.5},
	} {
		if got := Share(test.gcs); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

func TestKinds(t *testing.T) {
	var got []string
	for k := Leak; k <= Churn+1; k++ {
		got = append(got, k.String())
	}
	if want := []string{"growth", "steepest", "regression", "overhead", "churn", "kind 5"}; !reflect.DeepEqual(got, want) {
		t.Errorf("kinds are %q", got)
	}
}

// TestShare checks that rounding does not require an additional point.
func TestShare(t *testing.T) {
	for _, c := range []struct {
		part           float64
		n, least, want int
	}{{0.07, 100, 2, 7}, {0.1, 30, 2, 3}, {0.1, 31, 2, 4}, {0.1, 5, 2, 2}, {0, 5, 3, 3}, {math.NaN(), 5, 2, 2}, {9, 5, 2, 6}} {
		if got := share(c.part, c.n, c.least); got != c.want {
			t.Errorf("%v of %d, at least %d, is %d, want %d", c.part, c.n, c.least, got, c.want)
		}
	}
}

// TestLimits checks that a caller may require more points than the share.
func TestLimits(t *testing.T) {
	s := series(1, 2, 3, 4)
	limits := DefaultLimits()
	limits.LeakPoints = 5
	if w, ok := findBy(s, limits, Leak); ok {
		t.Errorf("four points are no window of at least five: %+v", w)
	}
	limits.LeakPoints = 4
	if _, ok := findBy(s, limits, Leak); !ok {
		t.Error("four points are no window of at least four")
	}
}

// TestOddLimits checks that meaningless limits cause no panic.
func TestOddLimits(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 9))
	odd := []float64{math.NaN(), math.Inf(1), math.Inf(-1), -1, 0, 2, 0.3}
	pick := func() float64 { return odd[rnd.IntN(len(odd))] }
	for range 3000 {
		s := randomSeries(rnd)
		l := Limits{pick(), rnd.IntN(5) - 2, pick(), pick(), pick(), pick(), rnd.IntN(9) - 3, rnd.IntN(9) - 3, pick(), pick(), rnd.IntN(2) == 0}
		for _, w := range Find(s, l) {
			if w.From < 0 || w.To < w.From || w.End < w.Start || math.IsNaN(w.Score) {
				t.Fatalf("limits %+v: window %+v", l, w)
			}
		}
	}
}

// TestShortest checks the least length of windows: 10 % of runs of up to 5 s, half a second up to 50 s, 1 % up to 100 s, then 1 s.
func TestShortest(t *testing.T) {
	at := func(ms int, bytes int64) Point {
		return Point{Time: time.Duration(ms) * time.Millisecond, Bytes: bytes}
	}
	for _, c := range []struct {
		name  string
		start int // start of the growth, in ms
		end   int // end of the run, in ms
		found bool
	}{
		{"just under 10 % of 2 s", 1_801, 2_000, false},
		{"10 % of 2 s", 1_800, 2_000, true},
		{"just under half a second of 5 s", 4_501, 5_000, false},
		{"half a second of 20 s", 19_500, 20_000, true},
		{"just under half a second of 20 s", 19_501, 20_000, false},
		{"just under 1 % of 50 s", 49_501, 50_000, false},
		{"1 % of 50 s", 49_500, 50_000, true},
		{"just under 1 s of 200 s", 199_001, 200_000, false},
		{"1 s of 200 s", 199_000, 200_000, true},
		{"1 % of 100 s is 1 s", 99_000, 100_000, true},
		{"just under both", 99_001, 100_000, false},
	} {
		s := Series{Points: []Point{at(0, 9000), at(c.start/2, 5000), at(c.start, 10), at((c.start+c.end)/2, 20), at(c.end, 30)}}
		limits := DefaultLimits()
		limits.SteepMost = 1
		if _, ok := findBy(s, limits, Leak); ok != c.found {
			t.Errorf("leak, %s: %v", c.name, ok)
		}
		if w, ok := findBy(s, limits, Steepest); ok != c.found {
			t.Errorf("steepest, %s: %+v, %v", c.name, w, ok)
		}
		if w, ok := findBy(s, limits, Regression); ok != c.found {
			t.Errorf("regression, %s: %+v, %v", c.name, w, ok)
		}
	}
	if got := (&Series{GCs: []trace.GC{{End: 50 * time.Second}}}).shortest(); got != time.Second/2 {
		t.Errorf("of GCs until 50 s: %v", got)
	}
	if got := (&Series{Points: []Point{{}, {}}}).shortest(); got != 0 {
		t.Errorf("without times: %v", got)
	}
}

// TestManyGCsInShortTime checks that a window may have more than the maximum number of GCs if these take less than the shortest time.
func TestManyGCsInShortTime(t *testing.T) {
	var gcs []trace.GC
	for i := range 300 { // one every 10 ms, for 9 ms each
		start := 100*time.Second + time.Duration(i)*10*time.Millisecond
		gcs = append(gcs, trace.GC{Number: uint32(i + 1), Start: start, End: start + 9*time.Millisecond, Before: 1000, After: 400})
	}
	for _, k := range []Kind{Overhead, Churn} {
		w, ok := findBy(Series{GCs: gcs}, DefaultLimits(), k)
		if !ok || w.End-w.Start < time.Second || w.End-w.Start > 1020*time.Millisecond || w.GCs < 100 || w.GCs > 102 {
			t.Errorf("%s: %+v, %v", k, w, ok)
		}
	}
}

// TestFinalPoint checks that the point from the end of the program ends no window of growth and hides none.
func TestFinalPoint(t *testing.T) {
	s := series(90, 10, 20, 30, 40, 5)
	if w, ok := find(s, Leak); ok {
		t.Errorf("a leak that ends with a drop: %+v", w)
	}
	s.Final = true
	want, _ := find(series(90, 10, 20, 30, 40), Leak)
	if got, ok := find(s, Leak); !ok || got != want || got.To != 4 {
		t.Errorf("%+v, %v; want %+v", got, ok, want)
	}
	if w, ok := find(s, Regression); ok && w.To > 4 {
		t.Errorf("the regression goes up to the final point: %+v", w)
	}
	if found := Find(Series{Final: true}, DefaultLimits()); len(found) > 0 {
		t.Errorf("without points: %v", found)
	}
}

// TestPaper checks windows of overhead by the rule of the paper: they begin at the end of a GC, or at the start, and have any length.
func TestPaper(t *testing.T) {
	ms := func(n int) time.Duration { return time.Duration(n) * time.Millisecond }
	var gcs []trace.GC
	for i := range 20 {
		start := 1000 * (i + 1)
		if i >= 10 && i < 16 { // six GCs within 55 ms
			start = 11_000 + 10*(i-10)
		}
		gcs = append(gcs, trace.GC{Number: uint32(i + 1), Start: ms(start), End: ms(start + 5)})
	}
	limits := DefaultLimits()
	if w, ok := findBy(Series{GCs: gcs}, limits, Overhead); ok {
		t.Errorf("found %+v, which is too short", w)
	}
	limits.Paper = true
	w, ok := findBy(Series{GCs: gcs}, limits, Overhead)
	if !ok || w.From != 11 || w.Start != ms(11_005) || w.GCs != 5 {
		t.Errorf("found %+v, %v", w, ok)
	}
}

// TestStallsOfWindow checks that pauses and waits for memory are summed separately, and that both count for the score.
func TestStallsOfWindow(t *testing.T) {
	var gcs []trace.GC
	for i := range 5 {
		end := time.Duration(i+1) * time.Second
		gcs = append(gcs, trace.GC{Number: uint32(i + 1), Start: end - 900*time.Millisecond, End: end, Concurrent: true, Pause: time.Millisecond,
			Stalled: 500 * time.Millisecond})
	}
	gcs[4].Stalled = 2 * time.Second // only the last 999 ms are after the GC before
	w, ok := findBy(Series{GCs: gcs}, DefaultLimits(), Overhead)
	const pauses, stalls = 5 * time.Millisecond, 4*500*time.Millisecond + 999*time.Millisecond
	if want := (pauses + stalls).Seconds() / 4.9; !ok || w.Pause != pauses || w.Stalled != stalls || !close(w.Score, want) {
		t.Errorf("%+v, want %v of pauses, %v of stalls, score %v", w, pauses, stalls, want)
	}
}
