package collect

import (
	"math"

	agent "memcity/trace/record/usage"
	"memcity/trace/usage"
)

// uses collects the program's operations on its collections.
type uses struct {
	decoder    *agent.Decoder
	aggregated bool
	offset     usage.Millis      // of the agent's times, relative to the start of the recording
	pending    map[uint32]uint64 // numbers of collections that no walk has reported yet, by slot
	events     []usage.Event
}

// takeUses reads records of the agent for collections. A fault ends these records but not the recording.
func (c *collector) takeUses(m *message) {
	u := c.uses
	if u == nil {
		u = &uses{decoder: agent.NewDecoder(), pending: map[uint32]uint64{}}
		c.uses = u
	}
	content := m.data
	m.data = nil
	if u.decoder == nil {
		return
	}
	u.events = u.events[:0]
	err := u.decoder.Take(content, func(e agent.Event) error {
		u.take(&e, c.hello.StartUnix)
		return nil
	})
	if err != nil {
		u.decoder = nil
		c.remark(c.stats.Time, "collections are no longer recorded: "+err.Error())
	}
	c.note(c.out.Uses(u.aggregated, u.events))
}

// kinds maps record kinds to event kinds.
var kinds = [...]usage.EventKind{agent.String: usage.TextEvent, agent.Alloc: usage.AllocEvent, agent.Add: usage.AddEvent,
	agent.Get: usage.GetEvent, agent.Remove: usage.RemoveEvent, agent.Dealloc: usage.DeallocEvent, agent.GetAll: usage.GetAllEvent,
	agent.Clear: usage.ClearEvent, agent.Interval: usage.IntervalEvent, agent.Operations: usage.OperationsEvent,
	agent.Scale: usage.ScaleEvent, agent.Trouble: usage.TroubleEvent, agent.End: usage.EndEvent, agent.Number: usage.NumberEvent,
	agent.Unfollowed: usage.UnfollowedEvent}

// take converts a record to an event.
func (u *uses) take(e *agent.Event, start int64) {
	event := usage.Event{Kind: kinds[e.Kind], Collection: e.Coll, Element: e.Elem, Size: int(min(e.Size, math.MaxInt32)), Site: e.Site,
		Type: e.Type, Time: usage.Millis(min(e.Time, 1<<52)) + u.offset, Count: int64(min(e.Count, math.MaxInt64)), Text: e.Text}
	switch e.Kind {
	case agent.Hello:
		u.aggregated, u.offset = !e.Log, usage.Millis(max(0, int64(min(e.Start, 1<<52))-start))
		return
	case agent.String:
		event.Site = e.Number
	case agent.Operations:
		event.Element = uint64(e.Operation)
	case agent.Scale:
		event.Count, event.Element, event.Collection = int64(min(e.OneIn, math.MaxInt32)), e.Followed, e.Known
	case agent.Number: // objects are identified by their slots
		return
	}
	u.events = append(u.events, event)
}

// takeUseSlots reads the slots of collections.
func (c *collector) takeUseSlots(m *message) {
	if c.uses == nil {
		m.fail("there are no collections")
		return
	}
	for m.more() {
		number, slot := m.number(), m.slot()
		if m.err == nil && len(c.uses.pending) < maxPending {
			c.uses.pending[slot] = number
		}
	}
	c.placeUses()
}

// maxPending is the largest number of collections whose objects may be unknown.
const maxPending = 1 << 20

// placeUses writes the identities of collections whose objects have become known.
func (c *collector) placeUses() {
	if c.uses == nil || len(c.uses.pending) == 0 {
		return
	}
	events := c.uses.events[:0]
	for slot, number := range c.uses.pending {
		if o := c.find(slot); o != nil {
			events = append(events, usage.Event{Kind: usage.NumberEvent, Collection: number, Element: o.identity})
			delete(c.uses.pending, slot)
		}
	}
	c.uses.events = events
	c.note(c.out.Uses(c.uses.aggregated, events))
}
