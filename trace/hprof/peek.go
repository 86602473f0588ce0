package hprof

import (
	"context"
	"errors"
	"slices"

	tracepkg "memcity/trace"
	"memcity/trace/wire/hprof"
)

const (
	// peekObjects is how many objects are looked at, at least, to say what a dump knows. Those of the virtual machine
	// come first, so that there are some thousand strings among them.
	peekObjects = 20_000
	// peekChunks is how many chunks of 4 MB are read for that: symbols come first, 2 to 8 MB.
	peekChunks = 8
)

var errSeen = errors.New("enough was seen")

// peeked is what the beginning of a dump shows.
type peeked struct {
	symbols
	parts   []symbolPart
	objects int
	serials map[uint32]bool
	small   []smallInstance
	values  []byte // of small instances, one after another
	arrays  map[uint64]bool
}

// smallInstance may be a string.
type smallInstance struct {
	class    uint64
	from, to uint32 // of its values
}

// peek looks at the beginning of a dump for what it knows beyond what all dumps do, and for whether it was blanked.
func peek(ctx context.Context, f tracepkg.File) (knows tracepkg.Knowledge, blanked bool) {
	content, err := f.Open()
	if err != nil {
		return 0, false
	}
	defer content.Close()
	r, err := hprof.NewReader(content, f.Size)
	if err != nil {
		return 0, false
	}
	p := peeked{serials: map[uint32]bool{}, arrays: map[uint64]bool{}}
	_, err = r.Scan(ctx, 1, func(_ int, c *hprof.Chunk) error {
		p.chunk(c, r.Header.IDSize)
		if c.Index >= peekChunks {
			return errSeen
		}
		if p.objects < peekObjects {
			return nil
		}
		p.symbols = joinSymbols(slices.Clone(p.parts))
		if _, texts := p.countTexts(r.Header.IDSize); texts > 0 {
			return errSeen
		}
		return nil
	})
	if err != nil && err != errSeen {
		return 0, false
	}
	p.symbols = joinSymbols(p.parts)
	knows = p.knows()
	blank, texts := p.countTexts(r.Header.IDSize)
	if texts > 0 || blank == 0 {
		knows |= tracepkg.KnowsTexts
	}
	return knows, manyBlank(blank, blank+texts)
}

func (p *peeked) chunk(c *hprof.Chunk, idSize int) {
	p.parts = append(p.parts, symbolPart{index: c.Index})
	part := &p.parts[len(p.parts)-1]
	var r hprof.Record
	for c.Next(&r) {
		switch r.Kind {
		case hprof.Instance:
			p.objects++
			p.serials[uint32(r.Values[1])] = true
			if len(r.Body) >= idSize && len(r.Body) <= 64 { // strings are small
				from := uint32(len(p.values))
				p.values = append(p.values, r.Body...)
				p.small = append(p.small, smallInstance{r.Values[hprof.InstanceClass], from, uint32(len(p.values))})
			}
		case hprof.PrimitiveArray:
			p.objects++
			if t := hprof.BasicType(r.Values[hprof.ArrayType]); (t == hprof.Byte || t == hprof.Char) && len(r.Body) > 0 {
				p.arrays[r.Values[0]] = isBlank(r.Body)
			}
		case hprof.ObjectArray:
			p.objects++
			p.serials[uint32(r.Values[1])] = true
		default:
			part.record(&r, idSize)
		}
	}
}

func (p *peeked) knows() tracepkg.Knowledge {
	k := tracepkg.Knowledge(0)
	if p.spaces.names != nil {
		k |= tracepkg.KnowsSpaces
	}
	starts := map[uint32]bool{}
	for _, s := range p.starts {
		starts[s.serial] = true
	}
	for serial := range p.serials {
		if trace := p.traces[serial]; len(trace.frames) > 0 {
			k |= tracepkg.KnowsSites
			if starts[trace.thread] {
				k |= tracepkg.KnowsThreads
			}
		}
	}
	return k
}

// countTexts counts the strings whose arrays were seen and are not empty: those of zeros alone, and others.
func (p *peeked) countTexts(idSize int) (blank, texts int) {
	class, value := uint64(0), 0
	for _, l := range p.loads {
		if p.texts[l.name] == "java/lang/String" {
			class = l.id
		}
	}
	for _, c := range p.classes {
		if c.id != class {
			continue
		}
		for _, f := range c.Fields {
			if p.texts[f.Name] == "value" {
				break
			}
			value += f.Type.Size(idSize)
		}
	}
	for _, i := range p.small {
		if i.class != class || value+idSize > int(i.to-i.from) {
			continue
		}
		switch isBlank, known := p.arrays[hprof.ID(p.values[i.from:][value:], idSize, 0)]; {
		case isBlank:
			blank++
		case known:
			texts++
		}
	}
	return blank, texts
}
