package browse

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"memcity/city/story"
	"memcity/render/ui/model"
)

// extensions end the names of files that can be opened. Others may be, as the content decides, so they can be listed too.
var extensions = []string{".mct", ".hprof", ".jfr", ".json", ".log", ".txt", ".zip", ".tar", ".tgz", ".tzst", ".gz", ".zst", ".pb", ".pprof",
	".heapsnapshot", story.Extension, ".dump", ".bin"}

// most is the largest number of entries of a folder that are listed.
const most = 10_000

// listing are the entries of a folder.
type listing struct {
	entries []model.FileEntry
	others  int // files left out by their names
	more    int // left out as there are too many
}

// read lists a folder, without hidden entries. What it read before an error comes with it.
func read(folder string, all bool) (l listing, err error) {
	d, err := os.Open(folder)
	if err != nil {
		return l, err
	}
	defer d.Close()
	for {
		found, err := d.ReadDir(1000)
		for _, e := range found {
			l.add(folder, e, all)
		}
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return l, err
		}
	}
}

// arrange sorts entries: folders first, each by the column, then by name. Folders have no size, so that is their names from A to Z.
func arrange(entries []model.FileEntry, order model.FileOrder) {
	turn := 1
	if order.Reverse {
		turn = -1
	}
	slices.SortFunc(entries, func(x, y model.FileEntry) int {
		if x.Folder != y.Folder {
			return rank(x) - rank(y)
		}
		by := 0
		switch order.By {
		case model.FileName:
			return turn * byName(x, y)
		case model.FileSize:
			by = cmp.Compare(y.Bytes, x.Bytes)
		case model.FileDate:
			by = y.Changed.Compare(x.Changed)
		}
		return cmp.Or(turn*by, byName(x, y))
	})
}

func rank(e model.FileEntry) int {
	if e.Folder {
		return 0
	}
	return 1
}

// byName compares names as readers do: without case, and numbers in them by their values, so that 9 comes before 10.
func byName(x, y model.FileEntry) int {
	return cmp.Or(natural(strings.ToLower(x.Name), strings.ToLower(y.Name)), cmp.Compare(x.Name, y.Name))
}

// natural compares texts part by part, where digits in a row are a part.
func natural(x, y string) int {
	for x != "" && y != "" {
		nx, ny := digits(x), digits(y)
		if nx > 0 && ny > 0 {
			vx, vy := strings.TrimLeft(x[:nx], "0"), strings.TrimLeft(y[:ny], "0")
			if by := cmp.Or(cmp.Compare(len(vx), len(vy)), cmp.Compare(vx, vy)); by != 0 {
				return by
			}
			x, y = x[nx:], y[ny:]
			continue
		}
		if x[0] != y[0] {
			return cmp.Compare(x[0], y[0])
		}
		x, y = x[1:], y[1:]
	}
	return cmp.Compare(len(x), len(y))
}

// digits is how many digits a text begins with.
func digits(s string) int {
	return len(s) - len(strings.TrimLeft(s, "0123456789"))
}

func (l *listing) add(folder string, e fs.DirEntry, all bool) {
	name := e.Name()
	if strings.HasPrefix(name, ".") {
		return
	}
	isFolder := e.IsDir()
	info, err := e.Info()
	if e.Type()&fs.ModeSymlink != 0 {
		if info, err = os.Stat(filepath.Join(folder, name)); err == nil {
			isFolder = info.IsDir()
		}
	}
	if !isFolder && !all && !Opens(name) {
		l.others++
		return
	}
	if len(l.entries) == most {
		l.more++
		return
	}
	entry := model.FileEntry{Name: name, Folder: isFolder}
	if err == nil {
		entry.Changed = info.ModTime()
		if !isFolder {
			entry.Bytes = info.Size()
		}
	}
	l.entries = append(l.entries, entry)
}

// Opens reports whether the name of a file is one of files that can be opened.
func Opens(name string) bool {
	return slices.Contains(extensions, strings.ToLower(filepath.Ext(name)))
}

// Places returns folders that are likely to be looked for: those of files that were opened, the user's, the one in which the program
// runs, and the topmost one. Each is there once.
func Places(files []string) []model.FilePlace {
	var list []model.FilePlace
	add := func(name, path string) {
		path, err := filepath.Abs(path)
		if err != nil || slices.ContainsFunc(list, func(p model.FilePlace) bool { return p.Path == path }) {
			return
		}
		if name == "" {
			name = filepath.Base(path)
		}
		list = append(list, model.FilePlace{Name: name, Path: path})
	}
	if home, err := os.UserHomeDir(); err == nil {
		add("Home", home)
	}
	if here, err := os.Getwd(); err == nil {
		add("Working folder", here)
		add("Computer", filepath.VolumeName(here)+string(filepath.Separator))
	}
	for _, path := range files {
		if len(list) < mostPlaces && filepath.IsAbs(path) {
			add("", filepath.Dir(path))
		}
	}
	return list
}

const mostPlaces = 9
