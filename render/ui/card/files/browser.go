package files

import (
	"path/filepath"
	"slices"
	"strings"

	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// browser is what the card keeps between layouts. Row 0 is the folder around the one shown, the others are entries.
type browser struct {
	open    bool
	version int    // of the folder that the rows belong to
	folder  string // the same
	entries []model.FileEntry
	rows    []int           // which entries are shown
	row     int             // that keys speak of
	anchor  int             // where a range begins
	marked  map[string]bool // names chosen together
	filter  string          // part of the names that are shown
	name    string          // of the file to be written
	path    string          // typed
}

// at returns what the card keeps, begun anew with each folder.
func at(c *widget.Canvas, f *model.Files) *browser {
	b := widget.Keep[browser](c.Core)
	switch {
	case b.version != f.Version || !b.open:
		came := b.folder // the folder that the user came from is the row to begin with, if it is in this one
		next := browser{open: b.open, version: f.Version, folder: f.Folder, marked: map[string]bool{}, name: b.name, path: f.Folder}
		if came == f.Folder {
			next.filter = b.filter
		}
		*b = next
		b.show(f, "")
		if filepath.Dir(came) == f.Folder {
			b.row = max(b.find(filepath.Base(came)), b.row)
		}
		c.Again = true
		if b.open && !f.Saves {
			c.FocusControl(listID)
		}
		if s := c.Scrollers[listID]; s != nil {
			s.Offset = 0
		}
		b.reveal(c.Core)
	case len(b.entries) != len(f.Entries) || len(f.Entries) > 0 && &b.entries[0] != &f.Entries[0]: // in another order
		b.show(f, b.current())
		b.reveal(c.Core)
	}
	return b
}

// show takes over the entries that fit the filter. The row is that of a name, else the first.
func (b *browser) show(f *model.Files, name string) {
	b.entries, b.rows = f.Entries, b.rows[:0]
	part := strings.ToLower(b.filter)
	for i := range f.Entries {
		if strings.Contains(strings.ToLower(f.Entries[i].Name), part) {
			b.rows = append(b.rows, i)
		}
	}
	b.row = b.find(name)
	if b.row == 0 && len(b.rows) > 0 {
		b.row = 1
	}
	b.anchor = b.row
}

// filtered shows other entries, as the filter has changed.
func (b *browser) filtered(k *widget.Core, filter string) {
	name := ""
	if filter == "" {
		name = b.current()
	}
	b.filter = filter
	b.show(k.Model.Files, name)
	b.reveal(k)
}

// reveal scrolls to the row.
func (b *browser) reveal(k *widget.Core) {
	s := k.Scrollers[listID]
	if s == nil {
		return
	}
	y := rowHeight * float32(b.row)
	s.Offset = max(min(s.Offset, y), y+rowHeight-s.View)
	k.Again = true
}

// entry is what a row stands for; nil for the folder around.
func (b *browser) entry(row int) *model.FileEntry {
	if row < 1 || row > len(b.rows) {
		return nil
	}
	return &b.entries[b.rows[row-1]]
}

// current is the name of the row that keys speak of; empty for the folder around.
func (b *browser) current() string {
	if e := b.entry(b.row); e != nil {
		return e.Name
	}
	return ""
}

// find is the row of a name, 0 if there is none.
func (b *browser) find(name string) int {
	return 1 + slices.IndexFunc(b.rows, func(i int) bool { return b.entries[i].Name == name })
}

// mark adds a file to those that are opened together, or leaves it out again.
func (b *browser) mark(row int) {
	if e := b.entry(row); e == nil || e.Folder {
	} else if b.marked[e.Name] {
		delete(b.marked, e.Name)
	} else {
		b.marked[e.Name] = true
	}
}

// extend marks the files from where the range began to a row, and no others.
func (b *browser) extend(row int) {
	clear(b.marked)
	b.row = row
	for i := min(b.anchor, row); i <= max(b.anchor, row); i++ {
		b.mark(i)
	}
}

// markAll marks all files that are shown; if they are, none.
func (b *browser) markAll() {
	before := len(b.marked)
	clear(b.marked)
	for i := range b.rows {
		b.mark(i + 1)
	}
	if len(b.marked) == before {
		clear(b.marked)
	}
}

// paths are those of the files that are chosen: those that are marked, else that of the row.
func (b *browser) paths() []string {
	var list []string
	add := func(e *model.FileEntry) { list = append(list, filepath.Join(b.folder, e.Name)) }
	if len(b.marked) == 0 {
		if e := b.entry(b.row); e != nil && !e.Folder {
			add(e)
		}
		return list
	}
	for i := range b.entries { // also those that another filter hides
		if b.marked[b.entries[i].Name] {
			add(&b.entries[i])
		}
	}
	return list
}
