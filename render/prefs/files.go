package prefs

// Files is how the file browser of the window lists files.
type Files struct {
	Column  string // by which they are sorted; empty for the usual one
	Reverse bool
	All     bool // also those whose names are not those of recordings
}

func encodeFiles(f Files) object {
	o := object{}
	o.set("column", f.Column)
	o.set("reverse", f.Reverse)
	o.set("all", f.All)
	return o
}

func decodeFiles(r reader) (f Files) {
	take(r, "column", &f.Column, func(name string) bool { return len(name) <= maxName })
	take(r, "reverse", &f.Reverse, anyValue)
	take(r, "all", &f.All, anyValue)
	return f
}
