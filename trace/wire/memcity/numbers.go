package memcity

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// Numbers begin with a byte: 0 for varints, otherwise the number of byte planes. The first plane contains the lowest bytes of all numbers.
// In heap dumps of four programs, compressed references took 0.28 to 0.99 bytes per object in planes, and 0.73 to 1.75 as varints. Planes
// help because the bytes with little information are adjacent. Types took a quarter more in planes. Either way, decoding takes about as
// long as decompressing.

// maxVarint is the largest number written as a varint, so that a varint has at most two bytes.
const maxVarint = 1<<14 - 1

func appendNumbers(b []byte, values []uint64) []byte {
	all := uint64(0)
	for _, v := range values {
		all |= v
	}
	if all > maxVarint {
		return appendPlanes(b, values, (bits.Len64(all)+7)/8)
	}
	b = append(slices.Grow(b, 2*len(values)+1), 0)
	for _, v := range values {
		b = binary.AppendUvarint(b, v)
	}
	return b
}

func appendPlanes(b []byte, values []uint64, planes int) []byte {
	b = append(b, byte(planes))
	at, n := len(b), len(values)
	b = resize(b, at+planes*n)
	for p := range planes {
		plane := b[at+p*n:][:n]
		for i, v := range values {
			plane[i] = byte(v >> (8 * p))
		}
	}
	return b
}

// decodeNumbers decodes n numbers. It reuses the memory of dst.
func decodeNumbers(dst []uint64, n int, src []byte) (values []uint64, rest []byte, err error) {
	if len(src) == 0 {
		return dst, nil, errColumn
	}
	planes, src := int(src[0]), src[1:]
	if planes > 8 || n*max(planes, 1) > len(src) {
		return dst, nil, errColumn
	}
	dst = resize(dst, n)
	if planes == 0 {
		rest, err = decodeVarints(dst, src)
		return dst, rest, err
	}
	decodePlanes(dst, src, planes)
	return dst, src[n*planes:], nil
}

func decodeVarints(dst []uint64, src []byte) (rest []byte, err error) {
	at := 0
	for i := range dst {
		if at < len(src) && src[at] < 0x80 {
			dst[i] = uint64(src[at])
			at++
			continue
		}
		if at+1 < len(src) && src[at+1] < 0x80 {
			dst[i] = uint64(src[at]&0x7f) | uint64(src[at+1])<<7
			at += 2
			continue
		}
		v, n := binary.Uvarint(src[at:])
		if n <= 0 {
			return nil, errColumn
		}
		dst[i] = v
		at += n
	}
	return src[at:], nil
}

// decodePlanes sets dst to the numbers in src, whose length the caller has checked. It reads up to four planes in parallel, which avoids
// writing dst again.
func decodePlanes(dst []uint64, src []byte, planes int) {
	n := len(dst)
	plane := func(p int) []byte { return src[p*n:][:n] }
	done := min(planes, 4)
	switch a := plane(0); done {
	case 1:
		for i := range dst {
			dst[i] = uint64(a[i])
		}
	case 2:
		b := plane(1)
		for i := range dst {
			dst[i] = uint64(a[i]) | uint64(b[i])<<8
		}
	case 3:
		b, c := plane(1), plane(2)
		for i := range dst {
			dst[i] = uint64(a[i]) | uint64(b[i])<<8 | uint64(c[i])<<16
		}
	case 4:
		b, c, d := plane(1), plane(2), plane(3)
		for i := range dst {
			dst[i] = uint64(a[i]) | uint64(b[i])<<8 | uint64(c[i])<<16 | uint64(d[i])<<24
		}
	}
	for p := done; p < planes; p++ {
		for i, v := range plane(p) {
			dst[i] |= uint64(v) << (8 * p)
		}
	}
}
