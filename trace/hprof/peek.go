package hprof

import (
	"context"
	"errors"
	"slices"

	tracepkg "memcity/trace"
	"memcity/trace/internal/javaname"
	"memcity/trace/wire/hprof"
)

const (
	// peekObjects is the smallest number of objects to read. Objects of the VM come first, so they include some thousand strings.
	peekObjects = 20_000
	// peekChunks is the number of 4 MB chunks to read. Symbols come first and take 2 to 8 MB.
	peekChunks = 8
)

var errSeen = errors.New("enough was seen")

// dumpStart is the content of the beginning of a dump.
type dumpStart struct {
	symbols
	parts   []symbolPart
	objects int
	serials map[uint32]bool
	small   []smallInstance
	values  []byte // concatenated values of small instances
	arrays  map[uint64]bool
}

// smallInstance is an instance that may be a string.
type smallInstance struct {
	class    uint64
	from, to uint32 // range of its values
}

// peek reads the beginning of a dump. It returns the kinds of data that not all dumps have, and whether the dump was blanked.
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
	p := dumpStart{serials: map[uint32]bool{}, arrays: map[uint64]bool{}}
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

func (p *dumpStart) chunk(c *hprof.Chunk, idSize int) {
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

func (p *dumpStart) knows() tracepkg.Knowledge {
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

// countTexts counts the strings with known, nonempty arrays. blank is the number of strings that consist of zeros, texts the number of
// others.
func (p *dumpStart) countTexts(idSize int) (blank, texts int) {
	class, value := uint64(0), 0
	for _, l := range p.loads {
		if javaname.Of(p.texts[l.name]) == "java.lang.String" {
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
