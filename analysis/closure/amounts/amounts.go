// Package amounts holds a number of objects and bytes for each object of a heap in little memory.
package amounts

import (
	"context"
	"sync/atomic"

	"memcity/trace"
	"memcity/trace/poll"
	"memcity/trace/scratch"
)

// Column is an amount for each object. It takes 8 bytes per object, and one more from 4 GiB of all objects together on, another from
// 1 TiB on, and so forth.
type Column struct {
	low  []lowAmount
	high [][]uint8 // by object: the bits of bytes that low has no room for, eight in each, the lower ones first
}

// lowAmount is the objects of an amount, and of its bytes the lower bits.
type lowAmount struct{ objects, bytes uint32 }

const lowBits, highBits = 32, 8

// minPart is how many objects are worth another core.
const minPart = 1 << 15

// Shallow returns the sizes of the objects themselves. An error is ctx's.
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

// Of returns the amount of an object.
func (c *Column) Of(o trace.ObjectID) trace.Amount {
	low := c.low[o]
	size := trace.Amount{Objects: int64(low.objects), Bytes: int64(low.bytes)}
	for i, bits := range c.high {
		size.Bytes |= int64(bits[o]) << (lowBits + highBits*i)
	}
	return size
}

// Add adds the amount of one object to that of another. The sum has to be at most what all objects have at first.
func (c *Column) Add(to, from trace.ObjectID) {
	more, sum := c.low[from], &c.low[to]
	sum.objects += more.objects
	sum.bytes += more.bytes
	if c.high != nil {
		c.carry(to, from, sum.bytes < more.bytes)
	}
}

// carry adds the higher bits, and one if the lower ones had no room for their sum.
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
