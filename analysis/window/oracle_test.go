package window

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"memcity/trace"
)

// randomSeries returns up to about sixty points and GCs of one of several kinds: random, growing, simultaneous, or in steps.
func randomSeries(rnd *rand.Rand) Series {
	var s Series
	sort, at, bytes := rnd.IntN(5), time.Duration(0), int64(1000)
	for i := range rnd.IntN(60) {
		if sort != 2 && rnd.IntN(5) > 0 {
			at += time.Duration(rnd.IntN(2000)) * time.Millisecond
		}
		switch sort {
		case 0:
			bytes = int64(rnd.IntN(1000))
		case 1:
			bytes += int64(rnd.IntN(100)) - 20
		case 3:
			bytes += int64(rnd.IntN(2)) * 100
		default:
			bytes += int64(rnd.IntN(2000)) - 900
		}
		bytes = max(bytes, 0)
		s.Points = append(s.Points, Point{Time: at, Bytes: bytes, Objects: bytes / 16, GC: uint32(i)})
	}
	at = 0
	for i := range rnd.IntN(70) {
		at += time.Duration(rnd.IntN(300)) * time.Millisecond
		gc := trace.GC{Number: uint32(i + 1), Start: at, Before: int64(rnd.IntN(5000)), After: int64(rnd.IntN(2000))}
		at += time.Duration(rnd.IntN(1+rnd.IntN(80))) * time.Millisecond
		gc.End = at
		if rnd.IntN(4) == 0 {
			gc.Concurrent, gc.Pause = true, (gc.End-gc.Start)/3*time.Duration(rnd.IntN(2))
		}
		s.GCs = append(s.GCs, gc)
	}
	return s
}

// shortestOf returns 1 % of the run or 1 s, whichever is shorter.
func shortestOf(s Series) time.Duration {
	run := time.Duration(0)
	if n := len(s.Points); n > 0 {
		run = s.Points[n-1].Time
	}
	if n := len(s.GCs); n > 0 {
		run = max(run, s.GCs[n-1].End)
	}
	return max(min(run/10, 500*time.Millisecond), min(run/100, time.Second))
}

// grows reports whether all points of a window fit the growth condition of section 3.2.2.
func grows(points []Point) bool {
	most := points[0].Bytes
	for i := 1; i < len(points); i++ {
		now := points[i].Bytes
		if now <= points[i-1].Bytes && !(now > points[0].Bytes && float64(now) >= 0.75*float64(most)) {
			return false
		}
		most = max(most, now)
	}
	return true
}

// secondsBetween returns the time between two points, in seconds.
func secondsBetween(a, b Point) float64 { return (b.Time - a.Time).Seconds() }

func close(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(a), math.Abs(b)) }

// TestLeakOracle compares with the longest of all growing windows, and the steepest part with all parts.
func TestLeakOracle(t *testing.T) {
	leaks, parts := 0, 0
	for seed := range uint64(4000) {
		s := randomSeries(rand.New(rand.NewPCG(seed, 1)))
		n := len(s.Points)
		from := n
		for i := n - 2; i >= 0; i-- {
			if grows(s.Points[i:]) {
				from = i
			}
		}
		shortest := shortestOf(s)
		want := from < n && (n-from)*10 >= n && s.Points[n-1].Time-s.Points[from].Time >= shortest
		got, ok := find(s, Leak)
		if ok != want || ok && got.From != from {
			t.Fatalf("seed %d: window is %+v, %v; want it from %d: %v", seed, got, ok, from, want)
		}
		if !ok {
			continue
		}
		leaks++
		best := 0.0
		m := n - from
		for i := from; i < n; i++ {
			for k := i + 1; k < n; k++ {
				size := k - i + 1
				if size*10 < m || size*2 > m || s.Points[k].Time == s.Points[i].Time || s.Points[k].Time-s.Points[i].Time < shortest {
					continue
				}
				best = max(best, float64(s.Points[k].Bytes-s.Points[i].Bytes)/secondsBetween(s.Points[i], s.Points[k]))
			}
		}
		part, ok := find(s, Steepest)
		if ok != (best > 0) || ok && !close(part.Score, best) {
			t.Fatalf("seed %d: the steepest part is %+v, %v; want %v", seed, part, ok, best)
		}
		if ok {
			parts++
			size := part.To - part.From + 1
			if part.From < from || size*10 < m || size*2 > m || size < 2 {
				t.Fatalf("seed %d: %d of %d points in %+v", seed, size, m, part)
			}
		}
	}
	if leaks < 500 || parts < 400 {
		t.Errorf("only %d leaks and %d parts were tried", leaks, parts)
	}
}

// TestRegressionOracle compares with the slopes of all windows by the textbook formula.
func TestRegressionOracle(t *testing.T) {
	found := 0
	for seed := range uint64(3000) {
		s := randomSeries(rand.New(rand.NewPCG(seed, 2)))
		n := len(s.Points)
		slopes := make([]float64, n)
		best := 0.0
		for i := range s.Points {
			var sumT, sumB, sumTT, sumTB float64
			for _, p := range s.Points[i:] {
				x, y := secondsBetween(s.Points[i], p), float64(p.Bytes)
				sumT, sumB, sumTT, sumTB = sumT+x, sumB+y, sumTT+x*x, sumTB+x*y
			}
			m := float64(n - i)
			if n-i >= 2 && (n-i)*10 >= n && s.Points[i].Time < s.Points[n-1].Time && s.Points[n-1].Time-s.Points[i].Time >= shortestOf(s) {
				slopes[i] = (m*sumTB - sumT*sumB) / (m*sumTT - sumT*sumT)
				best = max(best, slopes[i])
			}
		}
		got, ok := find(s, Regression)
		if best < 1e-6 { // rounding decides whether that is growth
			continue
		}
		if !ok || !close(got.Score, best) || !close(slopes[got.From], best) || got.To != n-1 {
			t.Fatalf("seed %d: window is %+v, %v; want a slope of %v", seed, got, ok, best)
		}
		found++
	}
	if found < 1000 {
		t.Errorf("only %d windows were tried", found)
	}
}

// TestGCOracle compares with all windows of 5 to 50 or up to 7 GCs that start at the start or end of a GC.
func TestGCOracle(t *testing.T) {
	overheads, churns := 0, 0
	for seed := range uint64(3000) {
		rnd := rand.New(rand.NewPCG(seed, 3))
		s := randomSeries(rnd)
		limits := DefaultLimits()
		limits.MaxGCs = []int{50, 7}[seed%2]
		overhead, churn := 0.0, 0.0
		var allFreed int64
		for i := range s.GCs {
			allFreed += max(0, s.GCs[i].Before-s.GCs[i].After)
			atEnd := time.Duration(0)
			if i > 0 {
				atEnd = s.GCs[i-1].End
			}
			var busy time.Duration
			var freed int64
			busyEnough, freeEnough := false, false // a shorter window was long enough
			for k := i; k < len(s.GCs); k++ {
				gc := s.GCs[k]
				if freed += max(0, gc.Before-gc.After); gc.Concurrent {
					busy += gc.Pause
				} else {
					busy += gc.End - gc.Start
				}
				if k-i+1 < 5 {
					continue
				}
				few := k-i < limits.MaxGCs
				if gc.End-s.GCs[i].Start >= shortestOf(s) && (few || !busyEnough) {
					busyEnough = true
					for _, start := range []time.Duration{s.GCs[i].Start, atEnd} {
						overhead = max(overhead, busy.Seconds()/(gc.End-start).Seconds())
					}
				}
				if gc.End-atEnd >= shortestOf(s) && (few || !freeEnough) {
					freeEnough = true
					churn = max(churn, float64(freed)/(gc.End-atEnd).Seconds())
				}
			}
		}
		got, ok := findBy(s, limits, Overhead)
		if ok != (overhead >= 0.1) || ok && !close(got.Score, overhead) {
			t.Fatalf("seed %d: window is %+v, %v; want %v", seed, got, ok, overhead)
		}
		average := 0.0
		if n := len(s.GCs); n > 0 {
			average = float64(allFreed) / s.GCs[n-1].End.Seconds()
		}
		hot, hotOK := findBy(s, limits, Churn)
		if hotOK != (churn > 0 && churn >= 1.5*average) || hotOK && (!close(hot.Score, churn) || !close(hot.Average, average)) {
			t.Fatalf("seed %d: window is %+v, %v; want %v with an average of %v", seed, hot, hotOK, churn, average)
		}
		for _, w := range []struct {
			Window
			ok bool
		}{{got, ok}, {hot, hotOK}} {
			if n := w.To - w.From + 1; w.ok && (n < 5 || w.End-w.Start < shortestOf(s) || w.GCs != n || w.End != s.GCs[w.To].End) {
				t.Fatalf("seed %d: %+v", seed, w.Window)
			}
		}
		if ok {
			overheads++
		}
		if hotOK {
			churns++
		}
	}
	if overheads < 500 || churns < 100 {
		t.Errorf("only %d and %d windows were found", overheads, churns)
	}
}

// many returns a series of n points and n GCs that grows with noise.
func many(n int) Series {
	rnd := rand.New(rand.NewPCG(4, 4))
	var s Series
	at := time.Duration(0)
	for i := range n {
		at += time.Duration(rnd.IntN(200)) * time.Millisecond
		gc := trace.GC{Number: uint32(i + 1), Start: at, Before: 1 << 20, After: int64(rnd.IntN(1 << 19))}
		at += time.Duration(rnd.IntN(20)) * time.Millisecond
		gc.End = at
		s.GCs = append(s.GCs, gc)
		s.Points = append(s.Points, Point{Time: at, Bytes: 1<<20 + int64(i*1000+rnd.IntN(100_000)), GC: gc.Number})
	}
	return s
}

func BenchmarkFind(b *testing.B) {
	for _, n := range []struct {
		name string
		gcs  int
	}{{"700", 700}, {"10000", 10_000}, {"100000", 100_000}} {
		s := many(n.gcs)
		b.Run(n.name, func(b *testing.B) {
			for b.Loop() {
				if len(Find(s, DefaultLimits())) == 0 {
					b.Fatal("nothing is found")
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n.gcs), "ns/GC")
		})
	}
}
