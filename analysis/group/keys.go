package group

import (
	"memcity/trace"
	"memcity/trace/parallel"
)

// Keys is a classifier prepared for one heap state. It assigns a class, which is a number, to each object, and groups to each class.
// Classes may have gaps: for instance, the length of an array can serve as its class. Objects in the same groups should have the same
// class.
type Keys struct {
	// Count is greater than every class, and at most 1<<32. Grouping is faster if it is small.
	Count uint64

	// ByType contains the class by type, for classifiers that depend only on types; nil for others. It makes grouping much faster.
	ByType []uint32

	// Of writes the classes of consecutive objects, starting at from, to out. It is called concurrently, for blocks of a few thousand
	// objects. It is not used if ByType is set.
	Of func(from trace.ObjectID, out []uint32)

	// Paths returns the groups of a class, as paths of names from the outermost. At most [MaxPath] names of a path are used. If there are
	// no paths, the group above holds the object directly and the chain stops. With an empty path, the object continues without a group of
	// this classifier. Paths is called about once per class that occurs, and not concurrently.
	Paths func(class uint32) [][]string

	// Shares, unless nil, returns the bytes of an object of a class in each of the class's paths. The groups of a path then count the object
	// with that number of bytes instead of its size. The paths of a class must not share a prefix.
	Shares func(class uint32) []int64

	// Sampling, unless nil, reports whether the objects of a class were sampled. The tree then contains estimates for unsampled objects,
	// see [trace.Tree.Estimates].
	Sampling func(class uint32) Sampling

	// Evaluated, unless nil, is called once after all objects are grouped. The function that it receives returns the number of objects of a
	// class that reached this classifier.
	Evaluated func(evaluated func(class uint32) int64)
}

// Limits of a grouping. Exceeding MaxGroups is an error. Beyond MaxPath, the group at the limit holds the objects.
const (
	MaxPath   = 256     // names in one path of one classifier
	MaxGroups = 1 << 22 // nodes of a tree
)

var (
	goesOn = [][]string{{}}
	stops  [][]string
)

// typeKeys returns keys with one name per type.
func typeKeys(h *trace.Heap, name func(t *trace.Type) string) *Keys {
	return typePaths(h, func(t *trace.Type) [][]string { return [][]string{{name(t)}} })
}

// typePaths returns keys with the given groups per type, see [Keys.Paths].
func typePaths(h *trace.Heap, paths func(t *trace.Type) [][]string) *Keys {
	b := pathBuilder{}
	byType := make([]uint32, len(h.Types))
	for t := range h.Types {
		byType[t] = b.class(paths(&h.Types[t]))
	}
	return &Keys{Count: uint64(len(b.paths)), ByType: byType, Paths: b.of}
}

// typeFilterKeys returns keys for a filter that depends only on types.
func typeFilterKeys(h *trace.Heap, keep func(t *trace.Type) bool) *Keys {
	byType := make([]uint32, len(h.Types))
	for t := range h.Types {
		byType[t] = yes(keep(&h.Types[t]))
	}
	return &Keys{Count: 2, ByType: byType, Paths: filterPaths}
}

// ObjectFilter returns keys for a filter. keep must be safe for concurrent use.
func ObjectFilter(keep func(o trace.ObjectID) bool) *Keys {
	of := func(from trace.ObjectID, out []uint32) {
		for i := range out {
			out[i] = yes(keep(from + trace.ObjectID(i)))
		}
	}
	return &Keys{Count: 2, Of: of, Paths: filterPaths}
}

func yes(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

func filterPaths(class uint32) [][]string {
	if class == 1 {
		return goesOn
	}
	return stops
}

// ColumnKeys returns keys for a column of numbers by object, such as allocation sites. All numbers must be below count. paths returns the
// groups of a number.
func ColumnKeys[N ~uint8 | ~uint16 | ~uint32](column []N, count int, paths func(number uint32) [][]string) *Keys {
	of := func(from trace.ObjectID, out []uint32) {
		for i, n := range column[from:][:len(out)] {
			out[i] = uint32(n)
		}
	}
	return &Keys{Count: uint64(count), Of: of, Paths: paths}
}

// pathBuilder numbers distinct sets of paths in order of appearance.
type pathBuilder struct {
	ids   map[string]uint32
	paths [][][]string
}

func (b *pathBuilder) of(class uint32) [][]string { return b.paths[class] }

func (b *pathBuilder) class(paths [][]string) uint32 {
	text := pathsText(paths)
	id, ok := b.ids[text]
	if !ok {
		if b.ids == nil {
			b.ids = map[string]uint32{}
		}
		id = uint32(len(b.paths))
		b.ids[text] = id
		b.paths = append(b.paths, paths)
	}
	return id
}

// pathsText returns a text that is different for different paths. Lengths precede paths and names.
func pathsText(paths [][]string) string {
	var text []byte
	for _, p := range paths {
		text = appendLength(text, len(p))
		for _, key := range p {
			text = append(appendLength(text, len(key)), key...)
		}
	}
	return string(text)
}

func appendLength(b []byte, n int) []byte {
	for ; n >= 0x80; n >>= 7 {
		b = append(b, byte(n)|0x80)
	}
	return append(b, byte(n))
}

// part is a range of objects.
type part struct{ from, to int }

// inParts calls do for ranges that cover n objects, several at a time. i is the index of a range. Ranges start at multiples of a block.
func inParts(n int, do func(i int, p part)) {
	_ = parallel.Ranges(blocks(n), minPart/block, func(i, from, to int) error {
		do(i, part{from * block, min(to*block, n)})
		return nil
	})
}

// partsOf returns the number of ranges that inParts uses for n objects.
func partsOf(n int) int { return parallel.Parts(blocks(n), minPart/block) }

func blocks(n int) int { return (n + block - 1) / block }

const (
	minPart = 1 << 16 // minimum number of objects for which a second goroutine pays off
	block   = 1 << 10 // objects classified together, few enough for the first-level cache
)
