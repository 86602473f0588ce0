package phd

import (
	"context"
	"fmt"
	"io"
	"math"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/poll"
	"memcity/trace/wire/phd"
)

// census is the result of the first pass over a file.
type census struct {
	addresses  []uint64 // of all objects, in file order
	classes    []class  // in file order; an address occurs only once
	uses       map[uint64]*use
	primitives [8]use
	references int64
	header     int64 // size of the header of an array in bytes
	element    int64 // size of a reference in an array in bytes
	layouts    votes
	fault      *phd.Fault // at which reading ended; nil for a whole file
}

// class is a class record.
type class struct {
	address, super uint64
	name           string // as in the VM
	size           int64  // of an instance in bytes
}

// use counts the objects of a class.
type use struct {
	instances int64
	arrays    int64  // whose elements have the class
	least     uint64 // least distance from an instance to the next object in bytes; 0 if unknown
}

// reader is a dump that is being read.
type reader struct {
	*phd.Reader
	content trace.Content
	ctx     context.Context
	steps   uint
}

func openReader(ctx context.Context, f trace.File) (*reader, error) {
	content, err := f.Open()
	if err != nil {
		return nil, err
	}
	r, err := phd.NewReader(input.NewReader(ctx, io.NewSectionReader(content, 0, f.Size)))
	if err != nil {
		content.Close()
		return nil, err
	}
	return &reader{Reader: r, content: content, ctx: ctx}, nil
}

// each calls visit for each object. The fault says where reading ended too early. An error is that of visit, the file or the context.
func (r *reader) each(visit func(rec *phd.Record) error) (*phd.Fault, error) {
	var rec phd.Record
	for {
		r.steps++
		if err := poll.At(r.ctx, r.steps); err != nil {
			return nil, err
		}
		err := r.Next(&rec)
		if err == io.EOF {
			return nil, nil
		}
		if fault, ok := err.(*phd.Fault); ok {
			return fault, nil
		}
		if err != nil {
			return nil, err
		}
		if err := visit(&rec); err != nil {
			return nil, err
		}
	}
}

// admitEvery is the number of objects after which more memory is asked for.
const admitEvery = 1 << 20

// takeCensus reads the file once. It calls report with the number of bytes read.
func takeCensus(r *reader, report func(stored int64)) (*census, error) {
	c := &census{uses: map[uint64]*use{}}
	seen := map[uint64]bool{}
	var before phd.Record
	var used *use // of before
	fault, err := r.each(func(rec *phd.Record) error {
		if len(c.addresses)%admitEvery == 0 {
			if err := trace.Admit(r.ctx, c.volume()); err != nil {
				return err
			}
			report(r.Stored())
		}
		if len(c.addresses) >= math.MaxUint32-1 {
			return fmt.Errorf("the heap has more than %d objects", uint32(math.MaxUint32-1))
		}
		c.distance(&before, used, rec.Address)
		c.addresses = append(c.addresses, rec.Address)
		c.references += int64(len(rec.References))
		if used == nil || rec.Class != before.Class {
			used = c.use(rec.Class)
		}
		switch rec.Kind {
		case phd.Instance:
			used.instances++
		case phd.ObjectArray:
			used.arrays++
		case phd.PrimitiveArray:
			c.primitives[rec.Type].arrays++
		case phd.Class:
			if !seen[rec.Address] {
				seen[rec.Address] = true
				c.classes = append(c.classes, class{address: rec.Address, super: rec.Class, name: rec.Name, size: rec.Size})
			}
		}
		before = *rec
		return nil
	})
	c.fault = fault
	c.header, c.element = c.layouts.winner(r.Header)
	return c, err
}

// distance learns from the distance from an object to the next one in the file. u is the use of its class.
func (c *census) distance(before *phd.Record, u *use, next uint64) {
	var gap uint64
	if next > before.Address {
		gap = next - before.Address
	}
	switch before.Kind {
	case phd.Instance:
		if gap > 0 && (u.least == 0 || gap < u.least) {
			u.least = gap
		}
	case phd.ObjectArray, phd.PrimitiveArray:
		size := before.Size
		if size < 0 {
			size = int64(min(gap, math.MaxInt64))
		}
		c.layouts.add(before, size)
	}
}

func (c *census) use(class uint64) *use {
	u := c.uses[class]
	if u == nil {
		u = &use{}
		c.uses[class] = u
	}
	return u
}

func (c *census) volume() trace.Volume {
	return trace.Volume{Objects: int64(len(c.addresses)), References: c.references, Classes: int64(len(c.classes) + len(c.uses)),
		Bytes: 16*int64(len(c.addresses)) + 4*c.references}
}
