package hostile

// A Format is a format of hostile inputs.
type Format struct {
	Name  string
	Make  func(bytes []byte) []byte
	Sound func() []byte // returns a small valid input
}

// Formats contains all formats.
var Formats = []Format{
	{"dump.hprof", Dump, SoundDump},
	{"trace.mct", Trace, SoundTrace},
	{"trees.json", Trees, SoundTrees},
	{"histogram.txt", Histogram, SoundHistogram},
	{"gc.log", GCLog, SoundGCLog},
	{"recording.jfr", Flight, SoundFlight},
	{"recordings.zip", Archive, SoundArchive},
	{"gc.xml", J9Log, SoundJ9Log},
	{"dump.phd", Portable, SoundPortable},
	{"heap.heapsnapshot", Snapshot, SoundSnapshot},
	{"old.jfr", OldFlight, SoundOldFlight},
	{"heap.objects.jsonl", Objects, SoundObjects},
}

// later is the index of the first format that was added later. Added formats use the first bytes from laterBytes in turn, so that the
// meaning of other bytes does not change.
const (
	later      = 5
	laterBytes = 0xDF
)

// First returns the first byte of a script that Any converts to an input of the given format.
func First(format int) byte {
	if format >= later {
		return byte(laterBytes + format - later)
	}
	return byte(format + later - 2)
}

// Any returns an input of the format selected by the first byte. Nearly half of all byte values select heap dumps, and 0xFF returns the
// rest unchanged.
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
