package citytest

import (
	"encoding/binary"
	"math"
)

// ByteReader converts fuzz input to choices. After the end of the input all choices are zero.
type ByteReader struct{ Data []byte }

func (r *ByteReader) Next(n int) int {
	if len(r.Data) == 0 || n <= 1 {
		return 0
	}
	b := r.Data[0]
	r.Data = r.Data[1:]
	return int(b) % n
}

// number returns a count or size, small or up to 2^62.
func (r *ByteReader) number() int64 {
	v := int64(r.Next(256))
	return v << r.Next(55)
}

func (r *ByteReader) Float() float64 {
	var bits [8]byte
	n := copy(bits[:], r.Data)
	r.Data = r.Data[n:]
	return math.Float64frombits(binary.LittleEndian.Uint64(bits[:]))
}

// Group reads a tree. Sums may overflow in files too, so numbers are not limited.
func (r *ByteReader) Group(depth int) *Group {
	g := &Group{Name: string(rune('a' + r.Next(6))), Objects: r.number() >> 16, Bytes: r.number() >> 16}
	seen := map[string]bool{}
	for range r.Next(6) {
		if depth > 0 && len(r.Data) > 0 {
			if k := r.Group(depth - 1); !seen[k.Name] {
				seen[k.Name] = true
				g.Kids = append(g.Kids, k)
			}
		}
	}
	return g
}
