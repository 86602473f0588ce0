package native

import (
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"memcity/trace"
	"memcity/trace/wire/memcity"
)

// maxSuperTypes is the largest number of super types in a chain.
const maxSuperTypes = 1000

// names contains the dictionaries of a native trace read so far. They only grow at their ends, so a heap state that is being loaded may
// keep using an older copy of the struct.
type names struct {
	types     []trace.Type // Super is not validated; Class and Loader are not set
	statics   [][]string
	frames    []trace.Frame
	sites     []trace.Site
	callers   []siteRow
	threads   []string
	spaces    []string
	libraries []string

	deep    int // number of frames of all sites
	missing int // number of missing entries

	// taken is set by the first successor, which may append in place because no reader uses the space after the ends of older copies. Nil
	// for new dictionaries.
	taken *atomic.Bool
}

// siteRow is an entry of the tree of call chains.
type siteRow struct {
	caller uint32 // +1
	frame  uint32
	depth  uint32
}

// Limits of dictionaries, far beyond the sizes in real programs.
const (
	maxGap        = 1 << 18 // total number of missing entries before existing ones
	maxSiteDepth  = 4096    // frames per site
	maxSiteFrames = 1 << 23 // frames of all sites; 450 MB
	maxTypeBase   = 1 << 32 // bytes of an instance
	maxElement    = 1 << 10 // bytes of an element
	maxDictionary = 1 << 26 // entries
)

// next returns dictionaries that can grow while d stays unchanged. The first successor appends in place, so that the heap states of a
// growing recording share their names. Any other successor copies when it appends.
func (d names) next() names {
	if d.taken == nil || !d.taken.CompareAndSwap(false, true) {
		d.types, d.statics, d.frames = slices.Clip(d.types), slices.Clip(d.statics), slices.Clip(d.frames)
		d.sites, d.callers, d.spaces = slices.Clip(d.sites), slices.Clip(d.callers), slices.Clip(d.spaces)
		d.libraries = slices.Clip(d.libraries)
	}
	d.threads = slices.Clone(d.threads) // names of threads may be replaced
	d.taken = new(atomic.Bool)
	return d
}

// reach fills a dictionary of the given length with placeholders up to number n. It reports whether n can then be appended, which is false
// if n already exists or is far too large.
func (d *names) reach(n uint64, length int, fill func()) bool {
	if n < uint64(length) || n > maxDictionary || d.missing+int(n)-length > maxGap {
		return false
	}
	for range n - uint64(length) {
		d.missing++
		fill()
	}
	return true
}

// add adds a chunk of a dictionary. It returns the number of rows with an invalid number.
func (d *names) add(t *memcity.Table) (odd int) {
	rows := map[memcity.Kind]func(t *memcity.Table, i int) bool{
		memcity.Types: d.addType, memcity.Frames: d.addFrame, memcity.Sites: d.addSite, memcity.Threads: d.addThread,
	}[t.Kind]
	for i := range t.Rows {
		if !rows(t, i) {
			odd++
		}
	}
	return odd
}

func texts(c *memcity.Column, row int) []string {
	from, to := c.Start[row], c.Start[row+1]
	if from == to {
		return nil
	}
	return c.Texts[from:to:to]
}

// lostType returns the placeholder for a type whose description is missing.
func lostType(number int) trace.Type {
	return trace.Type{Name: fmt.Sprintf("(lost type %d)", number), Super: trace.NoType, Class: trace.NoObject, Loader: trace.NoObject}
}

func (d *names) addType(t *memcity.Table, i int) bool {
	c := t.Columns
	ok := d.reach(c[typesNumber].Numbers[i], len(d.types), func() {
		d.types = append(d.types, lostType(len(d.types)))
		d.statics = append(d.statics, nil)
	})
	if !ok {
		return false
	}
	k := trace.Type{Name: trace.PlainType(trace.ClipName(c[typesName].Texts[i])), Kind: trace.Instance, Super: trace.NoType, Class: trace.NoObject, Loader: trace.NoObject}
	if kind := c[typesKind].Numbers[i]; kind <= uint64(trace.ClassObject) {
		k.Kind = trace.TypeKind(kind)
	}
	if super := c[typesSuper].Numbers[i]; super > 0 && super <= maxDictionary {
		k.Super = trace.TypeID(super - 1)
	}
	k.Base = int64(min(c[typesBase].Numbers[i], maxTypeBase))
	k.Element = int64(min(c[typesElement].Numbers[i], maxElement))
	if fields := texts(&c[typesFields], i); len(fields) > 0 {
		k.References = fields
	}
	if elements := c[typesElements].Numbers; len(elements) > 0 && k.Kind == trace.Instance {
		k.Elements = elements[i] != 0
	}
	k.Weak = weakSlots(&c[typesWeak], i)
	d.types = append(d.types, k)
	d.statics = append(d.statics, texts(&c[typesStatics], i))
	return true
}

// weakSlots returns the slots in a row; nil for none.
func weakSlots(c *memcity.Column, row int) (slots []uint16) {
	if len(c.Start) == 0 {
		return nil
	}
	for _, n := range c.Numbers[c.Start[row]:c.Start[row+1]] {
		if n <= math.MaxUint16 {
			slots = append(slots, uint16(n))
		}
	}
	slices.Sort(slots)
	return slices.Compact(slots)
}

func (d *names) addFrame(t *memcity.Table, i int) bool {
	c := t.Columns
	if !d.reach(c[framesNumber].Numbers[i], len(d.frames), func() { d.frames = append(d.frames, trace.Frame{}) }) {
		return false
	}
	d.frames = append(d.frames, trace.Frame{Class: trace.PlainType(c[framesClass].Texts[i]), Method: c[framesMethod].Texts[i], File: c[framesFile].Texts[i],
		Line: int32(min(c[framesLine].Numbers[i], math.MaxInt32)), Native: c[framesNative].Numbers[i] != 0})
	return true
}

func (d *names) addSite(t *memcity.Table, i int) bool {
	c := t.Columns
	ok := d.reach(c[sitesNumber].Numbers[i], len(d.callers), func() {
		d.callers = append(d.callers, siteRow{frame: math.MaxUint32, depth: 1})
	})
	if !ok {
		return false
	}
	s := siteRow{frame: math.MaxUint32, depth: 1}
	if frame := c[sitesFrame].Numbers[i]; frame < maxDictionary {
		s.frame = uint32(frame)
	}
	if caller := c[sitesCaller].Numbers[i]; caller > 0 && caller <= uint64(len(d.callers)) {
		if above := d.callers[caller-1].depth; above < maxSiteDepth {
			s.caller, s.depth = uint32(caller), above+1
		}
	}
	d.callers = append(d.callers, s)
	return true
}

func (d *names) addThread(t *memcity.Table, i int) bool {
	number, name := t.Columns[threadsNumber].Numbers[i], t.Columns[threadsName].Texts[i]
	if number < uint64(len(d.threads)) {
		d.threads[number] = name
		return true
	}
	ok := d.reach(number, len(d.threads), func() { d.threads = append(d.threads, fmt.Sprintf("thread %d", len(d.threads)+1)) })
	if ok {
		d.threads = append(d.threads, name)
	}
	return ok
}

// completeSites builds the call chains of new sites. A chain contains the chains of its callers in its memory, so the deepest are built
// first. Chains beyond the limit get only their innermost frame; their number is returned.
func (d *names) completeSites() (short int) {
	made := len(d.sites)
	d.sites = append(d.sites, make([]trace.Site, len(d.callers)-made)...)
	for i := len(d.callers) - 1; i >= made; i-- {
		if d.sites[i].Frames != nil {
			continue
		}
		depth := int(d.callers[i].depth)
		if d.deep+depth > maxSiteFrames {
			depth = 1
			short++
		}
		d.deep += depth
		frames := make([]trace.Frame, 0, depth)
		for at := d.callers[i]; len(frames) < depth; at = d.callers[at.caller-1] {
			frame := trace.Frame{}
			if int64(at.frame) < int64(len(d.frames)) {
				frame = d.frames[at.frame]
			}
			frames = append(frames, frame)
			if at.caller == 0 {
				break
			}
		}
		at := i
		for rest := frames; len(rest) > 0; rest = rest[1:] {
			if at >= made && d.sites[at].Frames == nil {
				d.sites[at] = trace.Site{Frames: rest, Thread: trace.NoThread}
			}
			caller := d.callers[at].caller
			if caller == 0 {
				break
			}
			at = int(caller) - 1
		}
	}
	return short
}

// heapTypes returns the types with valid super types. cut is the number of chains cut because a super type was missing, or because a chain
// was cyclic or too long.
func (d *names) heapTypes() (_ []trace.Type, cut int) {
	types := slices.Clone(d.types)
	checked := make([]uint8, len(types)) // 1 in progress, 2 done
	for i := range types {
		at, steps := trace.TypeID(i), 0
		for at != trace.NoType && checked[at] == 0 {
			checked[at] = 1
			next := types[at].Super
			steps++
			if next != trace.NoType && (int64(next) >= int64(len(types)) || checked[next] == 1 || steps >= maxSuperTypes) {
				types[at].Super, next = trace.NoType, trace.NoType
				cut++
			}
			at = next
		}
		for at := trace.TypeID(i); at != trace.NoType && checked[at] == 1; at = types[at].Super {
			checked[at] = 2
		}
	}
	return types, cut
}
