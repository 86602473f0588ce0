package threads

import (
	"errors"
	"image"
	"strings"
	"testing"

	"memcity/city/query"
	"memcity/city/state"
	"memcity/city/view/graphs"
	"memcity/city/view/inspect"
	"memcity/city/view/threads"
	"memcity/render/ui/card/bar"
	"memcity/render/ui/card/notice"
	"memcity/render/ui/card/timeline"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

func newTest(t testing.TB, m model.Model, size image.Point) *widget.Core {
	t.Helper()
	return uitest.New(t, m, size, 1, bar.New(), bar.NewRail(), (&View{}).panel(), timeline.New(), widget.NewMenu(), notice.NewHint())
}

func rowsOf(k *widget.Core) string {
	var names []string
	for _, it := range k.Seen() {
		if it.Panel == "threads" && it.Kind == "row" {
			names = append(names, it.Text)
		}
	}
	return strings.Join(names, "|")
}

func TestGoldens(t *testing.T) {
	k := newTest(t, uitest.ThreadsModel(), uitest.Screen)
	uitest.Press(k, model.KeyDown, model.KeyRight)
	uitest.CheckGolden(t, k, "threads", "threads")
	uitest.CheckGolden(t, newTest(t, uitest.ThreadsModel(), image.Pt(640, 480)), "threads", "small")
}

// TestByKeys opens a thread and a frame with keys, and sorts and filters.
func TestByKeys(t *testing.T) {
	k := newTest(t, uitest.ThreadsModel(), uitest.Screen)
	uitest.Press(k, model.KeyDown, model.KeyRight, model.KeyDown, model.KeyDown, model.KeyRight)
	const opened = "Heap|session-7 (daemon)|java.lang.Thread.sleep(Native Method)|com.shop.Session.run(Session.java:31)|java.util.ArrayList|" + threads.OwnName +
		"|main, failed with OutOfMemoryError|Signal Dispatcher"
	if got := rowsOf(k); got != opened {
		t.Errorf("the rows are %s, want %s", got, opened)
	}
	uitest.Click(k, uitest.Find(t, k, "threads", "button", "Objects"))
	if s := threads.View.Of(k.Model.State.Views); s.Sort != threads.Objects || s.Upward {
		t.Errorf("sorted by %v, %v", s.Sort, s.Upward)
	}
	uitest.Click(k, uitest.Find(t, k, "threads", "field", "Filter"))
	k.Take(widget.Typed("session.run"))
	if got := rowsOf(k); got != "Heap|session-7 (daemon)|com.shop.Session.run(Session.java:31)|java.util.ArrayList" {
		t.Errorf("the filter leaves %s", got)
	}
	k.Take(widget.Typed("x"))
	uitest.Find(t, k, "threads", "text", "Nothing matches the filter.")
}

// TestRowMenu opens the objects of threads and copies their stacks.
func TestRowMenu(t *testing.T) {
	for _, test := range []struct {
		row, choice string
		want        model.Event
	}{
		{"session-7 (daemon)", "Inspect", model.Do{Action: state.VisitObject{View: inspect.View.ID, Point: 1, Object: 7}}},
		{"session-7 (daemon)", "Who holds it", model.Do{Action: state.VisitObject{View: graphs.View.ID, Point: 1, Object: 7}}},
		{"session-7 (daemon)", "Expand all below", model.Do{Action: state.OpenRows{In: threads.View.ID, Keys: []string{"Heap#session-7 (daemon)",
			"Heap#session-7 (daemon)#com.shop.Session.run(Session.java:31)"}}}},
		{"session-7 (daemon)", "Copy stack", model.CopyText{Text: "session-7 (daemon): 288 kB alone, TIMED_WAITING\n  at java.lang.Thread.sleep(Native Method)\n" +
			"  at com.shop.Session.run(Session.java:31)  (240 kB)\n  " + threads.OwnName + "  (48.0 kB)\n"}},
	} {
		k := newTest(t, uitest.ThreadsModel(), uitest.Screen)
		uitest.ClickWith(k, uitest.Middle(uitest.Find(t, k, "threads", "row", test.row).Rect), model.Secondary, 0)
		uitest.Click(k, uitest.Find(t, k, model.Menu, "button", test.choice))
		uitest.Wanted(t, k, test.want)
	}
	k := newTest(t, uitest.ThreadsModel(), uitest.Screen)
	uitest.ClickWith(k, uitest.Middle(uitest.Find(t, k, "threads", "row", "main, failed with OutOfMemoryError").Rect), model.Secondary, 0)
	if it := uitest.Find(t, k, model.Menu, "button", "Inspect"); !it.Off {
		t.Error("a thread whose object is unknown can be inspected")
	}
}

// TestEmpty checks that the view says why it is empty.
func TestEmpty(t *testing.T) {
	busy, failed, counted, none := uitest.ThreadsModel(), uitest.ThreadsModel(), uitest.ThreadsModel(), uitest.ThreadsModel()
	q, _ := threads.Kind.QueryOf(&busy.Results)
	busy.Results = query.Results{Request: query.NewRequest(threads.Kind.Of(q)), Busy: true}
	failed.Results = query.Results{Request: query.NewRequest(threads.Kind.Of(q))}.Failed(errors.New("no roots"))
	counted.Catalog = nil
	none.Results = threads.Kind.With(query.Results{}, q, threads.NewReport(q, &threads.Found{}))
	for text, m := range map[string]model.Model{"Finding the memory of each thread…": busy, "The threads cannot be shown": failed,
		"Single objects are needed": counted, "This input has no threads.": none} {
		uitest.Find(t, newTest(t, m, uitest.Screen), "threads", "text", text)
	}
}
