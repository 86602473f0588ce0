package inspector

import "context"

// Usage is the size of a heap, in bytes.
type Usage struct {
	Used  int64
	Total int64
}

// maxSize is the largest size that is accepted, in bytes. Larger numbers are inexact in JavaScript.
const maxSize = 1 << 53

// bounded returns a size from the program as an integer from 0 to [maxSize].
func bounded(size float64) int64 {
	if !(size > 0) {
		return 0
	}
	return int64(min(size, maxSize))
}

// HeapUsage returns the current size of the heap, including garbage. It does not stop the program.
func (c *Conn) HeapUsage(ctx context.Context) (Usage, error) {
	var u struct {
		Used  float64 `json:"usedSize"`
		Total float64 `json:"totalSize"`
	}
	err := c.Call(ctx, "Runtime.getHeapUsage", nil, &u)
	return Usage{bounded(u.Used), bounded(u.Total)}, err
}

// EnableHeap prepares the requests for snapshots and samples.
func (c *Conn) EnableHeap(ctx context.Context) error {
	return c.Call(ctx, "HeapProfiler.enable", nil, nil)
}

// CollectGarbage makes the program collect garbage.
func (c *Conn) CollectGarbage(ctx context.Context) error {
	return c.Call(ctx, "HeapProfiler.collectGarbage", nil, nil)
}

// Track makes later snapshots contain the stack of each later allocation. It slows the program down.
func (c *Conn) Track(ctx context.Context) error {
	return c.Call(ctx, "HeapProfiler.startTrackingHeapObjects", map[string]bool{"trackAllocations": true}, nil)
}

// AnnounceEnd makes Node.js send the event [EndEvent] when it is about to exit. It then exits when the connection is closed.
func (c *Conn) AnnounceEnd(ctx context.Context) error {
	return c.Call(ctx, "NodeRuntime.notifyWhenWaitingForDisconnect", map[string]bool{"enabled": true}, nil)
}

// EndEvent is the event for the end of the program, see [Conn.AnnounceEnd].
const EndEvent = "NodeRuntime.waitingForDisconnect"

// CloseInspector makes Node.js close its inspector, which other local users could use otherwise. It runs code in the program, and does not
// wait for it: the program closes the connection.
func (c *Conn) CloseInspector(ctx context.Context) error {
	err := c.Call(ctx, "Runtime.evaluate", map[string]any{"expression": "process._debugEnd()", "silent": true}, nil)
	select {
	case <-c.done:
		return nil
	default:
		return err
	}
}
