package structure

// Pattern is the growth pattern of a data structure, see figure 12 of the paper cited in the package comment.
type Pattern uint8

// Patterns.
const (
	NoPattern Pattern = iota // the heap did not grow, or retained sizes are unknown
	SingleContainer
	SharedContainer
	SingleData
	SharedData
	NonGrowth
)

// DefaultStrong is the default minimum heap growth portion of strong growth, in percent.
const DefaultStrong = 10.0

// PatternOf returns the pattern for heap growth portions. Portions of at least strong percent are strong. Of the two sizes of a data
// structure, own and deep, only the deep one counts.
func PatternOf(p Portions, strong float64) Pattern {
	retained, structure := p.Retained >= strong, p.Deep >= strong
	switch {
	case retained && structure:
		return SingleContainer
	case structure:
		return SharedContainer
	case retained:
		return SingleData
	case p.Reachable >= strong:
		return SharedData
	}
	return NonGrowth
}

var patterns = [...]struct{ name, meaning, next string }{
	NoPattern: {"", "Unknown: the heap did not grow between the two points, or has no GC roots.",
		"Choose two points between which the heap grows."},
	SingleContainer: {"single-ownership container growth",
		"Contents were added, and only this data structure keeps them alive. Removing them from it frees them.",
		"Check where the data structure and its growing leaves are allocated, and where contents should be removed."},
	SharedContainer: {"shared-ownership container growth",
		"Contents were added, but other data structures or fields also keep them alive. Removing them only here frees little.",
		"Find the other data structures that contain the leaves (containing-structures, owners), and remove the leaves from all of them."},
	SingleData: {"single-ownership data growth",
		"Few contents were added, but the existing contents grew, or lost their other holders.",
		"Check which objects the leaves reference (gc-closure), and which of their fields grows."},
	SharedData: {"shared-ownership data growth",
		"Few contents were added. The objects reachable from the contents grew, but other holders also keep them alive.",
		"Find the other owners (owners). This data structure is probably not the cause."},
	NonGrowth: {"non-growth",
		"Neither the data structure nor its data grew much. It does not contribute to the growth of the heap.", "Check other data structures."},
}

// String returns the name of the pattern; empty for NoPattern.
func (p Pattern) String() string { return patterns[p].name }

// Meaning returns a sentence that explains the pattern.
func (p Pattern) Meaning() string { return patterns[p].meaning }

// Next returns a sentence on what to do next.
func (p Pattern) Next() string { return patterns[p].next }
