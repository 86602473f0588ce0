package lines

import (
	"bytes"
	"math"
	"strconv"

	"memcity/trace/wire/jsonlines"
)

// MaxSize is the largest size of an object in bytes.
const MaxSize = 1 << 40

// maxTime is the largest time in seconds. Later times are probably milliseconds.
const maxTime = 1e11

// parser reads the members of one line into a record.
type parser struct {
	jsonlines.Scanner
	rec   *Record
	texts *Texts
	grow  func(bytes int64) error // see [Reader.Grow]
	err   error                   // of grow

	names []Text // elements of names
	named bool   // the line has names
	count int    // names of this line so far
	kinds uint8  // members that decide the kind of the line
}

// Members that decide the kind of a line, by precedence.
const (
	hasFormat = 1 << iota
	hasID
	hasRoot
	hasThread
	hasSite
	hasClass
	hasLibrary
)

// parse reads a line. It sets all fields of rec except Line.
func (p *parser) parse(line []byte) {
	r := p.rec
	*r = Record{Line: r.Line, References: r.References[:0], Frames: r.Frames[:0], Frame: -1, Birth: -1, Head: Head{Time: math.NaN(), Uptime: math.NaN()}}
	p.Start(line)
	p.names, p.named, p.count, p.kinds = p.names[:0], false, 0, 0
	if !p.Take('{') {
		r.fault(NotJSON)
		return
	}
	for first := true; ; first = false {
		key, ok := p.Members(first)
		if !ok {
			break
		}
		p.member(key)
	}
	if !p.AtEnd() {
		r.Faulty = 1 << NotJSON
		r.Kind = Unknown
		return
	}
	p.finish()
}

// finish determines the kind of the line, and checks members that the kind needs.
func (p *parser) finish() {
	r := p.rec
	switch k := p.kinds; {
	case k&hasFormat != 0:
		r.Kind = Header
	case k&hasID != 0:
		r.Kind = Object
		if r.Type == 0 {
			r.fault(NoType)
		}
	case k&hasRoot != 0:
		r.Kind = Root
		if !r.HasRef {
			r.fault(NoTarget)
		}
	case k&hasThread != 0:
		r.Kind = Thread
	case k&hasSite != 0:
		r.Kind = Site
	case k&hasClass != 0:
		r.Kind = Class
	case k&hasLibrary != 0:
		r.Kind = Library
	case !r.Has(BadID):
		r.fault(NoKind)
	}
	if p.named {
		p.addNames()
	}
}

// member reads the value of a member.
func (p *parser) member(key []byte) {
	r := p.rec
	switch string(key) {
	case "id":
		if id, ok := p.id(); ok {
			r.ID, p.kinds = id, p.kinds|hasID
		}
	case "type":
		r.Type = p.name(NoType)
	case "size":
		r.Size = p.whole(MaxSize, BadSize, 0)
	case "refs":
		p.references(false)
	case "names":
		p.readNames()
	case "weak":
		p.references(true)
	case "ref", "object":
		r.Ref, r.HasRef = p.id()
	case "root":
		r.What, p.kinds = p.name(NoTarget), p.kinds|hasRoot
	case "kind":
		r.What = p.name(BadMember)
	case "name":
		r.Name = p.name(BadMember)
	case "owner":
		r.Owner = p.name(BadMember)
	case "member":
		r.Member = p.name(BadMember)
	case "site":
		r.Site, p.kinds = p.label(), p.kinds|hasSite
	case "thread":
		r.Thread, p.kinds = p.label(), p.kinds|hasThread
	case "frame":
		r.Frame = int32(p.whole(math.MaxInt32, BadMember, -1))
	case "frames":
		p.frames()
	case "birth":
		r.Birth = p.whole(math.MaxUint32-2, BadMember, -1)
	case "class":
		r.Name, p.kinds = p.name(BadMember), p.kinds|hasClass
	case "super":
		r.Super = p.name(BadMember)
	case "library":
		r.Name, p.kinds = p.name(BadMember), p.kinds|hasLibrary
	default:
		p.headMember(key)
	}
}

// headMember reads the value of a member that only headers have. It skips other members.
func (p *parser) headMember(key []byte) {
	h := &p.rec.Head
	switch string(key) {
	case "format":
		if string(p.plain(BadMember)) == Format {
			p.kinds |= hasFormat
		}
	case "version":
		h.Version = p.number(math.MaxInt32)
	case "runtime":
		h.Runtime = string(p.plain(BadMember))
	case "program":
		h.Program = string(p.plain(BadMember))
	case "time":
		h.Time = p.number(maxTime)
	case "uptime":
		h.Uptime = p.number(maxTime)
	case "gc":
		h.GC = uint32(p.whole(math.MaxUint32-2, BadMember, 0))
	case "final":
		h.Final = p.flag()
	case "stable_ids":
		h.StableIDs = p.flag()
	case "site_interval":
		h.Interval = p.whole(MaxSize, BadMember, 0)
	default:
		p.Skip()
	}
}

// plain reads a text. The value null is no text; other values are the given fault.
func (p *parser) plain(f Fault) []byte {
	if p.Peek() == '"' {
		return p.Text()
	}
	p.skipNull(f)
	return nil
}

// skipNull skips a value, which is the given fault unless it is null.
func (p *parser) skipNull(f Fault) {
	if p.Peek() == 'n' {
		p.Word() // null, or the line is not JSON
		return
	}
	p.Skip()
	p.rec.fault(f)
}

// name reads a text like plain, and returns its number in the dictionary; 0 for no text.
func (p *parser) name(f Fault) Text {
	if text := p.plain(f); len(text) > 0 {
		return p.texts.Number(text)
	}
	return 0
}

// label reads a text or a number that names a site or thread.
func (p *parser) label() Text {
	if c := p.Peek(); c == '-' || c >= '0' && c <= '9' {
		return p.texts.Number(trimFraction(p.Word()))
	}
	return p.name(BadMember)
}

// trimFraction removes ".0", which some languages add to whole numbers.
func trimFraction(number []byte) []byte {
	return bytes.TrimSuffix(number, []byte(".0"))
}

// id reads the id of an object. ok is false for null and for values that are not ids.
func (p *parser) id() (id uint64, ok bool) {
	switch c := p.Peek(); {
	case c >= '0' && c <= '9' || c == '-':
		word := trimFraction(p.Word())
		if n, ok := decimal(word); ok {
			return n, true
		}
		if n, err := strconv.ParseInt(string(word), 10, 64); err == nil {
			return uint64(n), true
		}
		if bytes.ContainsAny(word, ".eE") || p.Failed() {
			p.rec.fault(BadID)
			return 0, false
		}
		return Key(word), true
	case c == '"':
		return Key(p.Text()), true
	}
	p.skipNull(BadID)
	return 0, false
}

// whole reads a whole number up to limit. For other values it returns none, and adds the given fault unless the value is null.
func (p *parser) whole(limit float64, f Fault, none int64) int64 {
	if c := p.Peek(); c >= '0' && c <= '9' {
		word := p.Word()
		if n, ok := decimal(word); ok && float64(n) <= limit {
			return int64(n)
		}
		if n, err := strconv.ParseFloat(string(word), 64); err == nil && n <= limit {
			return int64(n)
		}
		p.rec.fault(f)
		return none
	}
	p.skipNull(f)
	return none
}

// number reads a number from 0 to limit; NaN for other values, which are a fault unless the value is null.
func (p *parser) number(limit float64) float64 {
	if c := p.Peek(); c >= '0' && c <= '9' {
		if n, err := strconv.ParseFloat(string(p.Word()), 64); err == nil && n <= limit {
			return n
		}
		p.rec.fault(BadMember)
		return math.NaN()
	}
	p.skipNull(BadMember)
	return math.NaN()
}

// flag reads true or false.
func (p *parser) flag() bool {
	if c := p.Peek(); c == 't' || c == 'f' {
		return string(p.Word()) == "true"
	}
	p.skipNull(BadMember)
	return false
}

// frames reads a list of texts.
func (p *parser) frames() {
	if !p.Take('[') {
		p.Skip()
		p.rec.fault(BadMember)
		return
	}
	for first := true; p.Elements(first); first = false {
		if frame := p.name(BadMember); frame != 0 {
			p.rec.Frames = append(p.rec.Frames, frame)
		}
	}
}
