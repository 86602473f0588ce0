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
}

// Any returns an input of the format that the first byte names; half of all bytes stand for heap dumps, and 0xFF for what
// follows as it is.
func Any(bytes []byte) []byte {
	if len(bytes) == 0 {
		return nil
	}
	first, rest := int(bytes[0]), bytes[1:]
	if first == 0xFF {
		return rest
	}
	return Formats[max(0, first%(2*(len(Formats)-1))-(len(Formats)-2))].Make(rest)
}
