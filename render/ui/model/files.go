package model

import (
	"slices"
	"time"

	"memcity/city/seq"
)

// Files is the model of the built-in file browser, which is used if the system has no file dialog.
type Files struct {
	Title   string
	Saves   bool        // choose a file to write instead of files to open
	Name    string      // suggested file name
	Folder  string      // absolute path of the listed folder
	Entries []FileEntry // folders first, then sorted by Order; nil while the folder is being read
	Order   FileOrder
	Reads   bool // the folder is being read
	Others  int  // number of files left out because of their names
	All     bool // list all files
	More    int  // number of entries that are not listed because there are too many
	Places  []FilePlace
	Problem string // why the folder cannot be read, or the file cannot be chosen
	Replace string // path of an existing file; choosing it again replaces it
	Version int    // changes with the folder
}

// FileEntry is a file or folder.
type FileEntry struct {
	Name    string
	Folder  bool
	Bytes   int64     // size of a file
	Changed time.Time // zero if unknown
}

// FileColumn selects the column to sort files by.
type FileColumn uint8

// Columns of the list.
const (
	FileName FileColumn = iota
	FileSize
	FileDate
)

var fileColumns = [...]string{"name", "size", "date"}

func (c FileColumn) String() string { return fileColumns[c] }

// ParseFileColumn parses the output of [FileColumn.String].
func ParseFileColumn(name string) (FileColumn, bool) {
	i := slices.Index(fileColumns[:], name)
	return FileColumn(max(i, 0)), i >= 0
}

// FileOrder is the order of a list of files: names from A to Z, or the largest or newest first, unless reversed.
type FileOrder struct {
	By      FileColumn
	Reverse bool
}

// FilePlace is a folder that the user is likely to open.
type FilePlace struct{ Name, Path string }

type (
	// BrowseTo lists a folder, or chooses a file, by its path. A relative path is relative to the listed folder.
	BrowseTo struct{ Path string }
	// BrowseAll sets whether to list all files or only those named like recordings.
	BrowseAll struct{ All bool }
	// OrderFiles sets the order of the entries.
	OrderFiles struct{ Order FileOrder }
	// ChooseFiles chooses files or folders by their absolute paths; none cancels.
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
