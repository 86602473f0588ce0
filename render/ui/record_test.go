package ui

import (
	"fmt"
	"image"
	"strings"
	"testing"
	"time"

	"memcity/city"
)

func TestRecordRunningProgram(t *testing.T) {
	k := newTest(t, recordModel(), screen, 1)
	if it, ok := focusedItem(k); !ok || it.Text != "Find a program" {
		t.Fatalf("the focus is on %+v", it)
	}
	choices := k.model.Record.RecordChoices
	k.take(Key{Name: KeyReturn})
	wanted(t, k, StartRecord{Choices: choices, PID: 4711})
	k.take(Key{Name: KeyDown})
	k.take(Key{Name: KeyDown}) // the others cannot be recorded
	k.take(Key{Name: KeyReturn})
	wanted(t, k, StartRecord{Choices: choices, PID: 812})
	k.take(typed("shop main"))
	k.take(Key{Name: KeyReturn})
	wanted(t, k, StartRecord{Choices: choices, PID: 4711})
	k.take(typed("xyz"))
	find(t, k, RecordP, "text", "No running program has this name or number")
	if it := find(t, k, RecordP, "button", "Record"); !it.Off {
		t.Error("nothing can be recorded")
	}
	k.take(Key{Name: KeyReturn})
	wanted(t, k)
	k.take(Key{Name: KeyEscape})
	wanted(t, k, ToggleRecord)
}

// A press chooses a program, a second one records it; what cannot be recorded says why.
func TestRecordByMouse(t *testing.T) {
	k := newTest(t, recordModel(), screen, 1)
	choices := k.model.Record.RecordChoices
	row := find(t, k, RecordP, "button", "shop-worker.jar 812")
	click(k, row)
	wanted(t, k)
	if it := find(t, k, RecordP, "button", "shop-worker.jar 812"); it.Value != "chosen" {
		t.Errorf("after a press it is %q", it.Value)
	}
	click(k, find(t, k, RecordP, "button", "Record"))
	wanted(t, k, StartRecord{Choices: choices, PID: 812})
	click(k, row)
	click(k, row)
	wanted(t, k, StartRecord{Choices: choices, PID: 812})
	off := find(t, k, RecordP, "button", "locked.jar 5120")
	if !off.Off || off.Value == "" {
		t.Errorf("what cannot be recorded is %+v", off)
	}
	find(t, k, RecordP, "text", "it belongs to another user (cassandra)")
}

// A chosen program stays chosen when the list is read again, and is given up when it ends.
func TestChosenProgramStays(t *testing.T) {
	k := newTest(t, recordModel(), screen, 1)
	click(k, find(t, k, RecordP, "button", "shop-worker.jar 812"))
	m := recordModel()
	m.Record.Programs = append([]city.Program{{PID: 3, Name: "new.jar"}}, m.Record.Programs...)
	k.show(&shown{m, screen, 1})
	k.layout()
	if it := find(t, k, RecordP, "button", "shop-worker.jar 812"); it.Value != "chosen" {
		t.Errorf("in another list it is %q", it.Value)
	}
	m.Record = &Record{Programs: samplePrograms[:1], Listed: true}
	k.show(&shown{m, screen, 1})
	k.layout()
	if it := find(t, k, RecordP, "button", "com.example.shop.Main 4711"); it.Value != "chosen" {
		t.Errorf("after the chosen one has ended the first is %q", it.Value)
	}
}

func TestNoProgramsRun(t *testing.T) {
	m := recordModel()
	m.Record.Programs = nil
	k := newTest(t, m, screen, 1)
	find(t, k, RecordP, "text", "No Java program of yours is running")
	click(k, find(t, k, RecordP, "button", "Give a command line"))
	to := k.model.Record.RecordChoices
	to.Way = RecordCommand
	wanted(t, k, SetRecord{to})
	m.Record.Listed = false
	find(t, newTest(t, m, screen, 1), RecordP, "text", "Looking for programs that run…")
	m.Record.Unlisted = "Programs that run cannot be listed: permission denied"
	find(t, newTest(t, m, screen, 1), RecordP, "text", m.Record.Unlisted)
}

func TestRecordCommand(t *testing.T) {
	m := recordModel()
	m.Record.Way = RecordCommand
	k := newTest(t, m, screen, 1)
	if it, ok := focusedItem(k); !ok || it.Text != "Command line" {
		t.Fatalf("the focus is on %+v", it)
	}
	k.take(typed("java 'x"))
	find(t, k, RecordP, "text", "Command line: a ' is not closed")
	k.take(Key{Name: KeyEnd})
	k.take(typed("'"))
	taken(k)
	k.take(Key{Name: KeyReturn})
	to := m.Record.RecordChoices
	to.Command = "java 'x'"
	wanted(t, k, StartRecord{Choices: to})
	click(k, find(t, k, RecordP, "button", "java -jar shop.jar --port 8080"))
	to.Command, to.Folder = "java -jar shop.jar --port 8080", "/home/me/shop"
	wanted(t, k, SetRecord{to})
	if line, folder := find(t, k, RecordP, "field", "Command line"), find(t, k, RecordP, "field", "Folder"); line.Value != to.Command || folder.Value != to.Folder {
		t.Errorf("the fields show %q and %q", line.Value, folder.Value)
	}
	k.take(Key{Name: KeyReturn})
	wanted(t, k, StartRecord{Choices: to})
}

// What was typed last time is there when the dialog opens.
func TestCommandIsThere(t *testing.T) {
	m := recordModel()
	m.Record.Way, m.Record.Command = RecordCommand, "java -jar shop.jar"
	k := newTest(t, m, screen, 1)
	if it := find(t, k, RecordP, "field", "Command line"); it.Value != m.Record.Command {
		t.Errorf("the field shows %q", it.Value)
	}
}

func TestRecordAddress(t *testing.T) {
	m := recordModel()
	m.Record.Way = RecordAddress
	k := newTest(t, m, screen, 1)
	k.take(typed("localhost"))
	find(t, k, RecordP, "text", "An address begins with ws:// or wss://, as ws://localhost:8887.")
	k.take(Key{Name: KeyReturn})
	k.take(Key{Name: "A", Modifiers: Ctrl})
	k.take(typed("ws://localhost:8887"))
	taken(k)
	k.take(Key{Name: KeyReturn})
	wanted(t, k, OpenAddress{"ws://localhost:8887"})
}

func TestRecordOptions(t *testing.T) {
	k := newTest(t, recordModel(), image.Pt(1280, 1200), 1)
	find(t, k, RecordP, "text", "Sampled, call chains of 16, up to 5 % of the time, GC points at least 0.5 s apart")
	click(k, find(t, k, RecordP, "button", "How it is recorded"))
	to := k.model.Record.RecordChoices
	for _, step := range []struct {
		kind, name string
		change     func(o *city.RecordOptions)
	}{
		{"choice", "Mode: Exact", func(o *city.RecordOptions) { o.Mode = city.RecordExact }},
		{"button", "Call chain, less", func(o *city.RecordOptions) { o.Depth = 15 }},
		{"button", "Budget, more", func(o *city.RecordOptions) { o.Budget = 6 }},
		{"button", "Distance, more", func(o *city.RecordOptions) { o.Every = time.Second }},
		{"choice", "Mode: Counts only", func(o *city.RecordOptions) { o.Mode = city.RecordCounts }},
	} {
		click(k, find(t, k, RecordP, step.kind, step.name))
		step.change(&to.Options)
		wanted(t, k, SetRecord{to})
	}
	if it := find(t, k, RecordP, "button", "Call chain, less"); !it.Off {
		t.Error("counts have call chains")
	}
	click(k, find(t, k, RecordP, "button", "Choose…"))
	wanted(t, k, ChooseRecordFile)
	click(k, find(t, k, RecordP, "field", "File"))
	k.take(typed("x.mct"))
	to.Options.Out = "x.mct"
	wanted(t, k, SetRecord{to})
	for mode, want := range map[city.RecordMode]string{
		city.RecordCounts: "Counts only, up to 6 % of the time, GC points at least 1 s apart",
		city.RecordDumps:  "Dumps without an agent, up to 6 % of the time, GC points at least 1 s apart",
	} {
		to.Options.Mode = mode
		if got := recordOptionsText(to.Options); got != want {
			t.Errorf("%v: %q", mode, got)
		}
	}
}

func TestRecordFault(t *testing.T) {
	m := recordModel()
	m.Record.Fault = &city.RecordFault{Text: "the agent cannot be built: no C compiler was found", Dumps: true}
	k := newTest(t, m, screen, 1)
	find(t, k, RecordP, "text", m.Record.Fault.Text)
	click(k, find(t, k, RecordP, "button", "Record by heap dumps instead"))
	to := m.Record.RecordChoices
	to.Options.Mode, to.Options.Every = city.RecordDumps, 10*time.Second
	wanted(t, k, SetRecord{to}, StartRecord{Choices: to, PID: 4711})
}

func TestRecordStarting(t *testing.T) {
	m := recordModel()
	m.Record.Starting = "Attaching to shop…"
	k := newTest(t, m, screen, 1)
	find(t, k, RecordP, "text", "Attaching to shop…")
	k.take(Key{Name: KeyReturn})
	wanted(t, k)
	click(k, find(t, k, RecordP, "button", "Cancel"))
	wanted(t, k, CancelRecord)
}

// The dialogs can be used in the smallest window: their buttons are seen, the rest can be scrolled to.
func TestRecordDialogsInTheSmallestWindow(t *testing.T) {
	size := image.Pt(320, 240)
	closing, rules := liveModel(), ruledModel()
	closing.Closing = true
	for _, c := range []struct {
		m      Model
		panel  ID
		button string
	}{{recordModel(), RecordP, "Record"}, {recordModel(), RecordP, "Close"}, {closing, ClosingP, "Stop and close"}, {closing, ClosingP, "Stay"},
		{rules, RulesP, "Close"}, {waitingModel(), LiveP, "Stop recording"}, {liveModel(), LiveP, "Stop recording"}} {
		for _, scale := range []float64{1, 2} {
			k := newTest(t, c.m, size.Mul(int(scale)), scale)
			it := find(t, k, c.panel, "button", c.button)
			if it.Rect.Dy() < int(20*scale) || !it.Rect.In(image.Rectangle{Max: k.size}) {
				t.Errorf("at %v: %s is at %v", scale, c.button, it.Rect)
			}
		}
	}
}

// Panels of a recording cover none of the others, and the room that the window counts on is what they leave.
func TestLiveBarLeavesTheRest(t *testing.T) {
	for _, size := range []image.Point{{1280, 720}, {1920, 1080}, {640, 480}, {900, 600}} {
		for _, scale := range []float64{1, 1.5, 2} {
			m := liveModel()
			k := newTest(t, m, size, scale)
			live := k.rects[LiveP]
			if live.Empty() {
				t.Fatalf("%v at %v: there is no bar", size, scale)
			}
			for id, r := range k.rects {
				if id != LiveP && r.Overlaps(live) {
					t.Errorf("%v at %v: %s at %v covers the bar at %v", size, scale, id, r, live)
				}
			}
			if free := Free(size, scale, true); free.Min.Y != live.Max.Y {
				t.Errorf("%v at %v: %v is free below the bar at %v", size, scale, free, live)
			}
		}
	}
}

func TestLiveBar(t *testing.T) {
	k := newTest(t, liveModel(), screen, 1)
	for _, text := range []string{"live", "com.example.shop.Main", "1 min 23 s", "23 GC points", "345,678 objects", "12.3 MB", "3.4 % overhead"} {
		find(t, k, LiveP, "text", text)
	}
	for _, c := range []struct {
		button string
		want   Event
	}{{"Point now", PointNow}, {"Stop recording", StopRecording}, {"Save as…", SaveLive}, {"Output", ToggleOutput}, {"Tell me when…", ToggleRules},
		{"Freeze", Do{city.Freeze{On: true}}}} {
		click(k, find(t, k, LiveP, "button", c.button))
		wanted(t, k, c.want)
	}
	if it := find(t, k, LiveP, "button", "Thaw"); it.Value != "frozen" {
		t.Errorf("frozen, it is %q", it.Value)
	}
	find(t, k, LiveP, "text", "frozen")
}

func TestFollowing(t *testing.T) {
	m := liveModel()
	k := newTest(t, m, screen, 1)
	if it := find(t, k, LiveP, "button", "Follow"); it.Value != "on" {
		t.Errorf("at the end it is %q", it.Value)
	}
	m.State = city.Step(m.State, city.Move{By: -3})
	m.State = city.Step(m.State, city.Extend{Points: 26})
	k.show(&shown{m, screen, 1})
	k.layout()
	follow := find(t, k, LiveP, "button", "Follow")
	if follow.Value != "3 new points" {
		t.Errorf("three points later it is %q", follow.Value)
	}
	click(k, follow)
	wanted(t, k, Do{city.Follow{On: true}})
	if !k.model.State.Follow {
		t.Error("it does not follow")
	}
}

func TestLiveThatIsNotShown(t *testing.T) {
	m := liveModel()
	m.Live.Shown = false
	k := newTest(t, m, screen, 1)
	click(k, find(t, k, LiveP, "button", "Show"))
	wanted(t, k, ShowLive)
	for _, it := range k.seen() {
		if it.Panel == LiveP && (it.Text == "Freeze" || it.Text == "Follow") {
			t.Errorf("%s is offered for another city", it.Text)
		}
	}
}

func TestWaiting(t *testing.T) {
	k := newTest(t, waitingModel(), screen, 1)
	if !k.rects[Start].Empty() {
		t.Error("the start screen is shown as well")
	}
	find(t, k, LiveP, "text", "waiting")
	click(k, find(t, k, WaitP, "button", "Point now"))
	click(k, find(t, k, WaitP, "button", "Stop recording"))
	wanted(t, k, PointNow, StopRecording)
}

func TestNothingWasRecorded(t *testing.T) {
	m := waitingModel()
	m.Live.Status.Ended, m.Live.Status.Exited, m.Live.Status.Exit = true, true, 3
	k := newTest(t, m, screen, 1)
	var words []string
	for _, it := range k.seen() {
		if it.Panel == WaitP {
			words = append(words, it.Text)
		}
	}
	if all := strings.Join(words, " "); !strings.Contains(all, "ended with status 3 before its heap could be looked at") || !strings.Contains(all, "customer 2") {
		t.Errorf("it says %q", all)
	}
	click(k, find(t, k, WaitP, "button", "Record again…"))
	click(k, find(t, k, WaitP, "button", "Close"))
	wanted(t, k, DismissLive, ToggleRecord, DismissLive)
	m.Live.Status.Err = fmt.Errorf("no space left on the disk")
	k = newTest(t, m, screen, 1)
	find(t, k, WaitP, "text", "No space left on the disk")
	find(t, k, LiveP, "text", "broken off")
}

func TestEnded(t *testing.T) {
	m := liveModel()
	m.Live.Status.Ended, m.Live.Status.Exited, m.Live.OutputOpen = true, true, true
	k := newTest(t, m, screen, 1)
	find(t, k, LiveP, "text", "ended")
	find(t, k, LiveP, "text", "ended as it should")
	find(t, k, OutputP, "text", "customer 2")
	click(k, find(t, k, LiveP, "button", "Close"))
	click(k, find(t, k, OutputP, "button", "Close"))
	wanted(t, k, DismissLive, ToggleOutput)
	for _, it := range k.seen() {
		if it.Panel == LiveP && (it.Text == "Stop recording" || it.Text == "Freeze") {
			t.Errorf("%s is offered at the end", it.Text)
		}
	}
}

func TestTooFewPoints(t *testing.T) {
	for points, told := range map[int]bool{0: false, 1: true, 2: true, 3: false} {
		m := liveModel()
		m.Live.Status.Points, m.Live.Status.Ended = points, true
		shown := false
		for _, it := range newTest(t, m, screen, 1).seen() {
			shown = shown || it.Panel == LiveP && it.Text == "too few GC points to tell what grows"
		}
		if shown != told {
			t.Errorf("%d GC points: that they are too few is told: %v, want %v", points, shown, told)
		}
	}
}

func TestClosingWhileRecording(t *testing.T) {
	m := liveModel()
	m.Closing = true
	k := newTest(t, m, screen, 1)
	k.take(Key{Name: KeyReturn})
	k.take(Key{Name: KeyEscape})
	wanted(t, k, CloseAnyway, StayOpen)
	click(k, find(t, k, ClosingP, "button", "Stay"))
	wanted(t, k, StayOpen)
}

func TestRules(t *testing.T) {
	m := ruledModel()
	k := newTest(t, m, image.Pt(1280, 900), 1)
	find(t, k, RulesP, "text", "java.util.HashMap$Node has more than 10,000 objects")
	for _, c := range []struct {
		button string
		want   Event
	}{{"Show", ShowFired{0}}, {"Watch again", ArmRule{0}}, {"Remove java.util.HashMap$Node has more than 10,000 objects", RemoveRule{0}}} {
		click(k, find(t, k, RulesP, "button", c.button))
		wanted(t, k, c.want)
	}
	// The rule that may be added begins with what is selected, and one and a half times as much.
	if it := find(t, k, RulesP, "field", "Limit"); it.Value != "20,000" {
		t.Errorf("the limit is %q", it.Value)
	}
	click(k, find(t, k, RulesP, "button", "Add this rule"))
	rule := city.Rule{Group: "Heap#java.util#LinkedList$Node", By: "package,type", Limit: 20_000}
	wanted(t, k, AddRule{rule})
	click(k, find(t, k, RulesP, "field", "Limit"))
	k.take(Key{Name: "A", Modifiers: Ctrl})
	k.take(typed("many"))
	find(t, k, RulesP, "text", "The limit is no number such as 10,000 or 5 MB.")
	k.take(Key{Name: KeyReturn})
	wanted(t, k)
	click(k, find(t, k, RulesP, "choice", "Of: Bytes"))
	click(k, find(t, k, RulesP, "choice", "Then: Stop"))
	click(k, find(t, k, RulesP, "field", "Limit"))
	k.take(Key{Name: "A", Modifiers: Ctrl})
	k.take(typed("2.5 MB"))
	k.take(Key{Name: KeyReturn})
	rule.Metric, rule.Limit, rule.Outcome = city.Bytes, 2_500_000, city.StopRecording
	wanted(t, k, AddRule{rule})
	click(k, find(t, k, RulesP, "choice", "When: Leak"))
	click(k, find(t, k, RulesP, "button", "Add this rule"))
	wanted(t, k, AddRule{city.Rule{Kind: city.LeakFound, Outcome: city.StopRecording}})
	k.take(Key{Name: KeyEscape})
}

// The inspector offers a rule for what is selected while something grows.
func TestRuleFromTheInspector(t *testing.T) {
	k := newTest(t, liveModel(), screen, 1)
	click(k, find(t, k, Inspector, "button", "Tell me when…"))
	wanted(t, k, ToggleRules)
	for _, it := range newTest(t, sample(), screen, 1).seen() {
		if it.Text == "Tell me when…" {
			t.Errorf("it is offered where nothing grows: %+v", it)
		}
	}
}

func TestStartScreenRecords(t *testing.T) {
	m := startModel()
	m.CanRecord = true
	k := newTest(t, m, image.Pt(1280, 1000), 1)
	click(k, find(t, k, Start, "button", "Record…"))
	wanted(t, k, ToggleRecord)
	click(k, find(t, k, Start, "field", "Path or address"))
	k.take(typed(" ws://localhost:8887 "))
	k.take(Key{Name: KeyReturn})
	wanted(t, k, OpenAddress{"ws://localhost:8887"})
	click(k, find(t, k, Bar, "button", "Open"))
	click(k, find(t, k, Menu, "button", "Record a program…"))
	click(k, find(t, k, Bar, "button", "Open"))
	click(k, find(t, k, Menu, "button", "Open files…"))
	wanted(t, k, ToggleRecord, OpenFile)
}

func TestParseAmount(t *testing.T) {
	for text, want := range map[string]float64{"0": 0, "10,000": 10_000, " 5 MB ": 5e6, "1.2k": 1200, "2 G": 2e9, "300 B": 300, "20 %": 20, "7kb": 7000} {
		if strings.HasSuffix(text, "kb") {
			if _, ok := parseAmount(text); ok {
				t.Errorf("%q is read", text)
			}
			continue
		}
		if got, ok := parseAmount(text); !ok || got != want {
			t.Errorf("%q: %v, %v; want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "x", "-5", "NaN", "Inf", "5 MM", "5 XB", "1e999"} {
		if got, ok := parseAmount(text); ok {
			t.Errorf("%q is read as %v", text, got)
		}
	}
	for _, n := range []int64{1, 999, 12_345, 7_000_000} {
		if got, ok := parseAmount(Count(n)); !ok || int64(got) != n {
			t.Errorf("%d is written %s and read %v", n, Count(n), got)
		}
	}
}

// Texts that a recorded program wrote cannot do anything to the panels.
func TestHostileOutput(t *testing.T) {
	m := liveModel()
	m.Live.OutputOpen = true
	m.Live.Status.Program = strings.Repeat("x.", 5000)
	m.Live.Status.Output = []string{strings.Repeat("y", 100_000), "\x00\x1b[31m\t\n\r", "", "שלום"}
	m.Live.Status.Told = []string{strings.Repeat("z ", 50_000)}
	k := newTest(t, m, screen, 1)
	for key := range k.faces.lines {
		if len(key.text) > 5000 {
			t.Errorf("a text of %d bytes is shaped", len(key.text))
		}
	}
	if r := k.rects[OutputP]; r.Empty() || !r.In(image.Rectangle{Max: screen}) {
		t.Errorf("the output is at %v", r)
	}
}
