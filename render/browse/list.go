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

	"memcity/city/link"
	"memcity/render/ui/model"
)

// extensions are the extensions of files that can be opened. Other files may be listed too, as their content decides.
var extensions = []string{".mct", ".hprof", ".phd", ".heapsnapshot", ".heaptimeline", ".heapprofile", ".nettrace", ".gcdump", ".heap", ".jsonl", ".jfr", ".json", ".log", ".txt", ".zip", ".tar",
	".tgz", ".tzst", ".gz", ".zst", ".pb", ".pprof", ".pftrace", ".perfetto-trace", ".otlp", ".folded", ".collapsed", link.StoryExtension, ".dump", ".bin"}

// maxEntries is the maximum number of listed entries.
const maxEntries = 10_000

// listing contains the entries of a folder.
type listing struct {
	entries []model.FileEntry
	others  int // number of files left out because of their names
	more    int // number left out because there are too many
}

// read lists a folder without hidden entries. On an error, it also returns the entries read before.
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

// arrange sorts entries: folders first, then by the given column, then by name. Folders have no size, so these are sorted by name instead.
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

// byName compares names without case. It compares numbers in them by value, so that 9 comes before 10.
func byName(x, y model.FileEntry) int {
	return cmp.Or(natural(strings.ToLower(x.Name), strings.ToLower(y.Name)), cmp.Compare(x.Name, y.Name))
}

// natural compares texts part by part, where consecutive digits form a part.
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

// digits returns the number of digits at the start of s.
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
	if len(l.entries) == maxEntries {
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

// Opens reports whether a file name has the extension of a file that can be opened.
func Opens(name string) bool {
	return slices.Contains(extensions, strings.ToLower(filepath.Ext(name)))
}

// Places returns folders that the user is likely to open: those of the given files, the user's folder, the working folder and the root. It
// contains no duplicates.
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
		if len(list) < maxPlaces && filepath.IsAbs(path) {
			add("", filepath.Dir(path))
		}
	}
	return list
}

const maxPlaces = 9
