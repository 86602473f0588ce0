package ruby

import (
	"math"
	"strings"

	"memcity/trace/wire/jsonlines"
)

const (
	// maxSize is the largest size of an object in bytes. Larger sizes are a fault.
	maxSize = 1 << 40
	// maxNames is the largest number of names in a line. The rest is left out.
	maxNames = 1 << 16
)

// parser reads the members of one line into a record.
type parser struct {
	jsonlines.Scanner
	rec  *Record
	grow func(bytes int64) error // see [jsonlines.Reader]
	err  error                   // of grow
}

// parse reads a line.
func (p *parser) parse(line []byte) {
	r := p.rec
	r.reset()
	p.Start(line)
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
		r.reset()
		r.fault(NotJSON)
		return
	}
	r.Kind = kindOf(r)
}

// kindOf returns the kind of a line and adds the faults of its kind.
func kindOf(r *Record) Kind {
	switch string(r.Type) {
	case "":
		r.fault(NoType)
		return Unknown
	case "ROOT":
		return Root
	case "SHAPE":
		return Shape
	case "NAMES":
		return Names
	}
	if r.Address == 0 {
		r.fault(NoAddress)
		return Unknown
	}
	if string(r.Type) == "CLASS" || string(r.Type) == "MODULE" {
		return Class
	}
	return Object
}

// member reads the value of a member. It skips the contents of objects and members that are not needed.
func (p *parser) member(key []byte) {
	r := p.rec
	switch string(key) {
	case "address":
		r.Address = p.address()
	case "type":
		r.Type = p.text(r.Type)
	case "class":
		r.Class = p.address()
	case "superclass":
		r.Super = p.address()
	case "name":
		r.Name = p.text(r.Name)
	case "singleton":
		r.Singleton = p.flag()
	case "struct":
		r.Struct = p.text(r.Struct)
	case "imemo_type":
		r.Internal = p.text(r.Internal)
	case "root":
		r.Root = p.text(r.Root)
	case "memsize":
		r.Size = p.whole(maxSize, 0)
	case "ivars":
		p.ivars()
	case "references":
		p.references()
	case "file":
		r.File = p.text(r.File)
	case "line":
		r.SourceLine = int32(p.whole(math.MaxInt32, 0))
	case "method":
		r.Method = p.text(r.Method)
	case "generation":
		r.Generation = p.whole(math.MaxUint32-2, -1)
	case "names":
		p.names()
	case "flags":
		p.SkipLast()
	default:
		p.Skip()
	}
}

// wrong skips a value, which is a fault unless it is null.
func (p *parser) wrong() {
	if p.Peek() != 'n' {
		p.rec.fault(BadMember)
	}
	p.Skip()
}

// text reads a text into the memory of another.
func (p *parser) text(memory []byte) []byte {
	if p.Peek() != '"' {
		p.wrong()
		return memory[:0]
	}
	return append(memory[:0], p.Text()...)
}

func (p *parser) flag() bool {
	if c := p.Peek(); c != 't' && c != 'f' {
		p.wrong()
		return false
	}
	return string(p.Word()) == "true"
}

// address reads an address; 0 for values that are none.
func (p *parser) address() uint64 {
	if p.Peek() != '"' {
		p.wrong()
		return 0
	}
	text := p.Text()
	if len(text) < 3 || len(text) > 18 || text[0] != '0' || text[1] != 'x' {
		p.rec.fault(BadMember)
		return 0
	}
	n := uint64(0)
	for _, c := range text[2:] {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c >= 'a' && c <= 'f':
			c -= 'a' - 10
		case c >= 'A' && c <= 'F':
			c -= 'A' - 10
		default:
			p.rec.fault(BadMember)
			return 0
		}
		n = n<<4 | uint64(c)
	}
	return n
}

// whole reads a whole number up to limit; none for other values.
func (p *parser) whole(limit, none int64) int64 {
	if c := p.Peek(); c < '0' || c > '9' {
		p.wrong()
		return none
	}
	n := int64(0)
	for _, c := range p.Word() {
		if c < '0' || c > '9' || n > limit {
			p.rec.fault(BadMember)
			return none
		}
		n = n*10 + int64(c-'0')
	}
	if n > limit {
		p.rec.fault(BadMember)
		return none
	}
	return n
}

// ivars reads the number of instance variables of an object, or their names.
func (p *parser) ivars() {
	if p.Peek() == '[' {
		p.names()
		return
	}
	p.rec.Ivars = p.whole(math.MaxInt32, -1)
}

// addressBytes is the size of a reference in bytes.
const addressBytes = 8

// references reads a list of addresses. It asks for memory before a long list grows.
func (p *parser) references() {
	if !p.Take('[') {
		p.wrong()
		return
	}
	refs := &p.rec.References
	for first := true; p.Elements(first); first = false {
		to := p.address()
		if n := len(*refs); n == cap(*refs) && n >= jsonlines.GrowEvery/addressBytes && p.grow != nil && p.err == nil {
			p.err = p.grow(int64(2*n*addressBytes + p.Length()))
		}
		if p.err != nil {
			p.Fail()
			return
		}
		if to != 0 {
			*refs = append(*refs, to)
		}
	}
}

// names reads a list of names, or an object with an address for each name.
func (p *parser) names() {
	add := func(text []byte, to uint64) {
		if len(p.rec.Names) < maxNames {
			p.rec.Names = append(p.rec.Names, Name{strings.ToValidUTF8(string(text), "\ufffd"), to})
		}
	}
	var name []byte
	switch {
	case p.Take('['):
		for first := true; p.Elements(first); first = false {
			name = p.text(name)
			add(name, 0)
		}
	case p.Take('{'):
		for first := true; ; first = false {
			key, ok := p.Members(first)
			if !ok {
				return
			}
			name = append(name[:0], key...)
			add(name, p.address())
		}
	default:
		p.wrong()
	}
}
