package structure

// Pattern is how a data structure grows, figure 12 of the paper that the package names.
type Pattern uint8

// Patterns.
const (
	NoPattern Pattern = iota // the heap did not grow, or retained sizes are not known
	SingleContainer
	SharedContainer
	SingleData
	SharedData
	NonGrowth
)

// DefaultStrong is the heap growth portion in percent from which growth is strong.
const DefaultStrong = 10.0

// PatternOf reports the pattern of heap growth portions: which of them are strong, that is, strong percent or more. Of the two
// sizes of a data structure the deep one counts.
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

// Meaning says in plain words what the pattern means.
func (p Pattern) Meaning() string { return patterns[p].meaning }

// Next says what to do next.
func (p Pattern) Next() string { return patterns[p].next }
