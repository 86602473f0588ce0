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
	NoPattern: {"", "Nothing can be said: the heap did not grow between the two points, or has no GC roots.",
		"Choose points between which it grows."},
	SingleContainer: {"single-ownership container growth",
		"Contents were added, and this data structure alone keeps them alive: once they are removed from it, they are freed.",
		"Look where the data structure and its growing leaves are allocated, and where contents should be removed."},
	SharedContainer: {"shared-ownership container growth",
		"Contents were added, but other data structures or fields keep them alive as well: removing them here frees little.",
		"Look which other data structures contain the leaves (containing-structures, owners), and remove them from all."},
	SingleData: {"single-ownership data growth",
		"Few contents were added, but those in it became larger, or others that also kept them alive no longer do.",
		"Look at what the leaves refer to (gc-closure), and which field of theirs grows."},
	SharedData: {"shared-ownership data growth",
		"Few contents were added; what can be reached from them grew, but others keep that alive as well.",
		"Look for who else owns it (owners); this data structure is probably not the cause."},
	NonGrowth: {"non-growth",
		"Neither the data structure nor its data grew much: it has no part in the growth of the heap.", "Look at others."},
}

// String returns the name of the pattern; empty for NoPattern.
func (p Pattern) String() string { return patterns[p].name }

// Meaning returns a sentence that explains the pattern.
func (p Pattern) Meaning() string { return patterns[p].meaning }

// Next returns a sentence on what to do next.
func (p Pattern) Next() string { return patterns[p].next }
