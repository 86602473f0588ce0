package graph

import (
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"

	"memcity/city/view/graphs"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

// storyWindows are window sizes in pixels, in ascending order.
var storyWindows = []image.Point{{640, 480}, {800, 600}, {1280, 720}, {1920, 1080}, {2560, 1440}}

// longPath returns a picture whose strongest path has the given number of groups and is kept alive by two more GC roots.
func longPath(groups int) *graphs.Picture {
	p := uitest.GraphOf(3, 2)
	var b strings.Builder
	b.WriteString("135,026 of 140,000 CustomerJourneyLocation are kept alive by ")
	for i := range groups {
		fmt.Fprintf(&b, "%d ConcurrentHashMap$Node_%d, these by ", 1000*(i+1), i)
	}
	short := "135,026 of 140,000 CustomerJourneyLocation are kept alive by the static field JourneyServiceRegistry.locationCache"
	if groups > 0 {
		short += fmt.Sprintf(", via %d groups", groups)
	}
	also := "; 130,000 also by the static field JourneyServiceRegistry.recent; 120,000 also by a local variable in JourneyController.handle of the thread http-nio-8080-exec-7"
	p.Words = b.String() + "the static field JourneyServiceRegistry.locationCache" + also
	p.Shorter = []string{short + also, short + "; 2 other GC roots keep at least half as many"}
	return p
}

// TestStoryIsNeverCut: in every window size a form of the text is readable in full and leaves space for the picture. If it is not the
// longest form, a button shows that one, and then the picture again.
func TestStoryIsNeverCut(t *testing.T) {
	roots := uitest.GraphOf(2, 1)
	roots.Words, roots.NoRoots = "", true
	shortened := 0
	for _, p := range []*graphs.Picture{uitest.GraphOf(3, 2), longPath(0), longPath(3), longPath(24), roots} {
		forms, _ := graphStory(p)
		for _, size := range storyWindows {
			for _, scale := range []float64{1, 1.25, 1.5, 2} {
				k, own := newTest(t, uitest.GraphModel(p), size, scale)
				where := fmt.Sprintf("%v at %v, %.60q", size, scale, forms[0])
				shown := shownStory(t, k, forms)
				if !readable(k, shown) {
					t.Errorf("%s: %q has not the room that it needs in %v", where, shown.Text, shown.Rect)
				}
				if area := own.view.area; area.H < 40 && float64(size.Y) >= 300*scale {
					t.Errorf("%s: %v dp are left for the picture", where, area.H)
				}
				uitest.CheckTexts(t, k, size)
				if shown.Text != forms[0] {
					shortened++
					checkWhole(t, k, where, forms)
				}
			}
		}
	}
	if shortened == 0 {
		t.Error("the longest form had room everywhere")
	}
}

// checkWhole presses the button that shows the full text, scrolls to its end, and goes back.
func checkWhole(t *testing.T, k *widget.Core, where string, forms []string) {
	t.Helper()
	uitest.Click(k, uitest.Find(t, k, "graph", "button", "Full text"))
	whole := shownStory(t, k, forms)
	scroller := k.Scrollers["graph/story"]
	if whole.Text != forms[0] || scroller == nil || scroller.Content > scroller.View && !scroller.Bar {
		t.Errorf("%s: %q is shown", where, whole.Text)
	}
	uitest.CheckTexts(t, k, k.Size)
	uitest.Click(k, uitest.Find(t, k, "graph", "button", "Short text"))
	if again := shownStory(t, k, forms); again.Text == forms[0] {
		t.Errorf("%s: the whole stays", where)
	}
}

// shownStory returns the form that the panel lists.
func shownStory(t *testing.T, k *widget.Core, forms []string) model.Item {
	t.Helper()
	for _, it := range k.Seen() {
		if it.Panel == "graph" && it.Kind == "text" && slices.Contains(forms, it.Text) {
			return it
		}
	}
	t.Fatalf("no form of %q is shown", forms[0])
	return model.Item{}
}

// readable reports whether all lines of a text fit in its rectangle.
func readable(k *widget.Core, it model.Item) bool {
	c := k.Offscreen()
	width, high := float32(it.Rect.Dx())/c.Scale, float32(it.Rect.Dy())/c.Scale
	return c.ParagraphHeight(width, canvas.Body, it.Text) <= high+1 || c.ParagraphHeight(width, canvas.Small, it.Text) <= high+1
}
