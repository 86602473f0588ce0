package hostile

// A Format is one that hostile inputs are made of.
type Format struct {
	Name  string
	Make  func(bytes []byte) []byte
	Sound func() []byte // a small input that nothing is wrong with
}

// Formats are all of them.
var Formats = []Format{
	{"dump.hprof", Dump, SoundDump},
	{"trace.mct", Trace, SoundTrace},
	{"trees.json", Trees, SoundTrees},
	{"histogram.txt", Histogram, SoundHistogram},
	{"gc.log", GCLog, SoundGCLog},
	{"recording.jfr", Flight, SoundFlight},
	{"recordings.zip", Archive, SoundArchive},
}

// The formats from number later on were added later: they have the bytes from laterBytes on in turn, so that what other bytes stand for
// stays.
const (
	later      = 5
	laterBytes = 0xDF
)

// First returns the first byte of a script that Any makes into an input of a format.
func First(format int) byte {
	if format >= later {
		return byte(laterBytes + format - later)
	}
	return byte(format + later - 2)
}

// Any returns an input of the format that the first byte names; nearly half of all bytes stand for heap dumps, and 0xFF for what
// follows as it is.
func Any(bytes []byte) []byte {
	if len(bytes) == 0 {
		return nil
	}
	first, rest := int(bytes[0]), bytes[1:]
	if first == 0xFF {
		return rest
	}
	if first >= laterBytes {
		return Formats[later+(first-laterBytes)%(len(Formats)-later)].Make(rest)
	}
	return Formats[max(0, first%(2*(later-1))-(later-2))].Make(rest)
}
