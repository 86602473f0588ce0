package inspector

import (
	"context"
	"encoding/json"
	"sync"
	"time"
)

// GC is a garbage collection.
type GC struct {
	Start, End    time.Time
	Major         bool
	Cause         string // as V8 names it, such as allocation failure
	Before, After int64  // used heap in bytes; 0 if unknown
}

// GCs collects the garbage collections of Node.js from its trace events. The events arrive when tracing stops, so call [GCs.Collect]
// repeatedly. It is safe for concurrent use.
type GCs struct {
	mu     sync.Mutex
	zero   time.Time // wall-clock time of time 0 of the events; zero until known
	asked  time.Time // when tracing was first started
	main   int64     // number of the thread that runs the program; 0 until known
	begun  *traceEvent
	found  []GC
	tracks bool // true after tracing was started
}

// traceEvent is an event of V8's trace.
type traceEvent struct {
	Name   string  `json:"name"`
	Phase  string  `json:"ph"` // B for begin, E for end, M for metadata
	Micros float64 `json:"ts"` // since an unknown time zero
	Thread int64   `json:"tid"`
	Args   struct {
		Before float64 `json:"usedHeapSizeBefore"`
		After  float64 `json:"usedHeapSizeAfter"`
		Type   string  `json:"type"`
		Name   string  `json:"name"`
	} `json:"args"`
}

const (
	traceEvents = "NodeTracing.dataCollected"
	mainThread  = "JavaScriptMainThread"
)

// Start starts tracing. The connection must pass its events to [GCs.Take].
func (g *GCs) Start(ctx context.Context, c *Conn) error {
	g.mu.Lock()
	if g.asked.IsZero() {
		g.asked = c.now()
	}
	g.mu.Unlock()
	err := c.Call(ctx, "NodeTracing.start", map[string]any{"traceConfig": map[string]any{"includedCategories": []string{"v8"}}}, nil)
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tracks = err == nil
	return err
}

// Collect returns the garbage collections since the previous call. A collection that happens during the call, which takes a few
// milliseconds, is missed.
func (g *GCs) Collect(ctx context.Context, c *Conn) ([]GC, error) {
	g.mu.Lock()
	tracks := g.tracks
	g.mu.Unlock()
	if !tracks {
		return nil, nil
	}
	if err := c.Call(ctx, "NodeTracing.stop", nil, nil); err != nil {
		return g.take(), err
	}
	return g.take(), g.Start(ctx, c)
}

func (g *GCs) take() []GC {
	g.mu.Lock()
	defer g.mu.Unlock()
	found := g.found
	g.found = nil
	return found
}

// Take processes an event of the connection and reports whether it was one of the trace.
func (g *GCs) Take(method string, params json.RawMessage) bool {
	if method != traceEvents {
		return false
	}
	var p struct {
		Value []json.RawMessage `json:"value"`
	}
	if json.Unmarshal(params, &p) != nil {
		return true
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	events := make([]traceEvent, 0, len(p.Value))
	for _, raw := range p.Value {
		var e traceEvent
		if json.Unmarshal(raw, &e) == nil { // other events may have other types
			events = append(events, e)
			g.calibrate(&e)
		}
	}
	for i := range events {
		g.add(&events[i])
	}
	return true
}

// calibrate finds time 0 and the main thread from the metadata, whose time is that of the first start.
func (g *GCs) calibrate(e *traceEvent) {
	if e.Phase != "M" {
		return
	}
	if e.Name == "thread_name" && e.Args.Name == mainThread {
		g.main = e.Thread
	}
	if g.zero.IsZero() && e.Micros > 0 && e.Micros < maxSize {
		g.zero = g.asked.Add(-micros(e.Micros))
	}
}

func micros(n float64) time.Duration { return time.Duration(n) * time.Microsecond }

// maxPending is the largest number of collections kept until they are collected.
const maxPending = 100_000

// add combines the begin and the end of a collection.
func (g *GCs) add(e *traceEvent) {
	isGC := e.Name == "MajorGC" || e.Name == "MinorGC"
	if !isGC || g.main != 0 && e.Thread != g.main || g.zero.IsZero() || !(e.Micros > 0 && e.Micros < maxSize) {
		return
	}
	switch b := g.begun; {
	case e.Phase == "B":
		g.begun = e
	case e.Phase == "E" && b != nil && b.Name == e.Name && b.Micros <= e.Micros && len(g.found) < maxPending:
		g.begun = nil
		g.found = append(g.found, GC{Start: g.zero.Add(micros(b.Micros)), End: g.zero.Add(micros(e.Micros)), Major: e.Name == "MajorGC",
			Cause: oneLine(b.Args.Type), Before: bounded(b.Args.Before), After: bounded(e.Args.After)})
	}
}
