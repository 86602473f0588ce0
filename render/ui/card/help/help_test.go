package help

import (
	"image"
	"strings"
	"testing"

	"memcity/assets/help"
	"memcity/city/view"
	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

// TestHelpPages: every page is laid out completely at all sizes, with all texts inside the window.
func TestHelpPages(t *testing.T) {
	for _, scale := range []float64{1, 2} {
		for i, page := range help.Pages() {
			m := uitest.HelpModel(page.Name)
			m.Help.Number = i + 1
			k, _ := newTest(t, m, image.Pt(1280, 720), scale)
			uitest.Find(t, k, model.Help, "text", page.Title)
			rect := k.Rects[model.Help]
			for _, it := range k.Seen() {
				if it.Panel == model.Help && !it.Rect.In(rect) {
					t.Errorf("%s at %v: %q is at %v, outside %v", page.Name, scale, it.Text, it.Rect, rect)
				}
			}
		}
	}
}

// In the smallest window the search field is wide enough for its text, and other controls are left out.
func TestSearchHasRoom(t *testing.T) {
	for _, size := range []image.Point{{640, 480}, {1280, 960}} {
		m := uitest.HelpModel("keys")
		m.Help.Number = 1
		k, _ := newTest(t, m, size, 2)
		if r := uitest.Find(t, k, model.Help, "field", "Search the help").Rect; r.Dx() < 2*70 {
			t.Errorf("%v: the field is at %v", size, r)
		}
		uitest.Find(t, k, model.Help, "button", "Contents")
	}
}

// TestHelpDeeds: the window can handle every link of the manual.
func TestHelpDeeds(t *testing.T) {
	views := []*widget.Panel{(&Card{}).panel()}
	for _, v := range view.All()[1:] {
		views = append(views, &widget.Panel{ID: model.ID(v.String()), View: &widget.View{View: v}})
	}
	k := uitest.New(t, model.Model{}, uitest.Screen, 1, views...)
	for _, page := range help.Pages() {
		for _, link := range page.Links() {
			if deed, ok := strings.CutPrefix(link, deedScheme); ok && act(k, deed) == nil {
				t.Errorf("%s.md: %s does nothing", page.Name, link)
			}
		}
	}
}

// handIn passes a key to the control that takes it, as the window does.
func handIn(k *widget.Core, name string, mods action.Mods) {
	e := model.Key{Name: name, Mods: mods}
	if widget.Takes(k.FocusKind, e) || HelpTakes(k.FocusKind, e) {
		k.Take(e)
	}
}

func shownPage(k *widget.Core) string { return of(k).way[of(k).at].page }

func TestHelpWays(t *testing.T) {
	k, _ := newTest(t, uitest.HelpModel(help.First), uitest.Screen, 1)
	pages := func(want string) {
		t.Helper()
		if got := shownPage(k); got != want {
			t.Errorf("%s is shown, want %s", got, want)
		}
	}
	pages(help.First)
	uitest.Click(k, uitest.Find(t, k, model.Help, "button", "Keys"))
	pages(help.Keys)
	handIn(k, model.KeyPageDown, 0)
	far := k.Scrollers[helpScroll].Offset
	if far <= 0 {
		t.Fatal("PageDown does not scroll")
	}
	uitest.Click(k, uitest.Find(t, k, model.Help, "row", "What is wrong, in one command"))
	pages("analyze")
	if at := k.Scrollers[helpScroll].Offset; at != 0 {
		t.Errorf("a new page begins at %v", at)
	}
	handIn(k, model.KeyLeft, action.Alt)
	pages(help.Keys)
	if at := k.Scrollers[helpScroll].Offset; at != far {
		t.Errorf("back again the page is at %v, not %v", at, far)
	}
	handIn(k, model.KeyBackspace, 0)
	pages(help.First)
	handIn(k, model.KeyRight, action.Alt)
	pages(help.Keys)
	if it := uitest.Find(t, k, model.Help, "button", "Next page"); it.Off {
		t.Error("there is no way forward")
	}
	uitest.Click(k, uitest.Find(t, k, model.Help, "button", "Contents"))
	pages(help.Contents)
	if it := uitest.Find(t, k, model.Help, "button", "Next page"); !it.Off {
		t.Error("there is a way forward from the newest page")
	}
	if n := len(uitest.Taken(k)); n > 0 {
		t.Errorf("going from page to page makes %d events", n)
	}
}

func TestHelpSearch(t *testing.T) {
	k, card := newTest(t, uitest.HelpModel(help.Contents), uitest.Screen, 1)
	handIn(k, "/", 0)
	k.Take(widget.Typed("/")) // the same key as text
	k.Take(widget.Typed("jcmd gc.heap_dump"))
	if it, ok := uitest.FocusedItem(k); !ok || it.Kind != "field" || it.Value != "jcmd gc.heap_dump" {
		t.Fatalf("the field of the search has %+v", it)
	}
	uitest.Find(t, k, model.Help, "row", "Recordings for each runtime · Heap dumps")
	k.Take(model.Key{Name: model.KeyReturn})
	if l := card; l.text != "" || shownPage(k) != l.hits[0].Page.Name {
		t.Errorf("Return shows %s, with %q searched for", shownPage(k), l.text)
	}
	handIn(k, model.KeyLeft, action.Alt)
	if shownPage(k) != help.Contents {
		t.Errorf("back from what was found is %s", shownPage(k))
	}
}

// TestHelpFoundSection: a match is scrolled into view, on the current page and on another one.
func TestHelpFoundSection(t *testing.T) {
	for _, start := range []string{"views/city", help.Contents} {
		k, card := newTest(t, uitest.HelpModel(start), image.Pt(1280, 500), 1)
		handIn(k, "/", 0)
		k.Take(widget.Typed("/"))
		k.Take(widget.Typed("what if it were"))
		k.Take(model.Key{Name: model.KeyReturn})
		if l := card; shownPage(k) != "views/city" || l.hits[0].ID == "" {
			t.Fatalf("%s#%s is shown", shownPage(k), l.hits[0].ID)
		}
		head := uitest.Find(t, k, model.Help, "text", "What if it were gone")
		if room := head.Rect.Min.Y - k.Rects[model.Help].Min.Y; head.Rect.Empty() || room > 90 {
			t.Errorf("from %s the heading is at %v", start, head.Rect)
		}
	}
}

// TestHelpFocus: Tab reaches the links of the page first, and the matches after the search field. It does not reach controls behind the
// manual.
func TestHelpFocus(t *testing.T) {
	m := uitest.Sample() // with a note field
	m.Help = &model.HelpRequest{Page: "views/city", Number: 1}
	k, card := newTest(t, m, image.Pt(1920, 1080), 1)
	k.Take(model.Key{Name: model.KeyTab})
	if it, _ := uitest.FocusedItem(k); it.Panel != model.Help || it.Kind != "link" {
		t.Errorf("the first Tab comes to %+v", it)
	}
	for range 200 {
		if it, ok := uitest.FocusedItem(k); ok && it.Panel != model.Help {
			t.Fatalf("Tab comes to %+v", it)
		}
		k.Take(model.Key{Name: model.KeyTab})
	}
	for _, by := range []string{model.KeyTab, model.KeyDown} {
		handIn(k, "F", action.Ctrl)
		k.Take(widget.Typed("retained"))
		k.Take(model.Key{Name: by})
		if it, _ := uitest.FocusedItem(k); it.Kind != "row" || it.Rect != uitest.Find(t, k, model.Help, "row", helpHitName(k, 0)).Rect {
			t.Errorf("from the search %s comes to %+v", by, it)
		}
	}
	k.Take(model.Key{Name: model.KeyReturn})
	if shownPage(k) != card.hits[0].Page.Name {
		t.Errorf("Return shows %s", shownPage(k))
	}
}

// helpHitName returns the name of a matching section in the list.
func helpHitName(k *widget.Core, i int) string {
	hit := of(k).hits[i]
	if hit.Heading == "" {
		return hit.Page.Title
	}
	return hit.Page.Title + " · " + hit.Heading
}

// TestHelpHeading: a link to a heading scrolls to the heading.
func TestHelpHeading(t *testing.T) {
	k, _ := newTest(t, uitest.HelpModel("recording#versions-tested"), image.Pt(1280, 500), 1)
	head := uitest.Find(t, k, model.Help, "text", "Versions tested")
	if room := head.Rect.Min.Y - k.Rects[model.Help].Min.Y; room > 90 {
		t.Errorf("the heading is %d pixels below the upper edge of the window", room)
	}
}

func TestHelpFolds(t *testing.T) {
	k, _ := newTest(t, uitest.HelpModel("gallery/chat"), image.Pt(1280, 1400), 1)
	section := uitest.Find(t, k, model.Help, "opener", "Answer")
	if section.Value != "closed" {
		t.Fatalf("the answer is %s", section.Value)
	}
	before := len(k.Seen())
	uitest.Click(k, section)
	if section = uitest.Find(t, k, model.Help, "opener", "Answer"); section.Value != "open" || len(k.Seen()) <= before {
		t.Errorf("pressed, the answer is %s, with %d items more", section.Value, len(k.Seen())-before)
	}
}

func TestHelpCopies(t *testing.T) {
	k, _ := newTest(t, uitest.HelpModel("analyze"), image.Pt(1280, 1400), 1)
	uitest.Click(k, uitest.Find(t, k, model.Help, "button", "Copy memcity analyze demo:two-caches"))
	uitest.Wanted(t, k, model.CopyText{Text: "memcity analyze demo:two-caches"})
}
