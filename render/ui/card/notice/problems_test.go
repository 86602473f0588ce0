package notice

import (
	"image"
	"strings"
	"testing"

	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

func problemsTest(t *testing.T, list ...model.Problem) *widget.Core {
	t.Helper()
	return uitest.New(t, model.Model{Problems: list}, image.Pt(1280, 720), 1, NewProblems())
}

// shownOf returns the texts and the height of the card.
func shownOf(k *widget.Core) (texts string, height int) {
	var lines []string
	for _, it := range k.Seen() {
		if it.Panel == model.Problems && it.Kind == "text" {
			lines = append(lines, it.Text)
		}
	}
	return strings.Join(lines, "\n"), k.CopyRects()[model.Problems].Dy()
}

// TestWarningsOnOneLine: warnings are on one line until the user expands them, and again if they change.
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
	uitest.Wanted(t, k, model.Run(action.ProblemsDismiss))
}

// TestWarningThatFits: only a warning that does not fit on the line can be expanded.
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

// TestErrorsAreShown: an error is shown in full, with its warnings.
func TestErrorsAreShown(t *testing.T) {
	k := problemsTest(t, model.Problem{Text: "a.hprof: cut off"}, model.Problem{Text: "b.hprof: not found", Error: true})
	if texts, _ := shownOf(k); !strings.Contains(texts, "Something went wrong") || !strings.Contains(texts, "cut off") ||
		!strings.Contains(texts, "not found") {
		t.Errorf("it shows %q", texts)
	}
}
