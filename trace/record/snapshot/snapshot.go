// Package snapshot predicts the pause and the memory for a heap snapshot of V8, and decides whether the program can afford them.
//
// V8 stops the program for a snapshot, and needs memory for each object while it writes it. Both costs are proportional to the number of
// nodes: objects and parts of objects. A snapshot cannot be canceled, so a costly one must not begin.
package snapshot

import (
	"fmt"
	"time"

	"memcity/trace/record/headroom"
)

// Costs before the first snapshot, which are higher than most. They were measured with Node.js 18 to 26.
const (
	heapPerNode   = 50 // bytes of heap per node; 45 to 75 were measured
	pausePerNode  = 10 * time.Microsecond
	memoryPerNode = 800 // bytes: 650 for V8, and 150 for the recorder, which may share the limit
)

// Margin is the ratio of a predicted pause to the previous one for the same number of nodes.
const Margin = 1.25

// idle is the largest number of runnable threads per core at which a snapshot takes no longer than pausePerNode predicts.
const idle = 2.5

// Costs predicts the costs of snapshots from earlier snapshots. The zero value predicts the first one.
type Costs struct {
	Load float64 // runnable threads per core before the first snapshot, from [Load]; 0 if unknown

	nodes  int64   // of the previous snapshot; 0 before the first
	used   int64   // heap in bytes just after it
	pause  float64 // per node, in ns
	memory float64 // per node, in bytes
}

// Forecast is a prediction for the next snapshot.
type Forecast struct {
	Nodes  int64
	Pause  time.Duration
	Memory int64         // additional memory while it is taken, in bytes
	first  bool          // based on the size of the heap only
	quiet  time.Duration // Pause on a machine that is not busy
}

// Forecast predicts the costs for a heap of the given size in bytes, garbage included.
func (c *Costs) Forecast(used int64) Forecast {
	if c.nodes == 0 {
		n := used / heapPerNode
		pause := float64(n) * float64(pausePerNode) * max(1, c.Load/idle)
		return Forecast{n, duration(pause), n * memoryPerNode, true, duration(float64(n) * float64(pausePerNode))}
	}
	n := c.nodes
	if c.used > 0 && used > c.used {
		n = int64(float64(n) * float64(used) / float64(c.used))
	}
	return Forecast{Nodes: n, Pause: duration(float64(n) * c.pause * Margin), Memory: int64(float64(n) * max(c.memory, memoryPerNode))}
}

// duration returns a number of ns as a duration, limited to a year.
func duration(ns float64) time.Duration {
	const year = 365 * 24 * time.Hour
	return time.Duration(min(ns, float64(year)))
}

// Learn adds a snapshot: the size of the heap just after it, the number of nodes, how long it stopped the program, and by how much the
// memory of the program grew. Sizes are in bytes.
func (c *Costs) Learn(used, nodes int64, pause time.Duration, memory int64) {
	if nodes <= 0 {
		return
	}
	c.nodes, c.used = nodes, used
	c.pause = float64(pause.Nanoseconds()) / float64(nodes)
	c.memory = max(c.memory, float64(memory)/float64(nodes))
}

const (
	// spare is the memory in bytes that must remain to the program.
	spare = 32 << 20
	// unchecked is the largest additional memory in bytes that is allowed if the headroom is unknown.
	unchecked = 1 << 30
)

// Reason is a reason to refuse a snapshot.
type Reason uint8

// Reasons.
const (
	Allowed   Reason = iota
	TooLong          // the program would be stopped for too long
	TooLarge         // the program could run out of memory
	Unchecked        // the headroom is unknown, and the snapshot is large
)

// Check returns why the snapshot must not be taken, and a message with the numbers. longest is the longest pause allowed.
func (f Forecast) Check(longest time.Duration, room headroom.Headroom) (Reason, string) {
	switch {
	case room.Bytes >= 0 && f.Memory > room.Bytes-spare-room.Bytes/10:
		return TooLarge, fmt.Sprintf("%s, would need about %d MB, and %d MB are left below %s; a program without memory is killed",
			f.text(), (f.Memory+999_999)/1_000_000, room.Bytes/1_000_000, room.By)
	case room.Bytes < 0 && f.Memory > unchecked:
		return Unchecked, fmt.Sprintf("%s, would need about %d MB, and how much memory is left is unknown on this system",
			f.text(), f.Memory/1_000_000)
	case f.Pause > longest:
		return TooLong, fmt.Sprintf("%s, would stop the program for about %.1f s, longer than --max-pause %v",
			f.text(), f.Pause.Seconds(), longest)
	}
	return Allowed, ""
}

func (f Forecast) text() string {
	if f.first {
		return fmt.Sprintf("a heap snapshot, of about %d objects by the size of the heap", f.Nodes)
	}
	return fmt.Sprintf("a heap snapshot, of about %d objects", f.Nodes)
}

// IsShort reports whether a first snapshot stops the program for at most the given time unless the machine is busy. Later snapshots are
// predicted from it, so a short one is worth taking early.
func (f Forecast) IsShort(limit time.Duration) bool { return f.first && f.quiet <= limit }

// Due returns when a snapshot may begin, so that the program is stopped for at most budget percent of the time since begin. stopped is the
// total duration of earlier stops.
func Due(begin time.Time, stopped, pause time.Duration, budget int) time.Time {
	elapsed := time.Duration(float64(stopped+pause) * 100 / float64(budget))
	return begin.Add(max(0, elapsed-pause))
}
