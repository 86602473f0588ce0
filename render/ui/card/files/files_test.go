package files

import (
	"image"
	"slices"
	"testing"

	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

func newTest(t *testing.T, saves bool, size image.Point) *widget.Core {
	t.Helper()
	return uitest.New(t, uitest.FilesModel(saves), size, 1, New(), widget.NewMenu())
}

// Files can be chosen by keyboard only: the list is focused, Space marks several files, Enter opens them.
func TestKeys(t *testing.T) {
	k := newTest(t, false, uitest.Screen)
	if it, ok := uitest.FocusedItem(k); !ok || it.Text != "Files" {
		t.Fatalf("the focus is on %+v", it)
	}
	uitest.Press(k, model.KeyReturn) // the folder
	uitest.Wanted(t, k, model.BrowseTo{Path: "/home/me/dumps/older"})
	uitest.Press(k, model.KeyUp, model.KeyReturn)
	uitest.Wanted(t, k, model.BrowseTo{Path: "/home/me"})
	uitest.Press(k, model.KeyDown, model.KeyDown, model.KeyReturn)
	uitest.Wanted(t, k, model.ChooseFiles{Paths: []string{"/home/me/dumps/shop-00.hprof"}})
	uitest.Press(k, model.KeySpace, model.KeySpace)
	uitest.Find(t, k, model.FilesP, "button", "Open 2")
	uitest.Press(k, model.KeyReturn)
	uitest.Wanted(t, k, model.ChooseFiles{Paths: []string{"/home/me/dumps/shop-00.hprof", "/home/me/dumps/shop-01.hprof"}})
	uitest.Press(k, model.KeyEnd)
	uitest.Find(t, k, model.FilesP, "text", "shop-29.hprof")
	uitest.Press(k, model.KeyEscape)
	uitest.Wanted(t, k, model.ChooseFiles{})
}

// sorted makes the browser show its entries in another order.
func sorted(k *widget.Core, order model.FileOrder) {
	f := *k.Model.Files
	f.Order, f.Entries = order, slices.Clone(f.Entries)
	slices.Reverse(f.Entries[1:])
	k.Model.Files = &f
	k.Layout()
}

// A heading sorts by its column, and reverses the order if pressed again. Tab reaches the headings. The cursor stays at its file.
func TestHeadings(t *testing.T) {
	k := newTest(t, false, uitest.Screen)
	size := uitest.Find(t, k, model.FilesP, "button", "Size")
	if it := uitest.Find(t, k, model.FilesP, "button", "Name"); it.Value != "A to Z" || size.Value != "" {
		t.Errorf("the headings say %q and %q", it.Value, size.Value)
	}
	uitest.Press(k, model.KeyDown, model.KeyDown) // shop-01
	uitest.Click(k, size)
	uitest.Wanted(t, k, model.OrderFiles{Order: model.FileOrder{By: model.FileSize}})
	sorted(k, model.FileOrder{By: model.FileSize})
	if it := uitest.Find(t, k, model.FilesP, "button", "Size"); it.Value != "largest first" {
		t.Errorf("the heading says %q", it.Value)
	}
	uitest.Click(k, uitest.Find(t, k, model.FilesP, "button", "Size"))
	uitest.Wanted(t, k, model.OrderFiles{Order: model.FileOrder{By: model.FileSize, Reverse: true}})
	for range 30 {
		if it, ok := uitest.FocusedItem(k); ok && it.Text == "Changed" {
			break
		}
		uitest.Press(k, model.KeyTab)
	}
	uitest.Press(k, model.KeyReturn)
	uitest.Wanted(t, k, model.OrderFiles{Order: model.FileOrder{By: model.FileDate}})
	uitest.Click(k, uitest.Find(t, k, model.FilesP, "button", "Open"))
	uitest.Wanted(t, k, model.ChooseFiles{Paths: []string{"/home/me/dumps/shop-01.hprof"}})
}

func absent(t *testing.T, k *widget.Core, text string) {
	t.Helper()
	for _, it := range k.Seen() {
		if it.Panel == model.FilesP && it.Text == text {
			t.Errorf("%q is shown", text)
		}
	}
}

// Typing in the list filters it. Backspace and Esc undo that first, and only then go up or cancel.
func TestFilter(t *testing.T) {
	k := newTest(t, false, uitest.Screen)
	for _, r := range "P-1" {
		k.Take(widget.Typed(r))
	}
	if it := uitest.Find(t, k, model.FilesP, "field", "Filter"); it.Value != "P-1" {
		t.Errorf("the filter is %q", it.Value)
	}
	absent(t, k, "shop-02.hprof")
	uitest.Press(k, model.KeyReturn)
	uitest.Wanted(t, k, model.ChooseFiles{Paths: []string{"/home/me/dumps/shop-10.hprof"}})
	k.Take(widget.Typed("x"))
	uitest.Find(t, k, model.FilesP, "text", "None of 31 names contains “P-1x”. Press Esc to show all.")
	uitest.Press(k, model.KeyReturn) // the parent folder, the only row
	uitest.Wanted(t, k, model.BrowseTo{Path: "/home/me"})
	uitest.Press(k, model.KeyBackspace)
	uitest.Find(t, k, model.FilesP, "text", "shop-19.hprof")
	uitest.Press(k, model.KeyEscape)
	uitest.Wanted(t, k)
	uitest.Find(t, k, model.FilesP, "text", "shop-02.hprof")
	uitest.Press(k, model.KeyBackspace)
	uitest.Wanted(t, k, model.BrowseTo{Path: "/home/me"})
	uitest.Click(k, uitest.Find(t, k, model.FilesP, "field", "Filter"))
	k.Take(widget.Typed("old"))
	absent(t, k, "shop-02.hprof")
	uitest.Press(k, model.KeyDown)
	if it, ok := uitest.FocusedItem(k); !ok || it.Text != "Files" {
		t.Errorf("the focus is on %+v", it)
	}
	uitest.Press(k, model.KeyReturn)
	uitest.Wanted(t, k, model.BrowseTo{Path: "/home/me/dumps/older"})
	uitest.Press(k, model.KeyEscape, model.KeyEscape)
	uitest.Wanted(t, k, model.ChooseFiles{})
}

// Shift marks a range by keyboard and pointer. Ctrl+A marks all visible files.
func TestRange(t *testing.T) {
	k := newTest(t, false, uitest.Screen)
	uitest.Press(k, model.KeyDown)
	shift := func(names ...string) {
		for _, name := range names {
			k.Take(model.Key{Name: name, Mods: action.Shift})
		}
	}
	shift(model.KeyDown, model.KeyDown)
	uitest.Find(t, k, model.FilesP, "button", "Open 3")
	shift(model.KeyUp)
	uitest.Find(t, k, model.FilesP, "button", "Open 2")
	shift(model.KeyEnd)
	uitest.Find(t, k, model.FilesP, "button", "Open 30")
	uitest.Press(k, model.KeyHome, model.KeyDown, model.KeyDown)
	row := uitest.Find(t, k, model.FilesP, "text", "shop-00.hprof")
	uitest.Click(k, row)
	uitest.ClickWith(k, uitest.Middle(uitest.Find(t, k, model.FilesP, "text", "shop-03.hprof").Rect), model.Primary, action.Shift)
	uitest.Find(t, k, model.FilesP, "button", "Open 4")
	k.Take(widget.Typed("shop-1"))
	k.Take(model.Key{Name: "A", Mods: action.Ctrl})
	uitest.Find(t, k, model.FilesP, "button", "Open 10")
	k.Take(model.Key{Name: "A", Mods: action.Ctrl})
	uitest.Find(t, k, model.FilesP, "button", "Open")
	k.Take(model.Key{Name: model.KeyUp, Mods: action.Alt})
	uitest.Wanted(t, k, model.BrowseTo{Path: "/home/me"})
}

// Every empty state explains itself and what to do next.
func TestEmpty(t *testing.T) {
	for _, c := range []struct {
		change func(f *model.Files)
		text   string
	}{
		{func(f *model.Files) { f.Others = 0 }, "This folder is empty."},
		{func(*model.Files) {}, "No file here has the extension of a recording."},
		{func(f *model.Files) { f.Reads = true }, "Reading the folder…"},
		{func(f *model.Files) { f.Problem = "The folder cannot be read: permission denied." }, "The folder cannot be read: permission denied."},
	} {
		m := uitest.FilesModel(false)
		m.Files.Entries = nil
		c.change(m.Files)
		k := uitest.New(t, m, uitest.Screen, 1, New(), widget.NewMenu())
		uitest.Find(t, k, model.FilesP, "text", c.text)
		uitest.Press(k, model.KeyReturn)
		uitest.Wanted(t, k, model.BrowseTo{Path: "/home/me"})
	}
	m := uitest.FilesModel(false)
	m.Files.Entries = nil
	k := uitest.New(t, m, uitest.Screen, 1, New(), widget.NewMenu())
	uitest.Click(k, uitest.Find(t, k, model.FilesP, "button", "List 3 other files"))
	uitest.Wanted(t, k, model.BrowseAll{All: true})
}

func TestPointer(t *testing.T) {
	k := newTest(t, false, uitest.Screen)
	row := uitest.Find(t, k, model.FilesP, "text", "shop-02.hprof")
	uitest.Click(k, row)
	uitest.Click(k, uitest.Find(t, k, model.FilesP, "button", "Open"))
	uitest.Wanted(t, k, model.ChooseFiles{Paths: []string{"/home/me/dumps/shop-02.hprof"}})
	uitest.ClickWith(k, uitest.Middle(uitest.Find(t, k, model.FilesP, "text", "shop-04.hprof").Rect), model.Primary, action.Ctrl)
	uitest.Find(t, k, model.FilesP, "button", "Open 2")
	uitest.Click(k, uitest.Find(t, k, model.FilesP, "button", "Open this folder"))
	uitest.Wanted(t, k, model.ChooseFiles{Paths: []string{"/home/me/dumps"}})
	uitest.Click(k, uitest.Find(t, k, model.FilesP, "button", "Home"))
	uitest.Wanted(t, k, model.BrowseTo{Path: "/home/me"})
	uitest.Click(k, uitest.Find(t, k, model.FilesP, "switch", "All files (3 more)"))
	uitest.Wanted(t, k, model.BrowseAll{All: true})
}

func TestTypedPath(t *testing.T) {
	k := newTest(t, false, uitest.Screen)
	uitest.Click(k, uitest.Find(t, k, model.FilesP, "field", "Path"))
	k.Take(model.Key{Name: "A", Mods: action.Ctrl})
	k.Take(widget.Typed("~/x"))
	uitest.Press(k, model.KeyReturn)
	uitest.Wanted(t, k, model.BrowseTo{Path: "~/x"})
}

// A name can be typed immediately. For an existing file the button says that it replaces the file.
func TestSave(t *testing.T) {
	k := newTest(t, true, uitest.Screen)
	if it, ok := uitest.FocusedItem(k); !ok || it.Text != "Name" || it.Value != "shop.png" {
		t.Fatalf("the focus is on %+v", it)
	}
	k.Take(widget.Typed("new.png"))
	uitest.Press(k, model.KeyReturn)
	uitest.Wanted(t, k, model.ChooseFiles{Paths: []string{"/home/me/dumps/new.png"}})
	uitest.Find(t, k, model.FilesP, "text", "shop.png exists. Save again to replace it.")
	uitest.Click(k, uitest.Find(t, k, model.FilesP, "button", "Replace"))
	uitest.Wanted(t, k, model.ChooseFiles{Paths: []string{"/home/me/dumps/new.png"}})
}

func TestTexts(t *testing.T) {
	for _, size := range []image.Point{{320, 240}, {640, 480}, {1280, 720}} {
		for _, saves := range []bool{false, true} {
			uitest.CheckTexts(t, newTest(t, saves, size), size)
		}
	}
}
