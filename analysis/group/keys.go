package group

import (
	"memcity/trace"
	"memcity/trace/parallel"
)

// Keys is a classifier made ready for one heap state. It gives each object a class, a number, and each class its
// groups. Classes need not be dense, nor do all have to occur: an array's length may serve as its class. Objects that
// are in the same groups should have the same class.
type Keys struct {
	// Count is more than any class, at most 1<<32. The smaller it is, the faster is grouping.
	Count uint64

	// ByType is the class by type, for classifiers that look at nothing else: grouping by them is much faster. Nil for
	// others.
	ByType []uint32

	// Of writes the classes of the objects from, from+1, … to out. It is called from several goroutines at once, for
	// blocks of a few thousand objects. Not used if ByType is set.
	Of func(from trace.ObjectID, out []uint32)

	// Paths returns the groups of a class as paths of names from the outermost, at most [MaxPath] of them used. None:
	// the object goes no further, the group above holds it itself. An empty path: the object goes on without a group
	// of this classifier. It is called about once for each class that occurs, from one goroutine at a time.
	Paths func(class uint32) [][]string

	// Sampling, unless nil, says of a class whether its objects were sampled. The tree then has estimates for those that were
	// not; see [trace.Tree.Estimates].
	Sampling func(class uint32) Sampling

	// Evaluated, unless nil, is called once when all objects are grouped, with a function that returns how many objects of a
	// class there were that no classifier or filter before this one had stopped.
	Evaluated func(evaluated func(class uint32) int64)
}

// Limits of a grouping. What is beyond is an error or, for MaxPath, held by the group at the limit.
const (
	MaxPath   = 256     // keys in one path of one classifier
	MaxGroups = 1 << 22 // nodes of a tree
)

var (
	goesOn = [][]string{{}}
	stops  [][]string
)

// typeKeys makes keys of one name for each type.
func typeKeys(h *trace.Heap, name func(t *trace.Type) string) *Keys {
	return typePaths(h, func(t *trace.Type) [][]string { return [][]string{{name(t)}} })
}

// typePaths makes keys of the groups of each type; see [Keys.Paths].
func typePaths(h *trace.Heap, paths func(t *trace.Type) [][]string) *Keys {
	b := pathBuilder{}
	byType := make([]uint32, len(h.Types))
	for t := range h.Types {
		byType[t] = b.class(paths(&h.Types[t]))
	}
	return &Keys{Count: uint64(len(b.paths)), ByType: byType, Paths: b.of}
}

// typeFilterKeys makes keys of a filter that looks at the type only.
func typeFilterKeys(h *trace.Heap, keep func(t *trace.Type) bool) *Keys {
	byType := make([]uint32, len(h.Types))
	for t := range h.Types {
		byType[t] = yes(keep(&h.Types[t]))
	}
	return &Keys{Count: 2, ByType: byType, Paths: filterPaths}
}

// ObjectFilter makes keys of a filter. Keep is called from several goroutines at once.
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

// ColumnKeys makes keys of a column of numbers by object, such as an allocation site's, and the groups of each number
// below count.
func ColumnKeys[N ~uint8 | ~uint16 | ~uint32](column []N, count int, paths func(number uint32) [][]string) *Keys {
	of := func(from trace.ObjectID, out []uint32) {
		for i, n := range column[from:][:len(out)] {
			out[i] = uint32(n)
		}
	}
	return &Keys{Count: uint64(count), Of: of, Paths: paths}
}

// pathBuilder numbers different sets of paths in order of appearance.
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

// pathsText is different for different paths: every key is led by its length, every path by that of its keys.
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

// inParts calls do for ranges that make up n objects, several at a time, with the number of each in their order. Ranges begin
// at multiples of a block.
func inParts(n int, do func(i int, p part)) {
	_ = parallel.Ranges(blocks(n), minPart/block, func(i, from, to int) error {
		do(i, part{from * block, min(to*block, n)})
		return nil
	})
}

// partsOf returns into how many ranges inParts cuts n objects.
func partsOf(n int) int { return parallel.Parts(blocks(n), minPart/block) }

func blocks(n int) int { return (n + block - 1) / block }

const (
	minPart = 1 << 16 // objects below which another goroutine does not pay
	block   = 1 << 10 // objects that are classified at once: their classes stay in the first-level cache
)
