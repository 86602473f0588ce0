package files

import (
	"image"
	"testing"

	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

func newTest(t *testing.T, saves bool, size image.Point) *widget.Core {
	t.Helper()
	return uitest.New(t, uitest.FilesModel(saves), size, 1, New(), widget.NewMenu())
}

// The keyboard alone chooses files: the list has the focus, Space marks several, Enter opens.
func TestKeys(t *testing.T) {
	k := newTest(t, false, uitest.Screen)
	if it, ok := uitest.FocusedItem(k); !ok || it.Text != "Files" {
		t.Fatalf("the focus is on %+v", it)
	}
	uitest.Press(k, model.KeyReturn) // on the folder
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

func TestPointer(t *testing.T) {
	k := newTest(t, false, uitest.Screen)
	row := uitest.Find(t, k, model.FilesP, "text", "shop-02.hprof")
	uitest.Click(k, row)
	uitest.Click(k, uitest.Find(t, k, model.FilesP, "button", "Open"))
	uitest.Wanted(t, k, model.ChooseFiles{Paths: []string{"/home/me/dumps/shop-02.hprof"}})
	uitest.ClickWith(k, uitest.Middle(uitest.Find(t, k, model.FilesP, "text", "shop-04.hprof").Rect), model.Primary, model.Ctrl)
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
	k.Take(model.Key{Name: "A", Modifiers: model.Ctrl})
	k.Take(widget.Typed("~/x"))
	uitest.Press(k, model.KeyReturn)
	uitest.Wanted(t, k, model.BrowseTo{Path: "~/x"})
}

// A name can be typed at once; one that is there is replaced by a button that says so.
func TestSave(t *testing.T) {
	k := newTest(t, true, uitest.Screen)
	if it, ok := uitest.FocusedItem(k); !ok || it.Text != "Name" || it.Value != "shop.png" {
		t.Fatalf("the focus is on %+v", it)
	}
	k.Take(widget.Typed("new.png"))
	uitest.Press(k, model.KeyReturn)
	uitest.Wanted(t, k, model.ChooseFiles{Paths: []string{"/home/me/dumps/new.png"}})
	uitest.Find(t, k, model.FilesP, "text", "shop.png exists. Saving again replaces it.")
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
