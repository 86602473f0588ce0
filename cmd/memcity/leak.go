package main

import (
	"fmt"
	"time"

	"memcity/analysis/window"
	"memcity/city/session"
	"memcity/render/ui"
)

// A recording that goes on is suspected later than one that is complete, as every program grows at its start: the growth
// covers half of its GC points, at least ten, and a tenth of the heap.
const (
	watchedShare  = 0.5
	watchedPoints = 10
	watchedGrowth = 1.1
)

// suspectedLeak tells in a sentence of a suspicious time window that ends at the last of some GC points; it is empty if there
// is none.
func suspectedLeak(points []session.HeapPoint) string {
	s := window.Series{Points: make([]window.Point, len(points))}
	for i, p := range points {
		s.Points[i] = window.Point{Time: time.Duration(p.Time) * time.Millisecond, Bytes: p.Bytes, Objects: p.Objects, GC: p.GC}
	}
	limits := window.DefaultLimits()
	limits.LeakShare, limits.LeakPoints = watchedShare, watchedPoints
	for _, w := range window.Find(s, limits) {
		if w.Kind == window.Leak && w.To == len(points)-1 && float64(w.LastBytes) >= watchedGrowth*float64(w.FirstBytes) {
			return fmt.Sprintf("A leak is suspected: over the last %s the heap has grown from %s to %s", ui.Points(w.To-w.From+1), ui.Size(w.FirstBytes), ui.Size(w.LastBytes))
		}
	}
	return ""
}
