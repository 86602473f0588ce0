package ui

import (
	"fmt"
	"image"
	"strings"
	"testing"
	"time"

	"memcity/analysis/guide/findings"
	"memcity/city/budget"
	"memcity/city/exchange"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/guides"
	"memcity/render/action"
	"memcity/render/ui/card/record"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

func TestRecordRunningProgram(t *testing.T) {
	k := newTest(t, uitest.RecordModel(), uitest.Screen, 1)
	if it, ok := uitest.FocusedItem(k); !ok || it.Text != "Find a program" {
		t.Fatalf("the focus is on %+v", it)
	}
	choices := k.Model.Record.RecordChoices
	k.Take(model.Key{Name: model.KeyReturn}) // nothing is chosen
	uitest.Wanted(t, k)
	if it := uitest.Find(t, k, model.RecordP, "button", "Record"); it.Why != "Choose a program first" {
		t.Errorf("the button says %q", it.Why)
	}
	uitest.Find(t, k, model.RecordP, "text", "Click a program, or press ↓")
	k.Take(model.Key{Name: model.KeyDown})
	k.Take(model.Key{Name: model.KeyReturn})
	uitest.Wanted(t, k, model.StartRecord{Choices: choices, PID: 4711})
	k.Take(model.Key{Name: model.KeyDown})
	k.Take(model.Key{Name: model.KeyDown}) // the others cannot be recorded
	k.Take(model.Key{Name: model.KeyReturn})
	uitest.Wanted(t, k, model.StartRecord{Choices: choices, PID: 812})
	k.Take(widget.Typed("shop main")) // hides the chosen program
	k.Take(model.Key{Name: model.KeyReturn})
	uitest.Wanted(t, k)
	k.Take(model.Key{Name: model.KeyDown})
	k.Take(model.Key{Name: model.KeyReturn})
	uitest.Wanted(t, k, model.StartRecord{Choices: choices, PID: 4711})
	k.Take(widget.Typed("xyz"))
	uitest.Find(t, k, model.RecordP, "text", "No running program matches")
	if it := uitest.Find(t, k, model.RecordP, "button", "Record"); !it.Off {
		t.Error("nothing can be recorded")
	}
	k.Take(model.Key{Name: model.KeyReturn})
	uitest.Wanted(t, k)
	k.Take(model.Key{Name: model.KeyEscape})
	uitest.Wanted(t, k, model.Run(action.RecordDialog))
}

// The first press chooses a program, the second one records it. Programs that cannot be recorded have a reason.
func TestRecordByMouse(t *testing.T) {
	k := newTest(t, uitest.RecordModel(), uitest.Screen, 1)
	choices := k.Model.Record.RecordChoices
	row := uitest.Find(t, k, model.RecordP, "button", "shop-worker.jar 812")
	uitest.Click(k, row)
	uitest.Wanted(t, k)
	if it := uitest.Find(t, k, model.RecordP, "button", "shop-worker.jar 812"); it.Value != "chosen" {
		t.Errorf("after a press it is %q", it.Value)
	}
	uitest.Click(k, uitest.Find(t, k, model.RecordP, "button", "Record"))
	uitest.Wanted(t, k, model.StartRecord{Choices: choices, PID: 812})
	uitest.Click(k, row)
	uitest.Click(k, row)
	uitest.Wanted(t, k, model.StartRecord{Choices: choices, PID: 812})
	off := uitest.Find(t, k, model.RecordP, "button", "locked.jar 5120")
	if !off.Off || off.Value == "" {
		t.Errorf("what cannot be recorded is %+v", off)
	}
	uitest.Find(t, k, model.RecordP, "text", "it belongs to another user (cassandra)")
}

// A chosen program stays chosen when the list is refreshed, and is deselected when it ends.
func TestChosenProgramStays(t *testing.T) {
	k := newTest(t, uitest.RecordModel(), uitest.Screen, 1)
	uitest.Click(k, uitest.Find(t, k, model.RecordP, "button", "shop-worker.jar 812"))
	m := uitest.RecordModel()
	m.Record.Programs = append([]exchange.Program{{PID: 3, Name: "new.jar"}}, m.Record.Programs...)
	k.Show(&widget.Shown{Model: m, Size: uitest.Screen, Scale: 1})
	k.Layout()
	if it := uitest.Find(t, k, model.RecordP, "button", "shop-worker.jar 812"); it.Value != "chosen" {
		t.Errorf("in another list it is %q", it.Value)
	}
	m.Record = &model.Record{Programs: uitest.SamplePrograms[:1], Listed: true}
	k.Show(&widget.Shown{Model: m, Size: uitest.Screen, Scale: 1})
	k.Layout()
	if it := uitest.Find(t, k, model.RecordP, "button", "com.example.shop.Main 4711"); it.Value != "" {
		t.Errorf("after the chosen one has ended the first is %q", it.Value)
	}
}

// TestProgramsAreDescribed: a row has the running time, the user and the folder of its program. Another user has a separate text.
func TestProgramsAreDescribed(t *testing.T) {
	k := newTest(t, uitest.RecordModel(), uitest.Screen, 1)
	uitest.Find(t, k, model.RecordP, "text", "running for 3 h 05 min  ·  user me  ·  /home/me/shop  ·  OpenJDK 17.0.9")
	uitest.Find(t, k, model.RecordP, "text", "user postgres")
	uitest.Find(t, k, model.RecordP, "text", "running for 42 s  ·  /var/lib/postgresql  ·  OpenJDK 25.0.1")
	if it := uitest.Find(t, k, model.RecordP, "button", "shop-worker.jar 812"); !strings.Contains(it.Hint, "user postgres\nrunning for") {
		t.Errorf("the hint is %q", it.Hint)
	}
}

func TestNoProgramsRun(t *testing.T) {
	m := uitest.RecordModel()
	m.Record.Programs = nil
	k := newTest(t, m, uitest.Screen, 1)
	uitest.Find(t, k, model.RecordP, "text", "No Java or Node.js program of yours is running")
	uitest.Click(k, uitest.Find(t, k, model.RecordP, "button", "Enter a command line"))
	to := k.Model.Record.RecordChoices
	to.Way = model.RecordCommand
	uitest.Wanted(t, k, model.SetRecord{Choices: to})
	m.Record.Listed = false
	uitest.Find(t, newTest(t, m, uitest.Screen, 1), model.RecordP, "text", "Searching for running programs…")
	m.Record.Unlisted = "Running programs cannot be listed: permission denied"
	uitest.Find(t, newTest(t, m, uitest.Screen, 1), model.RecordP, "text", m.Record.Unlisted)
}

func TestRecordCommand(t *testing.T) {
	m := uitest.RecordModel()
	m.Record.Way = model.RecordCommand
	k := newTest(t, m, uitest.Screen, 1)
	if it, ok := uitest.FocusedItem(k); !ok || it.Text != "Command line" {
		t.Fatalf("the focus is on %+v", it)
	}
	k.Take(widget.Typed("java 'x"))
	uitest.Find(t, k, model.RecordP, "text", "Command line: a ' is not closed")
	k.Take(model.Key{Name: model.KeyEnd})
	k.Take(widget.Typed("'"))
	uitest.Taken(k)
	k.Take(model.Key{Name: model.KeyReturn})
	to := m.Record.RecordChoices
	to.Command = "java 'x'"
	uitest.Wanted(t, k, model.StartRecord{Choices: to})
	uitest.Click(k, uitest.Find(t, k, model.RecordP, "button", "java -jar shop.jar --port 8080"))
	to.Command, to.Folder = "java -jar shop.jar --port 8080", "/home/me/shop"
	uitest.Wanted(t, k, model.SetRecord{Choices: to})
	if line, folder := uitest.Find(t, k, model.RecordP, "field", "Command line"),
		uitest.Find(t, k, model.RecordP, "field", "Folder"); line.Value != to.Command || folder.Value != to.Folder {
		t.Errorf("the fields show %q and %q", line.Value, folder.Value)
	}
	k.Take(model.Key{Name: model.KeyReturn})
	uitest.Wanted(t, k, model.StartRecord{Choices: to})
}

// The last typed command is restored when the dialog opens.
func TestCommandIsThere(t *testing.T) {
	m := uitest.RecordModel()
	m.Record.Way, m.Record.Command = model.RecordCommand, "java -jar shop.jar"
	k := newTest(t, m, uitest.Screen, 1)
	if it := uitest.Find(t, k, model.RecordP, "field", "Command line"); it.Value != m.Record.Command {
		t.Errorf("the field shows %q", it.Value)
	}
}

func TestRecordAddress(t *testing.T) {
	m := uitest.RecordModel()
	m.Record.Way = model.RecordAddress
	k := newTest(t, m, uitest.Screen, 1)
	k.Take(widget.Typed("localhost"))
	uitest.Find(t, k, model.RecordP, "text", "The address must begin with ws:// or wss://, such as ws://localhost:8887.")
	k.Take(model.Key{Name: model.KeyReturn})
	k.Take(model.Key{Name: "A", Mods: action.Ctrl})
	k.Take(widget.Typed("ws://localhost:8887"))
	uitest.Taken(k)
	k.Take(model.Key{Name: model.KeyReturn})
	uitest.Wanted(t, k, model.OpenAddress{Address: "ws://localhost:8887"})
}

func TestRecordOptions(t *testing.T) {
	k := newTest(t, uitest.RecordModel(), image.Pt(1280, 1200), 1)
	uitest.Find(t, k, model.RecordP, "text", "Sampled, call chains of 16 frames, at most 5 % of the time, at least 0.5 s between GC points")
	uitest.Click(k, uitest.Find(t, k, model.RecordP, "button", "Recording options"))
	to := k.Model.Record.RecordChoices
	for _, step := range []struct {
		kind, name string
		change     func(o *exchange.RecordOptions)
	}{
		{"choice", "Mode: Exact", func(o *exchange.RecordOptions) { o.Mode = exchange.RecordExact }},
		{"button", "Call chain, less", func(o *exchange.RecordOptions) { o.Depth = 15 }},
		{"button", "Budget, more", func(o *exchange.RecordOptions) { o.Budget = 6 }},
		{"button", "Longer minimum time", func(o *exchange.RecordOptions) { o.Every = time.Second }},
		{"choice", "Mode: Counts only", func(o *exchange.RecordOptions) { o.Mode = exchange.RecordCounts }},
	} {
		uitest.Click(k, uitest.Find(t, k, model.RecordP, step.kind, step.name))
		step.change(&to.Options)
		uitest.Wanted(t, k, model.SetRecord{Choices: to})
	}
	if it := uitest.Find(t, k, model.RecordP, "button", "Call chain, less"); !it.Off {
		t.Error("counts have call chains")
	}
	uitest.Click(k, uitest.Find(t, k, model.RecordP, "button", "Choose…"))
	uitest.Wanted(t, k, model.Run(action.RecordFile))
	uitest.Click(k, uitest.Find(t, k, model.RecordP, "field", "File"))
	k.Take(widget.Typed("x.mct"))
	to.Options.Out = "x.mct"
	uitest.Wanted(t, k, model.SetRecord{Choices: to})
	for mode, want := range map[exchange.RecordMode]string{
		exchange.RecordCounts: "Counts only, at most 6 % of the time, at least 1 s between GC points",
		exchange.RecordDumps:  "Heap dumps, no agent, at most 6 % of the time, at least 1 s between GC points",
	} {
		to.Options.Mode = mode
		if got := record.RecordOptionsText(to.Options); got != want {
			t.Errorf("%v: %q", mode, got)
		}
	}
}

func TestRecordFault(t *testing.T) {
	m := uitest.RecordModel()
	m.Record.Fault = &exchange.RecordFault{Text: "the agent cannot be built: no C compiler was found", Dumps: true}
	k := newTest(t, m, uitest.Screen, 1)
	uitest.Find(t, k, model.RecordP, "text", m.Record.Fault.Text)
	uitest.Click(k, uitest.Find(t, k, model.RecordP, "button", "com.example.shop.Main 4711"))
	uitest.Click(k, uitest.Find(t, k, model.RecordP, "button", "Record heap dumps instead"))
	to := m.Record.RecordChoices
	to.Options.Mode, to.Options.Every = exchange.RecordDumps, 10*time.Second
	uitest.Wanted(t, k, model.SetRecord{Choices: to}, model.StartRecord{Choices: to, PID: 4711})
}

func TestRecordStarting(t *testing.T) {
	m := uitest.RecordModel()
	m.Record.Starting = "Attaching to shop…"
	k := newTest(t, m, uitest.Screen, 1)
	uitest.Find(t, k, model.RecordP, "text", "Attaching to shop…")
	k.Take(model.Key{Name: model.KeyReturn})
	uitest.Wanted(t, k)
	uitest.Click(k, uitest.Find(t, k, model.RecordP, "button", "Cancel"))
	uitest.Wanted(t, k, model.Run(action.RecordCancel))
}

// The dialogs are usable in the smallest window: their buttons are visible, and the rest is scrollable.
func TestRecordDialogsInTheSmallestWindow(t *testing.T) {
	size := image.Pt(320, 240)
	closing, rules := uitest.LiveModel(), uitest.RuledModel()
	closing.Closing = true
	for _, c := range []struct {
		m      model.Model
		panel  model.ID
		button string
	}{{uitest.RecordModel(), model.RecordP, "Record"}, {uitest.RecordModel(), model.RecordP, "Close"},
		{closing, model.ClosingP, "Stop and close"}, {closing, model.ClosingP, "Stay"},
		{rules, model.RulesP, "Close"}, {uitest.WaitingModel(), model.LiveP, "Stop recording"},
		{uitest.LiveModel(), model.LiveP, "Stop recording"}} {
		for _, scale := range []float64{1, 2} {
			k := newTest(t, c.m, size.Mul(int(scale)), scale)
			it := uitest.Find(t, k, c.panel, "button", c.button)
			if it.Rect.Dy() < int(20*scale) || !it.Rect.In(image.Rectangle{Max: k.Size}) {
				t.Errorf("at %v: %s is at %v", scale, c.button, it.Rect)
			}
		}
	}
}

// TestLiveGrowth: the bar shows the growth in the guide's verdict, and a hint if that is old. Other verdicts add nothing.
func TestLiveGrowth(t *testing.T) {
	m := uitest.LiveModel()
	m.Results = uitest.Guided().Results
	r := guides.Kind.Result(&m.Results).Report
	r.Grade, m.GuideOld = findings.Leaks, true
	pile := r.Findings[0].Growth
	pile.Type, pile.Owner = "com.example.Person", "static field Main.persons"
	pile.Entries = &findings.Entries{Rate: &findings.Rate{Objects: 1000, Bytes: 24000, Span: 5000}}
	const text = "Person +1,000/s, held by Main.persons"
	found := func() (it model.Item, ok bool) {
		for _, it := range newTest(t, m, uitest.Screen, 1).Seen() {
			if it.Panel == model.LiveP && it.Text == "Growth" {
				return it, true
			}
		}
		return it, false
	}
	if it, _ := found(); it.Value != text || !strings.Contains(it.Hint, "Refresh the guide") {
		t.Errorf("the bar says %q with the hint %q", it.Value, it.Hint)
	}
	for _, grade := range []findings.Grade{findings.Undecided, findings.Healthy, findings.Large} {
		r.Grade = grade
		if it, ok := found(); ok {
			t.Errorf("of a verdict %q the bar says %q", grade, it.Value)
		}
	}
}

// Panels of a recording do not cover other panels. The window's free space is the space outside all panels.
func TestLiveBarLeavesTheRest(t *testing.T) {
	for _, size := range []image.Point{{1280, 720}, {1920, 1080}, {640, 480}, {900, 600}} {
		for _, scale := range []float64{1, 1.5, 2} {
			m := uitest.LiveModel()
			k := newTest(t, m, size, scale)
			live := k.Rects[model.LiveP]
			if live.Empty() {
				t.Fatalf("%v at %v: there is no bar", size, scale)
			}
			for id, r := range k.Rects {
				if id != model.LiveP && r.Overlaps(live) {
					t.Errorf("%v at %v: %s at %v covers the bar at %v", size, scale, id, r, live)
				}
			}
			if free := place.Free(size, scale, place.Bars{Live: true}); free.Min.Y != live.Max.Y {
				t.Errorf("%v at %v: %v is free below the bar at %v", size, scale, free, live)
			}
		}
	}
}

func TestLiveBar(t *testing.T) {
	k := newTest(t, uitest.LiveModel(), uitest.Screen, 1)
	for _, text := range []string{"live", "com.example.shop.Main", "1 min 23 s", "23 GC points", "345,678 objects", "12.3 MB",
		"3.4 % overhead"} {
		uitest.Find(t, k, model.LiveP, "text", text)
	}
	for _, c := range []struct {
		button string
		want   model.Event
	}{{"Point now", model.Run(action.RecordPoint)}, {"Stop recording", model.Run(action.RecordStop)}, {"Save as…", model.Run(action.RecordSave)},
		{"Output", model.Run(action.RecordOutput)}, {"Notify me when…", model.Run(action.PanelRules)},
		{"Freeze", model.Do{Action: state.Freeze{On: true}}}} {
		uitest.Click(k, uitest.Find(t, k, model.LiveP, "button", c.button))
		uitest.Wanted(t, k, c.want)
	}
	if it := uitest.Find(t, k, model.LiveP, "button", "Thaw"); it.Value != "frozen" {
		t.Errorf("frozen, it is %q", it.Value)
	}
	uitest.Find(t, k, model.LiveP, "text", "frozen")
}

func TestFollowing(t *testing.T) {
	m := uitest.LiveModel()
	k := newTest(t, m, uitest.Screen, 1)
	if it := uitest.Find(t, k, model.LiveP, "button", "Follow"); it.Value != "on" {
		t.Errorf("at the end it is %q", it.Value)
	}
	m.State = state.Step(m.State, state.Move{By: -3})
	m.State = state.Step(m.State, state.Extend{Points: 26})
	k.Show(&widget.Shown{Model: m, Size: uitest.Screen, Scale: 1})
	k.Layout()
	follow := uitest.Find(t, k, model.LiveP, "button", "Follow")
	if follow.Value != "3 new points" {
		t.Errorf("three points later it is %q", follow.Value)
	}
	uitest.Click(k, follow)
	uitest.Wanted(t, k, model.Do{Action: state.Follow{On: true}})
	if !k.Model.State.Follow {
		t.Error("it does not follow")
	}
}

func TestLiveThatIsNotShown(t *testing.T) {
	m := uitest.LiveModel()
	m.Live.Shown = false
	k := newTest(t, m, uitest.Screen, 1)
	uitest.Click(k, uitest.Find(t, k, model.LiveP, "button", "Show"))
	uitest.Wanted(t, k, model.Run(action.RecordShow))
	for _, it := range k.Seen() {
		if it.Panel == model.LiveP && (it.Text == "Freeze" || it.Text == "Follow") {
			t.Errorf("%s is offered for another city", it.Text)
		}
	}
}

func TestWaiting(t *testing.T) {
	k := newTest(t, uitest.WaitingModel(), uitest.Screen, 1)
	if !k.Rects[model.Start].Empty() {
		t.Error("the start screen is shown as well")
	}
	uitest.Find(t, k, model.LiveP, "text", "waiting")
	uitest.Click(k, uitest.Find(t, k, model.WaitP, "button", "Point now"))
	uitest.Click(k, uitest.Find(t, k, model.WaitP, "button", "Stop recording"))
	uitest.Wanted(t, k, model.Run(action.RecordPoint), model.Run(action.RecordStop))
}

func TestNothingWasRecorded(t *testing.T) {
	m := uitest.WaitingModel()
	m.Live.Status.Ended, m.Live.Status.Exited, m.Live.Status.Exit = true, true, 3
	k := newTest(t, m, uitest.Screen, 1)
	var words []string
	for _, it := range k.Seen() {
		if it.Panel == model.WaitP {
			words = append(words, it.Text)
		}
	}
	if all := strings.Join(words, " "); !strings.Contains(all, "ended with status 3 before its heap could be recorded") ||
		!strings.Contains(all, "customer 2") {
		t.Errorf("it says %q", all)
	}
	uitest.Click(k, uitest.Find(t, k, model.WaitP, "button", "Record again…"))
	uitest.Click(k, uitest.Find(t, k, model.WaitP, "button", "Close"))
	uitest.Wanted(t, k, model.Run(action.RecordDismiss), model.Run(action.RecordDialog), model.Run(action.RecordDismiss))
	m.Live.Status.Err = fmt.Errorf("no space left on the disk")
	k = newTest(t, m, uitest.Screen, 1)
	uitest.Find(t, k, model.WaitP, "text", "No space left on the disk")
	uitest.Find(t, k, model.LiveP, "text", "broken off")
}

func TestEnded(t *testing.T) {
	m := uitest.LiveModel()
	m.Live.Status.Ended, m.Live.Status.Exited, m.Live.OutputOpen = true, true, true
	k := newTest(t, m, uitest.Screen, 1)
	uitest.Find(t, k, model.LiveP, "text", "ended")
	uitest.Find(t, k, model.LiveP, "text", "ended normally")
	uitest.Find(t, k, model.OutputP, "text", "customer 2")
	uitest.Click(k, uitest.Find(t, k, model.LiveP, "button", "Close"))
	uitest.Click(k, uitest.Find(t, k, model.OutputP, "button", "Close"))
	uitest.Wanted(t, k, model.Run(action.RecordDismiss), model.Run(action.RecordOutput))
	for _, it := range k.Seen() {
		if it.Panel == model.LiveP && (it.Text == "Stop recording" || it.Text == "Freeze") {
			t.Errorf("%s is offered at the end", it.Text)
		}
	}
}

func TestTooFewPoints(t *testing.T) {
	for points, few := range map[int]bool{0: false, 1: true, 2: true, 3: false} {
		m := uitest.LiveModel()
		m.Live.Status.Points, m.Live.Status.Ended = points, true
		shown := false
		for _, it := range newTest(t, m, uitest.Screen, 1).Seen() {
			shown = shown || it.Panel == model.LiveP && it.Text == "too few GC points to show growth"
		}
		if shown != few {
			t.Errorf("%d GC points: that they are too few is reported: %v, want %v", points, shown, few)
		}
	}
}

func TestClosingWhileRecording(t *testing.T) {
	m := uitest.LiveModel()
	m.Closing = true
	k := newTest(t, m, uitest.Screen, 1)
	k.Take(model.Key{Name: model.KeyReturn})
	k.Take(model.Key{Name: model.KeyEscape})
	uitest.Wanted(t, k, model.Run(action.WindowCloseNow), model.Run(action.WindowStay))
	uitest.Click(k, uitest.Find(t, k, model.ClosingP, "button", "Stay"))
	uitest.Wanted(t, k, model.Run(action.WindowStay))
}

func TestRules(t *testing.T) {
	m := uitest.RuledModel()
	m.State.Settings.Unit = trees.Objects
	k := newTest(t, m, image.Pt(1280, 900), 1)
	uitest.Find(t, k, model.RulesP, "text", "java.util.HashMap$Node has more than 10,000 objects")
	for _, c := range []struct {
		button string
		want   model.Event
	}{{"Show", model.ShowFired{Index: 0}}, {"Watch again", model.ArmRule{Index: 0}},
		{"Remove java.util.HashMap$Node has more than 10,000 objects", model.RemoveRule{Index: 0}}} {
		uitest.Click(k, uitest.Find(t, k, model.RulesP, "button", c.button))
		uitest.Wanted(t, k, c.want)
	}
	// The proposed rule uses the selection and 1.5 times its current size.
	if it := uitest.Find(t, k, model.RulesP, "field", "Limit"); it.Value != "20,000" {
		t.Errorf("the limit is %q", it.Value)
	}
	uitest.Click(k, uitest.Find(t, k, model.RulesP, "button", "Add this rule"))
	rule := budget.Rule{Group: "Heap#java.util#LinkedList$Node", By: "package,type", Limit: 20_000}
	uitest.Wanted(t, k, model.AddRule{Rule: rule})
	uitest.Click(k, uitest.Find(t, k, model.RulesP, "field", "Limit"))
	k.Take(model.Key{Name: "A", Mods: action.Ctrl})
	k.Take(widget.Typed("many"))
	uitest.Find(t, k, model.RulesP, "text", "The limit must be a number such as 10,000 or 5 MB.")
	k.Take(model.Key{Name: model.KeyReturn})
	uitest.Wanted(t, k)
	uitest.Click(k, uitest.Find(t, k, model.RulesP, "choice", "Of: Bytes"))
	uitest.Click(k, uitest.Find(t, k, model.RulesP, "choice", "Then: Stop"))
	uitest.Click(k, uitest.Find(t, k, model.RulesP, "field", "Limit"))
	k.Take(model.Key{Name: "A", Mods: action.Ctrl})
	k.Take(widget.Typed("2.5 MB"))
	k.Take(model.Key{Name: model.KeyReturn})
	rule.Unit, rule.Limit, rule.Outcome = trees.Bytes, 2_500_000, budget.StopRecording
	uitest.Wanted(t, k, model.AddRule{Rule: rule})
	uitest.Click(k, uitest.Find(t, k, model.RulesP, "choice", "When: Heap grows"))
	uitest.Click(k, uitest.Find(t, k, model.RulesP, "button", "Add this rule"))
	uitest.Wanted(t, k, model.AddRule{Rule: budget.Rule{Kind: budget.LeakFound, Outcome: budget.StopRecording}})
	k.Take(model.Key{Name: model.KeyEscape})
}

// While a recording grows, the inspector offers a rule for the selection.
func TestRuleFromTheInspector(t *testing.T) {
	k := newTest(t, uitest.LiveModel(), uitest.Screen, 1)
	uitest.Choose(t, k, model.Inspector, "More", "Notify me when…")
	uitest.Wanted(t, k, model.Run(action.PanelRules))
	k = newTest(t, uitest.Sample(), uitest.Screen, 1)
	uitest.Click(k, uitest.Find(t, k, model.Inspector, "button", "More"))
	uitest.Find(t, k, model.Menu, "button", "Set a budget…")
	for _, it := range k.Seen() {
		if it.Text == "Notify me when…" {
			t.Errorf("it is offered where nothing grows: %+v", it)
		}
	}
}

func TestStartScreenRecords(t *testing.T) {
	m := uitest.StartModel()
	m.CanRecord = true
	k := newTest(t, m, image.Pt(1280, 1000), 1)
	uitest.Click(k, uitest.Find(t, k, model.Start, "button", "Record…"))
	uitest.Wanted(t, k, model.Run(action.RecordDialog))
	uitest.Click(k, uitest.Find(t, k, model.Start, "field", "Path or address"))
	k.Take(widget.Typed(" ws://localhost:8887 "))
	k.Take(model.Key{Name: model.KeyReturn})
	uitest.Wanted(t, k, model.OpenAddress{Address: "ws://localhost:8887"})
	uitest.Click(k, uitest.Find(t, k, model.Bar, "button", "Open"))
	uitest.Click(k, uitest.Find(t, k, model.Menu, "button", "Record a program…"))
	uitest.Click(k, uitest.Find(t, k, model.Bar, "button", "Open"))
	uitest.Click(k, uitest.Find(t, k, model.Menu, "button", "Open files…"))
	uitest.Wanted(t, k, model.Run(action.RecordDialog), model.Run(action.FileOpen))
}

// Output of a recorded program cannot break the panels.
func TestHostileOutput(t *testing.T) {
	m := uitest.LiveModel()
	m.Live.OutputOpen = true
	m.Live.Status.Program = strings.Repeat("x.", 5000)
	m.Live.Status.Output = []string{strings.Repeat("y", 100_000), "\x00\x1b[31m\t\n\r", "", "שלום"}
	m.Live.Status.Warnings = []string{strings.Repeat("z ", 50_000)}
	k := newTest(t, m, uitest.Screen, 1)
	for key := range k.Faces.Lines {
		if len(key.Text) > 5000 {
			t.Errorf("a text of %d bytes is shaped", len(key.Text))
		}
	}
	if r := k.Rects[model.OutputP]; r.Empty() || !r.In(image.Rectangle{Max: uitest.Screen}) {
		t.Errorf("the output is at %v", r)
	}
}
