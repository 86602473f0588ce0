package collect

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"memcity/trace"
	"memcity/trace/native"
)

// slot describes the object that currently occupies a slot. Identity 0 means none. Fields marked +1 are 1-based, with 0 for unknown.
type slot struct {
	identity uint64
	class    uint32 // +1
	extent   uint32 // length of an array, otherwise bytes
	birth    uint32 // +1
	chain    uint32 // +1
	thread   uint32 // +1
	index    uint32 // of the object in the heap state under construction, +1
	walked   bool   // a walk reported the object; extent is its extent in the heap
}

const slotPage = 12

// collector builds the trace.
type collector struct {
	hello       Hello
	out         *native.Writer
	reportStats func(Stats)
	stats       Stats
	err         error

	names    *names
	slots    [][]slot // pages; nil for a page without objects
	identity uint64   // newest assigned identity
	walk     *walk    // in progress; nil if none
	samples  map[uint32]map[sampleKey]*sampleSum
	gcs      uint32 // number of GCs reported
	uses     *uses  // operations on collections; nil if none
}

func newCollector(h Hello, w *native.Writer, reportStats func(Stats)) *collector {
	if reportStats == nil {
		reportStats = func(Stats) {}
	}
	return &collector{hello: h, out: w, reportStats: reportStats, names: newNames(h.layout), samples: map[uint32]map[sampleKey]*sampleSum{}}
}

// at returns a slot, growing the pages if needed.
func (c *collector) at(s uint32) *slot {
	page := int(s >> slotPage)
	if page >= len(c.slots) {
		c.slots = slices.Grow(c.slots, page+1-len(c.slots))[:page+1]
	}
	if c.slots[page] == nil {
		c.slots[page] = make([]slot, 1<<slotPage)
	}
	return &c.slots[page][s&(1<<slotPage-1)]
}

// find returns a slot; nil if its object is unknown.
func (c *collector) find(s uint32) *slot {
	page := int(s >> slotPage)
	if page >= len(c.slots) || c.slots[page] == nil {
		return nil
	}
	if o := &c.slots[page][s&(1<<slotPage-1)]; o.identity != 0 {
		return o
	}
	return nil
}

// begin returns a slot and assigns an identity to its object if it has none.
func (c *collector) begin(s uint32) *slot {
	o := c.at(s)
	if o.identity == 0 {
		c.identity++
		o.identity = c.identity
	}
	return o
}

// take processes a message.
func (c *collector) take(m *message) error {
	switch m.kind {
	case wireClasses:
		c.names.readClasses(m)
	case wireMethods:
		c.names.readMethods(m)
	case wireChains:
		c.names.readChains(m)
	case wireThreads:
		c.names.readThreads(m)
	case wireGC:
		c.takeGC(m)
	case wireWalk, wireObjects, wireReferences, wireRoots, wireStacks, wireSeen, wireRetyped, wireCounts,
		wireLocalMethods, wireWalkEnd:
		c.takeWalk(m)
	case wireSamples:
		c.takeSamples(m)
	case wireAllocations:
		c.takeAllocations(m)
	case wireDeaths:
		c.takeDeaths(m)
	case wireLost:
		c.takeLost(m)
	case wireReported:
		at, text := micros(m.number()), m.text()
		c.stats.Dropped += droppedIn(text)
		c.remark(at, text)
	case wireUses:
		c.takeUses(m)
	case wireUseSlots:
		c.takeUseSlots(m)
	case wireAnswered:
		c.stats.Answered += int(m.below(1 << 31))
		c.stats.Refused = m.number() == 0
		c.reportStats(c.stats)
	case wirePaused:
		at, paused := micros(m.number()), micros(m.number())
		c.stats.Time, c.stats.Paused = max(c.stats.Time, at), max(c.stats.Paused, paused)
		c.reportStats(c.stats)
	case wireBye:
	default:
		m.fail("there is no such kind")
	}
	if m.err == nil && m.more() {
		m.fail(fmt.Sprintf("%d bytes are left over", len(m.data)))
	}
	if m.err != nil {
		return m.err
	}
	return c.err
}

func micros(v uint64) time.Duration {
	return time.Duration(min(v, 1<<52)) * time.Microsecond
}

// note keeps the first write error.
func (c *collector) note(err error) {
	if c.err == nil {
		c.err = err
	}
}

func (c *collector) remark(at time.Duration, text string) {
	c.stats.Notes, c.stats.LastNote = c.stats.Notes+1, text
	c.note(c.out.Report(at, text))
	c.reportStats(c.stats)
}

func (c *collector) report(at time.Duration) {
	c.stats.Time = max(c.stats.Time, at)
	c.note(c.out.Flush())
	c.stats.Size = c.out.Size()
	c.reportStats(c.stats)
}

func (c *collector) takeGC(m *message) {
	g := trace.GC{Number: m.below(1 << 32), Start: micros(m.number()), End: micros(m.number()), Pause: micros(m.number()),
		Before: m.size(), After: m.size(), Capacity: m.size(), Concurrent: m.number() != 0}
	g.Cause, g.Kind = m.text(), gcKind(m.text())
	if m.err != nil {
		return
	}
	c.gcs = g.Number
	c.stats.GCs++
	c.stats.PausedByGCs += g.Pause
	c.note(c.out.GCs([]trace.GC{g}))
	if g.Number > 1 {
		c.writeSamples(g.Number - 2) // samples of the last interval may still arrive
	}
	c.report(g.End)
}

// gcKind shortens the VM's name of a collector if its kind is clear.
func gcKind(name string) string {
	lower := strings.ToLower(name)
	switch {
	case strings.Contains(lower, "young") || strings.Contains(lower, "minor") || strings.Contains(lower, "copy") ||
		strings.Contains(lower, "scavenge") || strings.Contains(lower, "serial young"):
		return "minor"
	case strings.Contains(lower, "full") || strings.Contains(lower, "major") || strings.Contains(lower, "mark-compact") ||
		strings.Contains(lower, "msc") || strings.Contains(lower, "marksweep"):
		return "major"
	}
	return name
}

// end writes the remaining data.
func (c *collector) end() error {
	if c.walk != nil {
		c.walk = nil
		c.remark(c.stats.Time, "a heap state is missing: the program ended while it was taken")
	}
	if c.stats.Cut {
		c.remark(c.stats.Time, "the recording ends without the program's last message: it was killed, or its connection broke")
	}
	c.writeSamples(c.gcs + 1)
	c.report(c.stats.Time)
	return c.err
}

// droppedIn returns the number of dropped samples in a report of the agent; 0 if the report is about something else.
func droppedIn(text string) int64 {
	number, rest, _ := strings.Cut(text, " ")
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n < 0 || !strings.HasPrefix(rest, "samples were dropped") {
		return 0
	}
	return n
}
