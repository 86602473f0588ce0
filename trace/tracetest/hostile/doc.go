// Package hostile creates fuzz inputs that pass the first checks of a reader. It starts from a small valid sample of a format, and changes
// single records, rows, lines or values as determined by the bytes of the fuzz test. Random bytes would be rejected at their first record;
// these inputs are well-formed but wrong.
//
// All functions are pure, accept any bytes, and return small inputs for few bytes.
package hostile

import (
	"bytes"
	"math"
)

// A script is the bytes of a fuzz test, read as a sequence of decisions.
type script []byte

// more reports whether decisions remain.
func (s *script) more() bool { return len(*s) > 0 }

// next returns a decision from 0 to n-1; 0 if no bytes remain. A decision with more than 256 choices takes two bytes.
func (s *script) next(n int) int {
	if n < 2 {
		return 0
	}
	v := s.byte()
	if n > 256 {
		v = v<<8 | s.byte()
	}
	return v % n
}

func (s *script) byte() int {
	if len(*s) == 0 {
		return 0
	}
	b := (*s)[0]
	*s = (*s)[1:]
	return int(b)
}

// extremes are numbers that are likely to break readers: counts, sizes, signs, limits of types.
var extremes = []uint64{0, 1, 2, 3, 4, 7, 8, 16, 100, 127, 128, 255, 256, 1000, 65534, 65535, 65536, 1 << 20, 1 << 24, math.MaxInt32, 1 << 31,
	math.MaxUint32 - 1, math.MaxUint32, 1 << 32, 1<<32 + 1, 1 << 40, 1<<53 + 1, math.MaxInt64, 1 << 63, math.MaxUint64 - 1, math.MaxUint64}

func (s *script) extreme() uint64 { return extremes[s.next(len(extremes))] }

// names are texts that are likely to break readers, and names with a special meaning.
var names = []string{"", "[", "[L", "[L;", "[[", "[[[[[[[[", "[[I", "[V", "[B", "[C", "[Ljava/lang/Object;", "[[Ljava/lang/String;", "L;", ";", "/", "//", ".", "..", "a/", "/a",
	"$", "a$", "$1", "a$$Lambda/0x00007f0001000400", "a+0x1/b", "a.b#c", "#", "java/lang/Object", "java/lang/Class", "java/lang/String", "java/lang/Thread",
	"java/lang/ClassLoader", "java/lang/ref/WeakReference", "java/lang/ref/SoftReference", "java/lang/ref/Finalizer", "java/lang/ThreadLocal$ThreadLocalMap$Entry",
	"java/util/HashMap", "java/util/HashMap$Node", "java/util/LinkedList", "java/util/LinkedList$Node", "java/util/ArrayList", "java/nio/DirectByteBuffer",
	"java/util/zip/Deflater", "sun/misc/Cleaner", "value", "coder", "hash", "next", "referent", "table", "size", "elementData", "capacity", "address", "count", "name", "int[]",
	"byte[]", "\x00", "\xff\xfe", "\xc0\x80", "\xed\xa0\x80", "\u202e", "\x1b[31m", "=1+1", "a b", "a,b\"c", "<a>&", "ä", "日本", "a\nb"}

func (s *script) name() string {
	i := s.next(len(names) + 2)
	switch {
	case i == len(names):
		return string(bytes.Repeat([]byte("x/"), 20+s.next(5000)))
	case i > len(names):
		n := min(s.next(12), len(*s))
		text := string((*s)[:n])
		*s = (*s)[n:]
		return text
	}
	return names[i]
}

// finish changes single bytes or truncates the data, in one of four inputs, as determined by the rest of the script.
func (s *script) finish(data []byte) []byte {
	if s.next(4) != 3 {
		return data
	}
	for i := 0; i < 8 && s.more() && len(data) > 0; i++ {
		at := s.next(min(len(data), 1<<16))
		if s.next(8) == 0 {
			data = data[:at]
			continue
		}
		data[at] = byte(s.byte())
	}
	return data
}
