package lines

import "memcity/trace/wire/jsonlines"

// references reads the references of an object: a list of ids and of pairs of name and id, or an object with an id for each name.
func (p *parser) references(weak bool) {
	switch {
	case p.Take('['):
		for first := true; p.Elements(first); first = false {
			p.reference(weak)
		}
	case p.Take('{'):
		for first := true; ; first = false {
			key, ok := p.Members(first)
			if !ok {
				return
			}
			name := p.nameOf(key)
			to, ok := p.id()
			p.add(Reference{To: to, Name: name, Weak: weak, Null: !ok})
		}
	default:
		p.skipNull(BadReferences)
	}
}

// reference reads an element of a list of references.
func (p *parser) reference(weak bool) {
	c, from := p.Peek(), p.Position()
	if c == '[' {
		if r, ok := p.pair(weak); ok {
			p.add(r)
			return
		}
		p.Seek(from)
	}
	if c == '{' || c == '[' {
		p.Skip()
		p.rec.fault(BadReferences)
		p.add(Reference{Null: true})
		return
	}
	to, ok := p.id()
	p.add(Reference{To: to, Weak: weak, Null: !ok})
}

// pair reads a pair of name and id. ok is false if the list is something else.
func (p *parser) pair(weak bool) (r Reference, ok bool) {
	p.Take('[')
	switch p.Peek() {
	case '"':
		r.Name = p.nameOf(p.Text())
	case 'n':
		p.Word()
	default:
		return r, false
	}
	if !p.Take(',') || p.Peek() == '[' || p.Peek() == '{' {
		return r, false
	}
	to, found := p.id()
	r.To, r.Weak, r.Null = to, weak, !found
	return r, p.Take(']')
}

// nameOf returns the name of a reference.
func (p *parser) nameOf(name []byte) Text {
	if len(name) == 0 {
		return 0
	}
	if p.count++; p.count > MaxNames {
		return Many
	}
	return p.texts.Number(name)
}

// referenceBytes is the size of a [Reference] in bytes.
const referenceBytes = 16

// add adds a reference. It asks for memory before a long list grows.
func (p *parser) add(r Reference) {
	refs := &p.rec.References
	if n := len(*refs); n == cap(*refs) && n >= jsonlines.GrowEvery/referenceBytes && p.grow != nil && p.err == nil {
		p.err = p.grow(int64(2*n*referenceBytes + p.Length()))
	}
	if p.err != nil {
		p.Fail()
		return
	}
	*refs = append(*refs, r)
}

// readNames reads the names of references.
func (p *parser) readNames() {
	if !p.Take('[') {
		p.skipNull(BadNames)
		return
	}
	p.named = true
	for first := true; p.Elements(first); first = false {
		name := Text(0)
		if p.Peek() == '"' {
			name = p.nameOf(p.Text())
		} else {
			p.skipNull(BadNames)
		}
		p.names = append(p.names, name)
	}
}

// addNames gives the references that are not weak their names. Names may come before or after the references.
func (p *parser) addNames() {
	i := 0
	for at := range p.rec.References {
		if r := &p.rec.References[at]; !r.Weak {
			if i < len(p.names) && p.names[i] != 0 {
				r.Name = p.names[i]
			}
			i++
		}
	}
	if i != len(p.names) {
		p.rec.fault(BadNames)
	}
}
