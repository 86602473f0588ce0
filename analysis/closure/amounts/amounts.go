// Package amounts stores a number of objects and bytes for each object of a heap, in little memory.
package amounts

import (
	"context"
	"sync/atomic"

	"memcity/trace"
	"memcity/trace/poll"
	"memcity/trace/scratch"
)

// Column is an amount per object. It takes 8 bytes per object, one more if all objects together have 4 GiB or more, another from 1 TiB, and
// so on.
type Column struct {
	low  []lowAmount
	high [][]uint8 // upper bits of the bytes by object, eight per column, lower ones first
}

// lowAmount contains the objects of an amount and the lower 32 bits of its bytes.
type lowAmount struct{ objects, bytes uint32 }

const lowBits, highBits = 32, 8

// minPart is the minimum number of objects for which another core pays off.
const minPart = 1 << 15

// Shallow returns the shallow size of each object. It returns an error only if ctx is done.
func Shallow(ctx context.Context, h *trace.Heap) (*Column, error) {
	c := &Column{low: scratch.Make[lowAmount](h.Len())}
	var all atomic.Int64
	err := poll.Parts(ctx, h.Len(), minPart, func(from, to int) {
		sum := int64(0)
		for o := from; o < to; o++ {
			size := h.Size(trace.ObjectID(o))
			c.low[o] = lowAmount{1, uint32(size)}
			sum += size
		}
		all.Add(sum)
	})
	for shift := lowBits; err == nil && all.Load()>>shift > 0; shift += highBits {
		bits := scratch.Make[uint8](h.Len())
		c.high = append(c.high, bits)
		err = poll.Parts(ctx, h.Len(), minPart, func(from, to int) {
			for o := from; o < to; o++ {
				bits[o] = uint8(h.Size(trace.ObjectID(o)) >> shift)
			}
		})
	}
	return c, err
}

// Of returns the amount of o.
func (c *Column) Of(o trace.ObjectID) trace.Amount {
	low := c.low[o]
	size := trace.Amount{Objects: int64(low.objects), Bytes: int64(low.bytes)}
	for i, bits := range c.high {
		size.Bytes |= int64(bits[o]) << (lowBits + highBits*i)
	}
	return size
}

// Add adds the amount of from to that of to. The sum must not exceed the shallow size of the whole heap.
func (c *Column) Add(to, from trace.ObjectID) {
	more, sum := c.low[from], &c.low[to]
	sum.objects += more.objects
	sum.bytes += more.bytes
	if c.high != nil {
		c.carry(to, from, sum.bytes < more.bytes)
	}
}

// carry adds the upper bits, and a carry bit if the lower bits overflowed.
func (c *Column) carry(to, from trace.ObjectID, one bool) {
	rest := uint16(0)
	if one {
		rest = 1
	}
	for _, bits := range c.high {
		rest += uint16(bits[to]) + uint16(bits[from])
		bits[to] = uint8(rest)
		rest >>= highBits
	}
}
