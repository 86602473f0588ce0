package usage

import (
	"fmt"
	"math"
)

// Limits of a [Builder]. Events beyond them are left out and counted as trouble.
const (
	MaxCollections = 1 << 28
	MaxElements    = 1 << 30 // 44 GB
	MaxRows        = 1 << 30 // of GETs, and the same for reads, operations and sizes
	MaxStrings     = 1 << 24
	MaxTroubles    = 100 // number of texts; further ones are counted
)

// Options control how a log is built.
type Options struct {
	// Aggregated means that GETs are reported in one call per element and interval, and their sites by [Builder.Operations]. Otherwise, the
	// builder counts GETs like all other operations.
	Aggregated bool
	Start      Millis // start of the recorded period
	// Max limits the number of collections, of elements and of rows of each kind, if it is below the constants; 0 for the constants.
	Max int
}

// A Builder builds a [Log] from events in order of time. The source chooses identifiers of collections and elements. An element has the
// same identifier as long as it is in a collection, and a collection until its Dealloc.
//
// Nothing is trusted: inconsistent events are counted in [Log.Troubles]. Within a collection, an event that is earlier than the previous
// one gets the previous one's time. Events of different collections need not be ordered. Aggregating sources report GETs of an element
// before its REMOVE, and reads of all elements before the next ADD or REMOVE.
//
// It takes about 150 bytes for each element in a collection, and about 60 for each removed one. It is not safe for concurrent use.
type Builder struct {
	options Options
	log     Log
	strings map[string]StringID
	numbers []StringID              // by number in [Event]s
	known   map[uint64]CollectionID // live collections by identifier
	state   []collectionState
	e       Elements // in order of first ADD; ReadFirst and ReadEnd are relative to the first read of the collection
	of      []CollectionID
	lastGet []int32 // last row of GETs of each element; -1 for none
	gets    Gets
	getOf   []ElementID
	rows    map[operationKey]int32 // last row of each operation
	pending int                    // index of the first operation without the time of its interval
	trouble troubles
}

// collectionState is the state of a live collection.
type collectionState struct {
	present map[uint64]stay
	copies  int64  // total over all elements present
	last    Millis // time of its last event
	reads   int32
	size    int32 // last reported size; -1 for none
}

// A stay is an element that is currently in its collection.
type stay struct {
	element ElementID
	copies  int32
}

type operationKey struct {
	collection CollectionID
	site       StringID
	op         Op
}

// NewBuilder returns a builder for a log without events.
func NewBuilder(o Options) *Builder {
	if o.Start < 0 {
		o.Start = 0
	}
	b := &Builder{options: o, strings: map[string]StringID{"": 0}, known: map[uint64]CollectionID{}, rows: map[operationKey]int32{}}
	b.log.Strings = []string{""}
	b.log.Start, b.log.End = o.Start, o.Start
	return b
}

// full reports whether n has reached the limit most, and if so counts the lost item.
func (b *Builder) full(n, most int) bool {
	if b.options.Max > 0 {
		most = min(most, b.options.Max)
	}
	if n < most {
		return false
	}
	b.trouble.beyond++
	return true
}

// String returns the number of a text, for sites and types.
func (b *Builder) String(text string) StringID {
	id, ok := b.strings[text]
	if !ok {
		if b.full(len(b.log.Strings), MaxStrings) {
			return 0
		}
		id = StringID(len(b.log.Strings))
		b.strings[text] = id
		b.log.Strings = append(b.log.Strings, text)
	}
	return id
}

func (b *Builder) text(id StringID) StringID {
	if id < 0 || int(id) >= len(b.log.Strings) {
		b.trouble.strings++
		return 0
	}
	return id
}

// at returns the later of t and least, and counts it as trouble if t is earlier.
func (b *Builder) at(t, least Millis) Millis {
	if t < least {
		b.trouble.early++
		t = least
	}
	b.log.End = max(b.log.End, t)
	return t
}

// Alloc records the allocation of a collection. size is the number of elements in it; each must be reported by Add.
func (b *Builder) Alloc(collection uint64, size int, site, typ StringID, t Millis) {
	if old, ok := b.known[collection]; ok {
		b.trouble.again++
		b.die(collection, old, t)
	}
	b.begin(collection, size, site, typ, t, false)
}

// begin adds a collection; ok is false if there are too many.
func (b *Builder) begin(serial uint64, size int, site, typ StringID, t Millis, late bool) (c CollectionID, ok bool) {
	if b.full(len(b.log.Collections), MaxCollections) {
		return 0, false
	}
	t = b.at(t, b.options.Start)
	c = CollectionID(len(b.log.Collections))
	b.log.Collections = append(b.log.Collections, Collection{Serial: serial, Type: b.text(typ), Site: b.text(site), Born: t, Died: Never,
		Size: int32(min(max(size, 0), math.MaxInt32)), Late: late, Followed: true, Object: NoObject})
	b.state = append(b.state, collectionState{last: t, size: -1})
	b.known[serial] = c
	return c, true
}

// find returns a collection, adding it if it is unknown, and the time of an event in it.
func (b *Builder) find(collection uint64, size int, site StringID, t Millis) (CollectionID, Millis, bool) {
	c, ok := b.known[collection]
	if !ok {
		if c, ok = b.begin(collection, size, site, 0, t, true); !ok {
			return 0, 0, false
		}
	}
	s := &b.state[c]
	s.last = b.at(t, s.last)
	return c, s.last, true
}

// Add records that an element was added to a collection, which then has size elements. If the element is in it already, another copy was
// added.
func (b *Builder) Add(collection, element uint64, size int, site, typ StringID, t Millis) {
	site = b.text(site)
	c, t, ok := b.find(collection, size, site, t)
	if !ok {
		return
	}
	s := &b.state[c]
	b.count(c, site, Add, t, 1)
	if old, ok := s.present[element]; ok {
		if old.copies < math.MaxInt32 {
			old.copies++
			s.copies++
		}
		s.present[element] = old
		b.e.Duplicates[old.element] = max(b.e.Duplicates[old.element], old.copies-1)
		return
	}
	if b.full(len(b.of), MaxElements) {
		return
	}
	if s.present == nil {
		s.present = map[uint64]stay{}
	}
	s.present[element] = stay{ElementID(len(b.of)), 1}
	s.copies++
	b.of = append(b.of, c)
	b.lastGet = append(b.lastGet, -1)
	e := &b.e
	e.Type, e.AddSite, e.RemoveSite = append(e.Type, b.text(typ)), append(e.AddSite, site), append(e.RemoveSite, 0)
	e.Added, e.Removed, e.Duplicates = append(e.Added, t), append(e.Removed, Never), append(e.Duplicates, 0)
	e.ReadFirst, e.ReadEnd = append(e.ReadFirst, s.reads), append(e.ReadEnd, math.MaxInt32)
}

// Get records count GETs of an element, the last of them at time t and at site.
func (b *Builder) Get(collection, element uint64, size int, site StringID, t Millis, count int) {
	site = b.text(site)
	c, ok := b.known[collection]
	if !ok {
		if c, _, ok = b.find(collection, size, site, t); !ok {
			return
		}
	}
	if count < 1 {
		b.trouble.counts++
		return
	}
	s := &b.state[c]
	now, ok := s.present[element]
	if !ok {
		b.trouble.unknown++
		b.count(c, site, Get, b.at(t, b.log.Collections[c].Born), int64(count))
		return
	}
	least := b.e.Added[now.element]
	last := b.lastGet[now.element]
	if last >= 0 {
		least = b.gets.Time[last]
	}
	t = b.at(t, least)
	s.last = max(s.last, t)
	b.count(c, site, Get, t, int64(count))
	b.addGet(now.element, last, site, t, int32(min(count, math.MaxInt32)))
}

// addGet adds a row, or extends the element's last row if it covers the same time.
func (b *Builder) addGet(e ElementID, last int32, site StringID, t Millis, count int32) {
	g := &b.gets
	if last >= 0 && g.Count[last] <= math.MaxInt32-count {
		if b.options.Aggregated && g.Time[last] > b.intervalStart() || !b.options.Aggregated && g.Time[last] == t && g.Site[last] == site {
			g.Time[last], g.Site[last] = t, site
			g.Count[last] += count
			return
		}
	}
	if b.full(len(g.Time), MaxRows) {
		return
	}
	b.lastGet[e] = int32(len(g.Time))
	b.getOf = append(b.getOf, e)
	g.Time, g.Count, g.Site = append(g.Time, t), append(g.Count, count), append(g.Site, site)
}

// Remove records that a copy of an element was removed from a collection, which then has size elements.
func (b *Builder) Remove(collection, element uint64, size int, site StringID, t Millis) {
	site = b.text(site)
	c, t, ok := b.find(collection, size, site, t)
	if !ok {
		return
	}
	b.count(c, site, Remove, t, 1)
	s := &b.state[c]
	now, ok := s.present[element]
	if !ok {
		b.trouble.unknown++
		return
	}
	s.copies--
	if now.copies--; now.copies > 0 {
		s.present[element] = now
		return
	}
	delete(s.present, element)
	b.leave(s, now.element, site, t)
}

// leave ends the stay of an element.
func (b *Builder) leave(s *collectionState, e ElementID, site StringID, t Millis) {
	b.e.Removed[e], b.e.RemoveSite[e], b.e.ReadEnd[e] = t, site, s.reads
}

// Clear records that all elements were removed from a collection.
func (b *Builder) Clear(collection uint64, site StringID, t Millis) {
	site = b.text(site)
	c, t, ok := b.find(collection, 0, site, t)
	if !ok {
		return
	}
	s := &b.state[c]
	b.count(c, site, Remove, t, s.copies)
	for _, now := range s.present {
		b.leave(s, now.element, site, t)
	}
	s.present, s.copies = nil, 0
}

// GetAll records count GETs of all elements of a collection with size elements, the last of them at time t.
func (b *Builder) GetAll(collection uint64, size int, site StringID, t Millis, count int) {
	site = b.text(site)
	c, t, ok := b.find(collection, size, site, t)
	if !ok {
		return
	}
	if count < 1 {
		b.trouble.counts++
		return
	}
	s := &b.state[c]
	count = min(count, math.MaxInt32)
	b.count(c, site, Get, t, s.copies*int64(count))
	if s.copies == 0 || b.full(len(b.log.Reads), MaxRows) {
		return
	}
	b.log.Reads = append(b.log.Reads, Read{c, site, t, int32(count)})
	s.reads++
}

// Dealloc records that a collection was found dead.
func (b *Builder) Dealloc(collection uint64, t Millis) {
	c, ok := b.known[collection]
	if !ok {
		b.trouble.unborn++
		return
	}
	b.die(collection, c, t)
}

func (b *Builder) die(serial uint64, c CollectionID, t Millis) {
	s := &b.state[c]
	b.log.Collections[c].Died = b.at(t, s.last)
	*s = collectionState{reads: s.reads} // ends the reads of elements still present
	delete(b.known, serial)
}

// Number sets the number that a collection has in the heap states of the recording.
func (b *Builder) Number(collection uint64, object int64) {
	c, ok := b.known[collection]
	if !ok || object < 0 {
		b.trouble.unborn++
		return
	}
	b.log.Collections[c].Object = object
}

// MarkUnfollowed records that only birth, death and sizes of a collection are recorded.
func (b *Builder) MarkUnfollowed(collection uint64) {
	c, ok := b.known[collection]
	if !ok {
		b.trouble.unborn++
		return
	}
	b.log.Collections[c].Followed = false
}

// Size records the number of elements of a collection, whether or not it is followed.
func (b *Builder) Size(collection uint64, size int, t Millis) {
	c, ok := b.known[collection]
	if !ok || size < 0 {
		b.trouble.unborn++
		return
	}
	s := &b.state[c]
	s.last = b.at(t, s.last)
	n := int32(min(size, math.MaxInt32))
	if n == s.size || b.full(len(b.log.Sizes), MaxRows) {
		return
	}
	s.size = n
	b.log.Sizes = append(b.log.Sizes, Size{c, n, s.last})
}

// Scale records that from time t, one in oneOf collections is followed, and how many of the known ones were followed before.
func (b *Builder) Scale(oneOf int, followed, known int64, t Millis) {
	if oneOf < 1 || oneOf > math.MaxInt32 || followed < 0 || known < followed {
		b.trouble.counts++
		return
	}
	if b.full(len(b.log.Scales), MaxRows) {
		return
	}
	least := b.options.Start
	if n := len(b.log.Scales); n > 0 {
		least = b.log.Scales[n-1].Time
	}
	b.log.Scales = append(b.log.Scales, Scale{b.at(t, least), int32(oneOf), followed, known})
}

// Trouble adds a sentence about missing or doubtful data in the source. t is the time; Never if none applies.
func (b *Builder) Trouble(text string, t Millis) {
	if t != Never {
		text = fmt.Sprintf("At %d ms: %s", t, text)
	}
	b.trouble.add(text)
}
