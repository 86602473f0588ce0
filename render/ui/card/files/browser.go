package files

import (
	"path/filepath"
	"slices"
	"strings"

	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// browser is the state of the file browser between layouts. Row 0 is the parent folder; the others are entries.
type browser struct {
	open    bool
	version int    // version of the folder that the rows belong to
	folder  string // path of that folder
	entries []model.FileEntry
	rows    []int           // indexes of the visible entries
	row     int             // current row for keys
	anchor  int             // start of a range
	marked  map[string]bool // names selected together
	filter  string          // part of the visible names
	name    string          // name of the file to write
	path    string          // as typed
}

// at returns the state of the card, reset for each folder.
func at(c *widget.Canvas, f *model.Files) *browser {
	b := widget.Keep[browser](c.Core)
	switch {
	case b.version != f.Version || !b.open:
		came := b.folder // start at the folder that the user came from, if it is listed
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
	case len(b.entries) != len(f.Entries) || len(f.Entries) > 0 && &b.entries[0] != &f.Entries[0]: // the order has changed
		b.show(f, b.current())
		b.reveal(c.Core)
	}
	return b
}

// show shows the entries that match the filter. The current row is that of name, or the first.
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

// filtered applies a changed filter.
func (b *browser) filtered(k *widget.Core, filter string) {
	name := ""
	if filter == "" {
		name = b.current()
	}
	b.filter = filter
	b.show(k.Model.Files, name)
	b.reveal(k)
}

// reveal scrolls to the current row.
func (b *browser) reveal(k *widget.Core) {
	s := k.Scrollers[listID]
	if s == nil {
		return
	}
	y := rowHeight * float32(b.row)
	s.Offset = max(min(s.Offset, y), y+rowHeight-s.View)
	k.Again = true
}

// entry returns the entry of a row; nil for the parent folder.
func (b *browser) entry(row int) *model.FileEntry {
	if row < 1 || row > len(b.rows) {
		return nil
	}
	return &b.entries[b.rows[row-1]]
}

// current returns the name of the current row; "" for the parent folder.
func (b *browser) current() string {
	if e := b.entry(b.row); e != nil {
		return e.Name
	}
	return ""
}

// find returns the row of a name; 0 if there is none.
func (b *browser) find(name string) int {
	return 1 + slices.IndexFunc(b.rows, func(i int) bool { return b.entries[i].Name == name })
}

// mark adds a file to those selected together, or removes it.
func (b *browser) mark(row int) {
	if e := b.entry(row); e == nil || e.Folder {
	} else if b.marked[e.Name] {
		delete(b.marked, e.Name)
	} else {
		b.marked[e.Name] = true
	}
}

// extend selects the files from the start of the range to a row, and no others.
func (b *browser) extend(row int) {
	clear(b.marked)
	b.row = row
	for i := min(b.anchor, row); i <= max(b.anchor, row); i++ {
		b.mark(i)
	}
}

// markAll selects all visible files or, if they already are, none.
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

// paths returns the paths of the selected files or, without any, of the current row.
func (b *browser) paths() []string {
	var list []string
	add := func(e *model.FileEntry) { list = append(list, filepath.Join(b.folder, e.Name)) }
	if len(b.marked) == 0 {
		if e := b.entry(b.row); e != nil && !e.Folder {
			add(e)
		}
		return list
	}
	for i := range b.entries { // including files hidden by the filter
		if b.marked[b.entries[i].Name] {
			add(&b.entries[i])
		}
	}
	return list
}
