package model

import (
	"slices"
	"time"

	"memcity/city/seq"
)

// Files is what the file browser shows, in which files are chosen where the system has no dialog for that.
type Files struct {
	Title   string
	Saves   bool        // a file is to be written, not opened
	Name    string      // of the file to be written, as proposed
	Folder  string      // whose entries are listed; an absolute path
	Entries []FileEntry // folders first, each in the order; nil while the folder is read
	Order   FileOrder
	Reads   bool // the folder is being read
	Others  int  // files left out, as they cannot be opened by their names
	All     bool // nothing is left out
	More    int  // entries beyond those that are listed
	Places  []FilePlace
	Problem string // why the folder cannot be read, or the file not be chosen
	Replace string // path of a file that is there; saving it again replaces it
	Version int    // changes with the folder
}

// FileEntry is a file or folder.
type FileEntry struct {
	Name    string
	Folder  bool
	Bytes   int64     // of a file
	Changed time.Time // zero if unknown
}

// FileColumn is what files are sorted by.
type FileColumn uint8

// The columns of the list.
const (
	FileName FileColumn = iota
	FileSize
	FileDate
)

var fileColumns = [...]string{"name", "size", "date"}

func (c FileColumn) String() string { return fileColumns[c] }

// ParseFileColumn is the reverse of [FileColumn.String].
func ParseFileColumn(name string) (FileColumn, bool) {
	i := slices.Index(fileColumns[:], name)
	return FileColumn(max(i, 0)), i >= 0
}

// FileOrder is the order of a list of files: names from A to Z, the largest or the newest first, unless it is reversed.
type FileOrder struct {
	By      FileColumn
	Reverse bool
}

// FilePlace is a folder that is likely to be looked for.
type FilePlace struct{ Name, Path string }

type (
	// BrowseTo requests the entries of a folder, or that a file be chosen, by a path; a relative one is one in the folder shown.
	BrowseTo struct{ Path string }
	// BrowseAll requests that files be listed that cannot be opened by their names, or not.
	BrowseAll struct{ All bool }
	// OrderFiles requests another order of the entries.
	OrderFiles struct{ Order FileOrder }
	// ChooseFiles chooses files or folders by absolute paths; none cancels.
	ChooseFiles struct{ Paths []string }
)

func (BrowseTo) event()    {}
func (BrowseAll) event()   {}
func (OrderFiles) event()  {}
func (ChooseFiles) event() {}

func (f *Files) same(o *Files) bool {
	return f.Title == o.Title && f.Saves == o.Saves && f.Name == o.Name && f.Folder == o.Folder && seq.Same(f.Entries, o.Entries) &&
		f.Reads == o.Reads && f.Others == o.Others && f.All == o.All && f.More == o.More && seq.Same(f.Places, o.Places) &&
		f.Order == o.Order && f.Problem == o.Problem && f.Replace == o.Replace && f.Version == o.Version
}
