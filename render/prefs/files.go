package prefs

// Files contains the preferences of the file browser.
type Files struct {
	Column  string // column to sort by; "" for the default
	Reverse bool
	All     bool // list all files, not only those named like recordings
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
