package anttracks

import "fmt"

// Kind is the kind of an event.
type Kind uint8

// Kinds of events used in code; the others are only in the table.
const (
	GCStart         Kind = 0x02
	GCEnd           Kind = 0x03
	GCInfo          Kind = 0x04
	GCFailed        Kind = 0x05
	SpaceCreated    Kind = 0x06
	SpaceUsed       Kind = 0x07
	SpaceReleased   Kind = 0x08
	SpaceMoved      Kind = 0x09
	SpacesDestroyed Kind = 0x0A
	ThreadAlive     Kind = 0x0B
	ThreadDeath     Kind = 0x0C
	TLAB            Kind = 0x0D
	PLAB            Kind = 0x0E
	AllocVM         Kind = 0x0F
	AllocOther      Kind = 0x11 // interpreter, slow, type given
	AllocFast       Kind = 0x13 // interpreter
	AllocC1Slow     Kind = 0x14
	AllocC1Other    Kind = 0x15
	AllocC1Fast     Kind = 0x17
	AllocC2Slow     Kind = 0x19
	AllocC2Other    Kind = 0x1A
	AllocC2Fast     Kind = 0x1C
	AllocC2FastType Kind = 0x1D
	MoveSlow        Kind = 0x1E
	MoveFastWide    Kind = 0x1F
	MoveFast        Kind = 0x20
	MoveFastNarrow  Kind = 0x21
	MoveRegion      Kind = 0x22
	KeepAlive       Kind = 0x23
	SyncMoved       Kind = 0x24
	SyncStays       Kind = 0x25
	MoveSlowRefs    Kind = 0x27
	MoveFastWideRef Kind = 0x28
	MoveFastRefs    Kind = 0x29
	KeepAliveRefs   Kind = 0x2A
	MoreRefs        Kind = 0x2B
	PartRefs        Kind = 0x2C
	Roots           Kind = 0x2D
	OldRefs         Kind = 0x2E
)

const (
	// Kinds is the number of kinds that six bits can represent.
	Kinds = 64
	// anchor | kind<<8 follows every event in debug builds of the VM.
	anchor = 0xFFFF00FF
)

// part is a part of an event after its first word.
type part uint8

const (
	word        part = iota // one word
	quad                    // two words, low word first
	arrayLength             // a word, if the payload indicates that the array length follows
	elements                // a word with the array length, if the given type is an array
	givenType               // a word: the type
	missingType             // as givenType, if the site's type is unknown
	mirrorSize              // a word, if the object is a class object: its size in bytes
	text                    // a word with the length in bytes, then the bytes, four per word, first byte highest
	threadName              // bytes as above, up to a zero byte, at most 12 words
	pointers                // by the payload's 12 pairs of bits, highest first: 0 no more, 1 a word, 2 a quad, 3 null
	roots                   // up to three GC roots, see roots.go
)

// spec describes a kind of event.
type spec struct {
	name  string
	parts []part
	fresh bool // only in new VMs
}

var (
	slow        = []part{quad, arrayLength}
	slowDeviant = []part{quad, arrayLength, givenType}
	normal      = []part{quad, arrayLength}
	fast        = []part{arrayLength}
	fastDeviant = []part{givenType, arrayLength}
	gcEvent     = []part{word, quad, quad} // id, ms since the start of the VM, base of relative addresses
	references  = []part{quad, pointers}
)

// specs describes all events. The reader and the test builder are based on it. A kind without a name is unknown. No VM writes 18 and 26;
// their parts are guesses.
var specs = [Kinds]spec{
	0x00: {name: "nothing"},
	0x01: {name: "mark", parts: []part{quad}},
	0x02: {name: "GC start", parts: gcEvent},
	0x03: {name: "GC end", parts: gcEvent},
	0x04: {name: "GC info", parts: []part{word}},
	0x05: {name: "GC failed"},
	0x06: {name: "space created", parts: []part{word, quad, quad}},
	0x07: {name: "space used", parts: []part{word}},
	0x08: {name: "space released", parts: []part{word}},
	0x09: {name: "space moved", parts: []part{word, quad, quad}},
	0x0A: {name: "spaces destroyed", parts: []part{word, quad}},
	0x0B: {name: "thread alive", parts: []part{quad, threadName}},
	0x0C: {name: "thread death", parts: []part{quad}},
	0x0D: {name: "TLAB", parts: []part{quad, quad}},
	0x0E: {name: "PLAB", parts: []part{quad, quad}},
	0x0F: {name: "allocation by the VM", parts: []part{quad, arrayLength, missingType, mirrorSize}},
	0x10: {name: "allocation, interpreter, slow", parts: slow},
	0x11: {name: "allocation, interpreter, slow, other type", parts: slowDeviant},
	0x12: {name: "allocation, interpreter, normal", parts: normal},
	0x13: {name: "allocation, interpreter, fast", parts: fast},
	0x14: {name: "allocation, C1, slow", parts: slow},
	0x15: {name: "allocation, C1, slow, other type", parts: slowDeviant},
	0x16: {name: "allocation, C1, normal", parts: normal},
	0x17: {name: "allocation, C1, fast", parts: fast},
	0x18: {name: "allocation, C1, fast, other type", parts: fastDeviant},
	0x19: {name: "allocation, C2, slow", parts: slow},
	0x1A: {name: "allocation, C2, slow, other type", parts: slowDeviant},
	0x1B: {name: "allocation, C2, normal", parts: normal},
	0x1C: {name: "allocation, C2, fast", parts: fast},
	0x1D: {name: "allocation, C2, fast, other type", parts: fastDeviant},
	0x1E: {name: "move, slow", parts: []part{quad, quad}},
	0x1F: {name: "move, fast, wide", parts: []part{quad}},
	0x20: {name: "move, fast", parts: []part{word}},
	0x21: {name: "move, fast, narrow"},
	0x22: {name: "move of a region", parts: []part{quad, quad}},
	0x23: {name: "kept alive", parts: []part{quad}},
	0x24: {name: "object at the start", parts: []part{givenType, quad, quad, elements, mirrorSize}},
	0x25: {name: "object at the start, narrow", parts: []part{givenType, quad, elements, mirrorSize}},
	0x26: {name: "deallocation"},
	0x27: {name: "move, slow, references", parts: []part{quad, quad, pointers}},
	0x28: {name: "move, fast, wide, references", parts: references},
	0x29: {name: "move, fast, references", parts: []part{word, pointers}},
	0x2A: {name: "kept alive, references", parts: references},
	0x2B: {name: "more references", parts: references},
	0x2C: {name: "references of shared work", parts: references},
	0x2D: {name: "roots", parts: []part{roots}},
	0x2E: {name: "references before the move", parts: references},
	0x2F: {name: "GC interrupted", parts: []part{word, quad}, fresh: true},
	0x30: {name: "GC continued", parts: []part{word, quad}, fresh: true},
	0x31: {name: "references after the move", parts: references, fresh: true},
	0x32: {name: "tag", parts: []part{text}, fresh: true},
}

// oldSpecs are kinds that differ in the older format.
var oldSpecs = map[Kind]spec{
	AllocVM: {name: "allocation by the VM", parts: []part{quad, arrayLength, givenType, mirrorSize}},
	Roots:   {name: "roots", parts: references},
}

func (k Kind) String() string {
	if int(k) < Kinds && specs[k].name != "" {
		return specs[k].name
	}
	return fmt.Sprintf("kind %#02x", uint8(k))
}

// rootParts are the data of a GC root by its kind; they follow its address and kind.
var rootParts = [...][]part{
	0: {text}, 1: {word}, 2: {word, word}, 3: {quad, word, word, word}, 4: {quad}, 5: {word, word}, 6: {quad}, 7: {word},
	8: nil, 9: nil, 10: nil, 11: nil, 12: nil, 13: nil, 14: nil, 15: nil, 16: {text},
}
