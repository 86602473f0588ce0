package anttracks

import (
	"errors"
	"fmt"
)

// Reasons why a compressed buffer cannot be unpacked.
var (
	errLong  = fmt.Errorf("unpacks to more than %d MB", MaxBuffer/1_000_000)
	errCode  = errors.New("has a code for a text that did not occur yet; traces of -XX:+TraceObjectsCompressTraceUseLZW are not supported")
	errWidth = errors.New("has a code of more than 24 bits")
)

// maxWidth is the largest number of bits per code. There are never more codes than bytes.
const maxWidth = 24

// unpack appends the content of the compressed buffer src to dst, at most [MaxBuffer] bytes. If it returns an error, dst contains
// everything before the fault. starts is memory to reuse.
//
// It is LZW (Welch: A Technique for High-Performance Data Compression, 1984) over bytes. Bits are read from the highest to the lowest.
// Codes are initially 8 bits wide; a code with all bits set makes the following ones a bit wider. Codes of 256 and more represent texts.
// Each code except the first defines a new text: the text of the previous code and the byte after it. Text i is therefore the output of
// code i and one more byte, which is already in dst. No other dictionary is needed.
//
// The packer ends with a code of all ones, a zero in the new width, and zero bits up to a byte boundary. The zero adds one byte too many to
// the output, which is dropped because events consist of whole words.
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
			dst = append(dst, dst[to]) // if to equals at, this is the first byte just appended
		}
		if starts = append(starts, at); len(dst)-begin > MaxBuffer+1 { // allows for the extra byte
			return whole(dst, begin), starts, errLong
		}
	}
	return whole(dst, begin), starts, nil
}

// whole truncates the output after begin to whole words.
func whole(dst []byte, begin int) []byte { return dst[:begin+(len(dst)-begin)&^3] }
