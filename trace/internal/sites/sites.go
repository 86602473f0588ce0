package sites

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"memcity/trace"
	"memcity/trace/internal/input"
)

// MaxFrames is the largest number of frames of a site. Outer frames beyond it are left out.
const MaxFrames = 512

// maxStored is the largest number of frames of all sites of a table, far beyond real programs. Frames take about 90 bytes each.
const maxStored = 1 << 22

// Table interns frames and sites, so that all points of a recording share them. It is not safe for concurrent use.
type Table struct {
	frames map[trace.Frame]uint32
	sites  map[string]*trace.Site
	key    []byte
	stored int // frames of all sites
}

// NewTable returns an empty table.
func NewTable() *Table {
	return &Table{frames: map[trace.Frame]uint32{}, sites: map[string]*trace.Site{}}
}

// isFull reports whether the table has reached its limit of frames.
func (t *Table) isFull() bool { return t.stored >= maxStored }

// Warn returns the warning about a profile that consists of the given sentences, which begin in lower case; empty for none. Empty sentences are
// left out. If the table is full, it adds a sentence about the missing frames.
func (t *Table) Warn(sentences ...string) string {
	if t.isFull() {
		sentences = append(slices.Clip(sentences), "it has too many call stacks; some keep only their innermost frame")
	}
	var b strings.Builder
	for _, s := range sentences {
		if first, n := utf8.DecodeRuneInString(s); n > 0 && b.Len() > 0 {
			s = ". " + string(unicode.ToUpper(first)) + s[n:]
		}
		b.WriteString(s)
	}
	return b.String()
}

// Site returns the site with the given frames, innermost first; nil without frames. It copies frames. If the table is full, a new site keeps
// only its innermost frame.
func (t *Table) Site(frames []trace.Frame) *trace.Site {
	if len(frames) == 0 {
		return nil
	}
	frames = frames[:min(len(frames), MaxFrames)]
	if t.isFull() {
		frames = frames[:1]
	}
	t.key = t.key[:0]
	for _, f := range frames {
		n, ok := t.frames[f]
		if !ok {
			n = uint32(len(t.frames))
			t.frames[f] = n
		}
		t.key = binary.LittleEndian.AppendUint32(t.key, n)
	}
	s := t.sites[string(t.key)]
	if s == nil {
		s = &trace.Site{Frames: slices.Clone(frames), Thread: -1}
		t.sites[string(t.key)] = s
		t.stored += len(frames)
	}
	return s
}

// Point is a profile: a point of a recording.
type Point struct {
	File trace.File
	// Time is in ms since 1970, or since any other moment that all points share if Relative is true; 0 if unknown.
	Time     int64
	Relative bool
	Final    bool // written at the end of the program
	// Interval is the mean number of allocated bytes between two samples; 0 if every allocation is counted.
	Interval int64

	counts []trace.TypeCount
	at     map[*trace.Site]int // index in counts
}

// Add adds live objects and their bytes at a site; nil for an unknown one. Negative numbers, as in differences between profiles, count as 0.
func (p *Point) Add(s *trace.Site, objects, bytes int64) {
	objects, bytes = max(objects, 0), max(bytes, 0)
	if objects == 0 && bytes == 0 {
		return
	}
	if p.at == nil {
		p.at = map[*trace.Site]int{}
	}
	i, ok := p.at[s]
	if !ok {
		i = len(p.counts)
		p.at[s] = i
		p.counts = append(p.counts, trace.TypeCount{Name: typeName(s), Site: s})
	}
	c := &p.counts[i]
	c.Objects, c.Bytes = sum(c.Objects, objects), sum(c.Bytes, bytes)
}

// Counts returns the counts added so far; never nil. They are read-only.
func (p *Point) Counts() []trace.TypeCount {
	if p.counts == nil {
		return []trace.TypeCount{}
	}
	return p.counts
}

func sum(a, b int64) int64 {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

// unknownType is the name of the group of objects without a site.
const unknownType = "(not recorded)"

// typeName returns the name that stands for the type of the objects of a site, as profiles contain no types: the allocating function, after
// its package and a colon. Template arguments are left out, because they may contain colons.
func typeName(s *trace.Site) string {
	if s == nil {
		return unknownType
	}
	f := &s.Frames[0]
	method := strings.ReplaceAll(withoutArguments(f.Method), ":", "_")
	if f.Class == "" {
		return method
	}
	return withoutArguments(f.Class) + ":" + method
}

// withoutArguments removes template arguments: vector for vector<int>. It keeps operators.
func withoutArguments(name string) string {
	if !strings.Contains(name, "<") || strings.Contains(name, "operator") {
		return name
	}
	var b strings.Builder
	depth := 0
	for _, r := range name {
		switch {
		case r == '<':
			depth++
		case r == '>' && depth > 0:
			depth--
		case depth == 0:
			b.WriteRune(r)
		}
	}
	if b.Len() == 0 {
		return name
	}
	return b.String()
}

// Recording returns a recording of at least one point, in order of time. Points without a time have that of their file, if these ascend in the
// order of the names. Otherwise all points are numbered.
func Recording(format string, runtime trace.Runtime, points []*Point) *trace.Recording {
	rec := &trace.Recording{Format: format, Runtime: runtime, Names: trace.NewNames(), Knows: trace.KnowsSites}
	times, unix := order(points)
	if len(times) > 1 || unix {
		rec.Knows |= trace.KnowsTimes
	}
	if unix {
		rec.StartUnix = times[0]
	}
	interval := int64(0)
	for i, p := range points {
		at := trace.Millis(i)
		if times != nil {
			at = trace.Millis(times[i] - times[0])
		}
		rec.Points = append(rec.Points, trace.Point{Time: at, Source: p.File.Base(), Counts: p.Counts(), Final: p.Final})
		if len(rec.Files) == 0 || rec.Files[len(rec.Files)-1] != p.File.Base() {
			rec.Files = append(rec.Files, p.File.Base())
		}
		interval = max(interval, p.Interval)
	}
	rec.Recorded = &trace.WriterInfo{Runtime: runtime, Interval: interval, StartUnix: rec.StartUnix, Source: format}
	rec.Name = input.Series(input.Stem(rec.Files[0]), len(rec.Files))
	return rec
}

// order sorts the points and returns their times in ms; nil if unknown. unix is true if they are times since 1970.
func order(points []*Point) (times []int64, unix bool) {
	timed, relative := true, false
	for _, p := range points {
		timed, relative = timed && (p.Time > 0 || p.Relative), relative || p.Relative
	}
	slices.SortStableFunc(points, func(a, b *Point) int {
		if timed && a.Time != b.Time {
			return cmp.Compare(a.Time, b.Time)
		}
		return trace.NaturalOrder(a.File.Base(), b.File.Base())
	})
	for i, p := range points {
		at := p.Time
		if !timed {
			at = p.File.Modified.UnixMilli()
			if p.File.Modified.IsZero() || i > 0 && at <= times[i-1] {
				return nil, false
			}
		}
		times = append(times, at)
	}
	return times, !relative
}
