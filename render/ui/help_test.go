package ui

import (
	"image"
	"strings"
	"testing"

	"memcity/assets/help"
	"memcity/city"
)

func helpModel(page string) Model {
	return Model{Help: &HelpWish{Page: page, Asked: 1}, State: city.NewState(0, city.DefaultSettings())}
}

// TestHelpPages: every page is laid out whole, at all sizes, with every text within the window.
func TestHelpPages(t *testing.T) {
	for _, scale := range []float64{1, 2} {
		for i, page := range help.Pages() {
			m := helpModel(page.Name)
			m.Help.Asked = i + 1
			k := newTest(t, m, image.Pt(1280, 720), scale)
			find(t, k, Help, "text", page.Title)
			rect := k.rects[Help]
			for _, it := range k.seen() {
				if it.Panel == Help && !it.Rect.In(rect) {
					t.Errorf("%s at %v: %q is at %v, outside %v", page.Name, scale, it.Text, it.Rect, rect)
				}
			}
		}
	}
}

// TestHelpDeeds: the window knows what every link of the manual does.
func TestHelpDeeds(t *testing.T) {
	for _, page := range help.Pages() {
		for _, link := range page.Links() {
			if deed, ok := strings.CutPrefix(link, deedScheme); ok && (&Model{}).deed(deed) == nil {
				t.Errorf("%s.md: %s does nothing", page.Name, link)
			}
		}
	}
}

// handIn hands in a key as the window does: to whoever takes it.
func handIn(k *core, name string, mods Modifiers) {
	e := Key{Name: name, Modifiers: mods}
	if takes(k.focusKind, e) || helpTakes(k.focusKind, e) {
		k.take(e)
	}
}

func (k *core) shownPage() string { return k.local.help.way[k.local.help.at].page }

func TestHelpWays(t *testing.T) {
	k := newTest(t, helpModel(help.First), screen, 1)
	pages := func(want string) {
		t.Helper()
		if got := k.shownPage(); got != want {
			t.Errorf("%s is shown, want %s", got, want)
		}
	}
	pages(help.First)
	click(k, find(t, k, Help, "button", "Keys"))
	pages(help.Keys)
	handIn(k, KeyPageDown, 0)
	far := k.scrollers[helpScroll].offset
	if far <= 0 {
		t.Fatal("PageDown does not scroll")
	}
	click(k, find(t, k, Help, "row", "What is wrong, in one command"))
	pages("analyze")
	if at := k.scrollers[helpScroll].offset; at != 0 {
		t.Errorf("a new page begins at %v", at)
	}
	handIn(k, KeyLeft, Alt)
	pages(help.Keys)
	if at := k.scrollers[helpScroll].offset; at != far {
		t.Errorf("back again the page is at %v, not %v", at, far)
	}
	handIn(k, KeyBackspace, 0)
	pages(help.First)
	handIn(k, KeyRight, Alt)
	pages(help.Keys)
	if it := find(t, k, Help, "button", "Page after"); it.Off {
		t.Error("there is no way forward")
	}
	click(k, find(t, k, Help, "button", "Contents"))
	pages(help.Contents)
	if it := find(t, k, Help, "button", "Page after"); !it.Off {
		t.Error("there is a way forward from the newest page")
	}
	if n := len(taken(k)); n > 0 {
		t.Errorf("going from page to page makes %d events", n)
	}
}

func TestHelpLinks(t *testing.T) {
	m := helpModel(help.First)
	k := newTest(t, m, screen, 1)
	click(k, find(t, k, Help, "link", `Open "persons"`))
	wanted(t, k, ToggleHelp, OpenDemo{"persons"})

	m.Help = &HelpWish{Page: help.View("overview"), Asked: 2}
	k.show(&shown{m, screen, 1})
	k.layout()
	if it := find(t, k, Help, "link", "overview"); !it.Off || it.Hint != "Open a recording first" {
		t.Errorf("without a recording a view can be shown: %+v", it)
	}
	opened := sample()
	opened.Help = m.Help
	k.show(&shown{opened, screen, 1})
	k.layout()
	click(k, find(t, k, Help, "link", "overview"))
	wanted(t, k, ToggleHelp, Do{city.Show{View: city.OverviewView}})

	opened.Help = &HelpWish{Page: help.View("guide"), Asked: 3}
	opened.Drawers.Guide = true
	k.show(&shown{opened, screen, 1})
	k.layout()
	click(k, find(t, k, Help, "link", "guide"))
	wanted(t, k, ToggleHelp) // it is open
}

func TestHelpSearch(t *testing.T) {
	k := newTest(t, helpModel(help.Contents), screen, 1)
	handIn(k, "/", 0)
	k.take(typed("/")) // the same key as text
	k.take(typed("jcmd gc.heap_dump"))
	if it, ok := focusedItem(k); !ok || it.Kind != "field" || it.Value != "jcmd gc.heap_dump" {
		t.Fatalf("the field of the search has %+v", it)
	}
	find(t, k, Help, "row", "Recordings for each runtime · Heap dumps")
	k.take(Key{Name: KeyReturn})
	if l := &k.local.help; l.text != "" || k.shownPage() != l.hits[0].Page.Name {
		t.Errorf("Return shows %s, with %q searched for", k.shownPage(), l.text)
	}
	handIn(k, KeyLeft, Alt)
	if k.shownPage() != help.Contents {
		t.Errorf("back from what was found is %s", k.shownPage())
	}
}

// TestHelpFoundSection: what was found in the page that is shown, and in another one, is scrolled to.
func TestHelpFoundSection(t *testing.T) {
	for _, start := range []string{"views/city", help.Contents} {
		k := newTest(t, helpModel(start), image.Pt(1280, 500), 1)
		handIn(k, "/", 0)
		k.take(typed("/"))
		k.take(typed("what if it were"))
		k.take(Key{Name: KeyReturn})
		if l := &k.local.help; k.shownPage() != "views/city" || l.hits[0].ID == "" {
			t.Fatalf("%s#%s is shown", k.shownPage(), l.hits[0].ID)
		}
		head := find(t, k, Help, "text", "What if it were gone")
		if room := head.Rect.Min.Y - k.rects[Help].Min.Y; head.Rect.Empty() || room > 90 {
			t.Errorf("from %s the heading is at %v", start, head.Rect)
		}
	}
}

// TestHelpFocus: Tab comes to the links of the page first, from the field for searching to what was found, and not to what
// lies behind the manual.
func TestHelpFocus(t *testing.T) {
	m := sample() // with a note that can be written
	m.Help = &HelpWish{Page: "views/city", Asked: 1}
	k := newTest(t, m, image.Pt(1920, 1080), 1)
	k.take(Key{Name: KeyTab})
	if it, _ := focusedItem(k); it.Panel != Help || it.Kind != "link" {
		t.Errorf("the first Tab comes to %+v", it)
	}
	for range 200 {
		if it, ok := focusedItem(k); ok && it.Panel != Help {
			t.Fatalf("Tab comes to %+v", it)
		}
		k.take(Key{Name: KeyTab})
	}
	for _, by := range []string{KeyTab, KeyDown} {
		handIn(k, "F", Ctrl)
		k.take(typed("retained"))
		k.take(Key{Name: by})
		if it, _ := focusedItem(k); it.Kind != "row" || it.Rect != find(t, k, Help, "row", helpHitName(k, 0)).Rect {
			t.Errorf("from the search %s comes to %+v", by, it)
		}
	}
	k.take(Key{Name: KeyReturn})
	if k.shownPage() != k.local.help.hits[0].Page.Name {
		t.Errorf("Return shows %s", k.shownPage())
	}
}

// helpHitName is how a section that was found is named in the list.
func helpHitName(k *core, i int) string {
	hit := k.local.help.hits[i]
	if hit.Heading == "" {
		return hit.Page.Title
	}
	return hit.Page.Title + " · " + hit.Heading
}

// TestHelpHeading: a link to a heading scrolls to it.
func TestHelpHeading(t *testing.T) {
	k := newTest(t, helpModel("runtimes#class-histograms"), image.Pt(1280, 500), 1)
	head := find(t, k, Help, "text", "Class histograms")
	if room := head.Rect.Min.Y - k.rects[Help].Min.Y; room > 90 {
		t.Errorf("the heading is %d pixels below the upper edge of the window", room)
	}
}

func TestHelpFolds(t *testing.T) {
	k := newTest(t, helpModel("gallery/chat"), image.Pt(1280, 1400), 1)
	answer := find(t, k, Help, "opener", "Answer")
	if answer.Value != "closed" {
		t.Fatalf("the answer is %s", answer.Value)
	}
	before := len(k.seen())
	click(k, answer)
	if answer = find(t, k, Help, "opener", "Answer"); answer.Value != "open" || len(k.seen()) <= before {
		t.Errorf("pressed, the answer is %s, with %d items more", answer.Value, len(k.seen())-before)
	}
}

func TestHelpCopies(t *testing.T) {
	k := newTest(t, helpModel("analyze"), image.Pt(1280, 1400), 1)
	click(k, find(t, k, Help, "button", "Copy memcity analyze demo:two-caches"))
	wanted(t, k, CopyText{"memcity analyze demo:two-caches"})
}

// TestViewPages: every view has a page of its name.
func TestViewPages(t *testing.T) {
	for _, v := range views {
		if page := help.Find(help.View(v.view.String())); page == nil || page.Title != v.text {
			t.Errorf("the page of the view %s is %+v", v.text, page)
		}
	}
}
