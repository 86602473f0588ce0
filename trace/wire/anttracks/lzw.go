package anttracks

import (
	"errors"
	"fmt"
)

// Reasons why a compressed buffer cannot be unpacked.
var (
	errLong  = fmt.Errorf("unpacks to more than %d MB", MaxBuffer/1_000_000)
	errCode  = errors.New("has a code for a text that did not occur yet")
	errWidth = errors.New("has a code of more than 24 bits")
)

// maxWidth bounds the bits of a code: there are never more codes than bytes.
const maxWidth = 24

// unpack appends to dst what the compressed buffer src holds, at most [MaxBuffer] bytes, and returns what it could with
// the reason for what it could not. starts is memory that can be used again.
//
// It is LZW (Welch: A Technique for High-Performance Data Compression, 1984) over bytes. Bits come from the highest one
// down. Codes are 8 bits wide at first; a code of ones alone makes the following ones a bit wider. Codes from 256 on stand
// for texts, a new one after each code but the first: the text of the code before with the byte that follows. So text i is
// what code i unpacked to and one byte more, and lies in dst already; no other dictionary is needed.
//
// The packer ends with a code of ones, a zero in the new width, and zero bits up to a byte. The zero comes out as a byte
// too many, which goes as the events have whole words.
func unpack(dst, src []byte, starts []uint32) ([]byte, []uint32, error) {
	starts = starts[:0]
	begin := len(dst)
	var bits uint64
	have, width := 0, 8
	for {
		for have < width && len(src) > 0 {
			bits = bits<<8 | uint64(src[0])
			src = src[1:]
			have += 8
		}
		if have < width {
			break
		}
		have -= width
		code := int(bits >> have & (1<<width - 1))
		if code == 1<<width-1 {
			if width++; width > maxWidth {
				return whole(dst, begin), starts, errWidth
			}
			continue
		}
		at := uint32(len(dst))
		switch i := code - 256; {
		case i < 0:
			dst = append(dst, byte(code))
		case i >= len(starts):
			return whole(dst, begin), starts, errCode
		default:
			from, to := starts[i], at
			if i+1 < len(starts) {
				to = starts[i+1]
			}
			if len(dst)-begin+int(to-from) > MaxBuffer {
				return whole(dst, begin), starts, errLong
			}
			dst = append(dst, dst[from:to]...)
			dst = append(dst, dst[to]) // if to is at: the first of those just appended
		}
		if starts = append(starts, at); len(dst)-begin > MaxBuffer+1 { // and the byte too many
			return whole(dst, begin), starts, errLong
		}
	}
	return whole(dst, begin), starts, nil
}

// whole cuts what was unpacked from begin on to whole words.
func whole(dst []byte, begin int) []byte { return dst[:begin+(len(dst)-begin)&^3] }
