package notice

import (
	"image"
	"strings"
	"testing"

	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

func problemsTest(t *testing.T, list ...model.Problem) *widget.Core {
	t.Helper()
	return uitest.New(t, model.Model{Problems: list}, image.Pt(1280, 720), 1, NewProblems())
}

// shownOf returns the texts of the card, and how high it is.
func shownOf(k *widget.Core) (texts string, height int) {
	var lines []string
	for _, it := range k.Seen() {
		if it.Panel == model.Problems && it.Kind == "text" {
			lines = append(lines, it.Text)
		}
	}
	return strings.Join(lines, "\n"), k.CopyRects()[model.Problems].Dy()
}

// TestWarningsOnOneLine: warnings take one line of the city until they are requested, and again when there are others.
func TestWarningsOnOneLine(t *testing.T) {
	first, second := model.Problem{Text: "a.hprof: cut off"}, model.Problem{Text: "b.hprof: line 12 was left out"}
	k := problemsTest(t, first, second)
	texts, line := shownOf(k)
	if !strings.Contains(texts, "2 warnings") || !strings.Contains(texts, first.Text) || strings.Contains(texts, second.Text) {
		t.Errorf("at first it shows %q", texts)
	}
	uitest.Click(k, uitest.Find(t, k, model.Problems, "button", "Show"))
	texts, height := shownOf(k)
	if !strings.Contains(texts, first.Text) || !strings.Contains(texts, second.Text) || height <= line {
		t.Errorf("shown in full it shows %q, %d high, and %d as a line", texts, height, line)
	}
	m := k.Model
	m.Problems = []model.Problem{second, first}
	k.Show(&widget.Shown{Model: m, Size: image.Pt(1280, 720), Scale: 1})
	k.Layout()
	if texts, height := shownOf(k); height != line || strings.Contains(texts, first.Text) {
		t.Errorf("with others it shows %q, %d high; a line is %d", texts, height, line)
	}
	uitest.Click(k, uitest.Find(t, k, model.Problems, "button", "Dismiss"))
	uitest.Wanted(t, k, model.DismissProblems)
}

// TestWarningThatFits: one that the line has room for has nothing more to show; one that it has not has.
func TestWarningThatFits(t *testing.T) {
	for text, more := range map[string]bool{"a.hprof: cut off": false, strings.Repeat("a long warning ", 20): true} {
		found := false
		for _, it := range problemsTest(t, model.Problem{Text: text}).Seen() {
			found = found || it.Text == "Show"
		}
		if found != more {
			t.Errorf("%q: there is a button to show it: %t", text, found)
		}
	}
}

// TestErrorsAreShown: an error is shown in full, with all that came with it.
func TestErrorsAreShown(t *testing.T) {
	k := problemsTest(t, model.Problem{Text: "a.hprof: cut off"}, model.Problem{Text: "b.hprof: not found", Error: true})
	if texts, _ := shownOf(k); !strings.Contains(texts, "This did not work") || !strings.Contains(texts, "cut off") ||
		!strings.Contains(texts, "not found") {
		t.Errorf("it shows %q", texts)
	}
}
