package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"memcity/city/exchange"
	opened "memcity/city/recording"
	"memcity/city/session"
	"memcity/city/state"
	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/window"
	"memcity/render"
	"memcity/render/action"
	"memcity/render/describe"
	"memcity/render/prefs"
	"memcity/render/recording"
	"memcity/render/ui/model"
	"memcity/trace"
	"memcity/trace/native"
	"memcity/trace/open"
	"memcity/trace/record/jvm"
	"memcity/trace/tracetest/jdk"
	"memcity/trace/tracetest/testrun"
)

// fakeRecorder records nothing, or the points of a test.
type fakeRecorder struct {
	mu       sync.Mutex
	programs []exchange.Program
	requests []exchange.RecordRequest
	err      error
	made     *fakeRecording
}

func (f *fakeRecorder) Folder() string { return "/home/shop" }

func (f *fakeRecorder) Programs(context.Context) ([]exchange.Program, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.programs, nil
}

func (f *fakeRecorder) Record(_ context.Context, req exchange.RecordRequest) (recording.Recording, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.requests = append(f.requests, req)
	if f.err != nil {
		return nil, f.err
	}
	return f.made, nil
}

// fakeRecording writes the heap states of a town into a native trace, one at a time.
type fakeRecording struct {
	t      *testing.T
	file   *os.File
	writer *native.Writer

	mu       sync.Mutex
	status   exchange.RecordStatus
	reported []string
}

func newFakeRecording(t *testing.T) *fakeRecording {
	t.Helper()
	path := filepath.Join(t.TempDir(), "town.mct")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	native.Claim(file)
	w, err := native.NewWriter(file, trace.WriterInfo{Program: "Town"})
	if err == nil {
		err = w.Flush()
	}
	if err != nil {
		t.Fatal(err)
	}
	return &fakeRecording{t: t, file: file, writer: w,
		status: exchange.RecordStatus{Program: "Town", PID: 7, File: path, Overhead: -1, Started: true}}
}

// grow adds a GC point.
func (f *fakeRecording) grow() {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := f.status.Points
	err := f.writer.State(native.PointInfo{Time: time.Duration(n+1) * time.Second}, townHeap(n))
	if err == nil {
		err = f.writer.Flush()
	}
	if err != nil {
		panic(err)
	}
	f.status.Points, f.status.Size, f.status.For = n+1, f.writer.Size(), time.Duration(n+1)*time.Second
}

func (f *fakeRecording) Status() exchange.RecordStatus {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.status
}

func (f *fakeRecording) note(what string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.reported = append(f.reported, what)
	return nil
}

func (f *fakeRecording) Point() error { return f.note("point") }

func (f *fakeRecording) Stop() error {
	f.mu.Lock()
	if !f.status.Ended {
		f.status.Ended = true
		if err := f.writer.Close(); err != nil {
			panic(err)
		}
	}
	f.mu.Unlock()
	return f.note("stop")
}

func (f *fakeRecording) End() error {
	_ = f.Stop()
	return f.note("end")
}

func (f *fakeRecording) was(what string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Contains(f.reported, what)
}

// withRecorder runs f with a window that uses a fake recorder, and polls for new points many times a second.
func withRecorder(t *testing.T, recorder *fakeRecorder, f func(w *screen)) {
	t.Helper()
	options := window.Options(&cli.Definitions{})
	options.Recorder, options.NoImages = recorder, true
	options.Start = func(notify func()) render.Worker {
		return testWorker{window.Worker{Session: session.New(notify, opened.Options{Every: 10 * time.Millisecond}),
			Definitions: &cli.Definitions{}}}
	}
	inNewWindow(t, options, func(w *screen) {
		w.DrawLate()
		f(w)
	})
}

// until lets real and virtual time pass until ok returns true.
func (w *screen) until(what string, ok func() bool) {
	w.t.Helper()
	for late := testrun.TooLate(w.t); ; time.Sleep(5 * time.Millisecond) {
		w.wait(100 * time.Millisecond)
		if ok() {
			return
		}
		select {
		case <-late:
			w.fatalf("no %s; messages: %q, problem: %s", what, w.App.Describe().Messages, w.problem())
		default:
		}
	}
}

func (w *screen) live() describe.DescribedLive {
	if l := w.App.Describe().Live; l != nil {
		return *l
	}
	return describe.DescribedLive{}
}

// startRecording records the listed program, and waits until its first GC point is visible.
func (w *screen) startRecording(made *fakeRecording) {
	w.key("R", action.Ctrl)
	w.until("list", func() bool { _, ok := w.find(model.RecordP, "button", "Town 7"); return ok })
	w.key("Down", 0)
	w.key("Enter", 0)
	w.until("recording", func() bool { return w.live().State == "waiting" })
	made.grow()
	w.until("city", func() bool { return w.App.City() != nil && w.live().Shown })
}

func townProgram() []exchange.Program {
	return []exchange.Program{{PID: 7, Name: "Town", Running: time.Minute}}
}

func TestRecordInTheWindow(t *testing.T) {
	made := newFakeRecording(t)
	recorder := &fakeRecorder{programs: townProgram(), made: made}
	withRecorder(t, recorder, func(w *screen) {
		w.startRecording(made)
		if req := recorder.requests[0]; req.PID != 7 || req.RecordOptions != exchange.DefaultRecordOptions() {
			t.Errorf("the request is %+v", req)
		}
		made.grow()
		made.grow()
		w.until("growth", func() bool { return w.state().Points == 3 })
		if s := w.state(); s.Point != 2 || !s.Follow {
			t.Errorf("it shows point %d and follows: %v", s.Point+1, s.Follow)
		}
		w.key("P", 0)
		_, person := w.target("Person")
		w.App.Do(state.Select{Key: person})
		made.grow()
		made.grow()
		w.until("growth", func() bool { return w.state().Points == 5 })
		if s := w.state(); s.Point != 1 || s.Arrived != 2 || s.Selection != person {
			t.Errorf("stepped back, it shows point %d, %d came, %q is selected", s.Point+1, s.Arrived, s.Selection)
		}
		if it, ok := w.find(model.LiveP, "button", "Follow"); !ok || it.Value != "2 new points" {
			t.Errorf("the bar shows %+v", it)
		}
		w.key("End", 0)
		if s := w.state(); s.Point != 4 || !s.Follow {
			t.Errorf("after End it shows point %d and follows: %v", s.Point+1, s.Follow)
		}
		w.clickItem(model.LiveP, "button", "Freeze")
		made.grow()
		w.until("point that waits", func() bool { return w.live().Waiting == 1 })
		if w.state().Points != 5 {
			t.Errorf("frozen, there are %d points", w.state().Points)
		}
		w.clickItem(model.LiveP, "button", "Thaw")
		w.until("thaw", func() bool { return w.state().Points == 6 })
		w.clickItem(model.LiveP, "button", "Point now")
		w.until("point", func() bool { return made.was("point") })
		w.clickItem(model.LiveP, "button", "Stop recording")
		w.until("end", func() bool { return w.live().State == "ended" })
		if d := w.App.Describe(); !slices.ContainsFunc(d.Messages,
			func(s string) bool { return strings.HasPrefix(s, "Recorded 6 GC points in ") }) {
			t.Errorf("at the end it shows %q", d.Messages)
		}
		w.clickItem(model.LiveP, "button", "Close")
		if w.App.Describe().Live != nil || w.App.City() == nil {
			t.Error("the bar stays, or the city does not")
		}
	})
}

// TestCloseWhileRecording: closing the window during a recording prompts once.
func TestCloseWhileRecording(t *testing.T) {
	made := newFakeRecording(t)
	withRecorder(t, &fakeRecorder{programs: townProgram(), made: made}, func(w *screen) {
		w.startRecording(made)
		w.Send(render.Close{})
		w.flush()
		if w.App.Closing() || w.App.Panels().Rect(model.ClosingP).Empty() {
			t.Fatal("it does not prompt")
		}
		w.key("Escape", 0)
		if w.App.Closing() || !w.App.Panels().Rect(model.ClosingP).Empty() || made.was("stop") {
			t.Error("Esc does not take it back")
		}
		w.key("Q", action.Ctrl)
		w.key("Enter", 0)
		if !w.App.Closing() {
			t.Error("Enter does not close the window")
		}
	})
	if !made.was("end") {
		t.Error("the recording goes on without the window")
	}
	// A program started by the window ends with it, even after its recording.
	made = newFakeRecording(t)
	withRecorder(t, &fakeRecorder{programs: townProgram(), made: made}, func(w *screen) {
		w.startRecording(made)
		w.clickItem(model.LiveP, "button", "Stop recording")
		w.until("end", func() bool { return w.live().State == "ended" })
		w.Send(render.Close{})
		w.flush()
		if _, ok := w.find(model.ClosingP, "button", "End program and close"); w.App.Closing() || !ok {
			t.Error("it does not prompt")
		}
		made.mu.Lock()
		made.status.Exited = true
		made.mu.Unlock()
		w.until("end of the question", func() bool { return w.App.Panels().Rect(model.ClosingP).Empty() })
		w.Send(render.Close{})
		w.flush()
		if !w.App.Closing() {
			t.Error("it prompts though nothing runs")
		}
	})
	if !made.was("end") {
		t.Error("the recording goes on without the window")
	}
}

func TestRecordFaultOffersDumps(t *testing.T) {
	recorder := &fakeRecorder{programs: townProgram(), err: &exchange.RecordFault{Text: "the agent cannot be built", Dumps: true},
		made: newFakeRecording(t)}
	withRecorder(t, recorder, func(w *screen) {
		w.key("R", action.Ctrl)
		w.until("list", func() bool { _, ok := w.find(model.RecordP, "button", "Town 7"); return ok })
		w.key("Down", 0)
		w.key("Enter", 0)
		w.until("fault", func() bool { _, ok := w.find(model.RecordP, "text", "the agent cannot be built"); return ok })
		recorder.mu.Lock()
		recorder.err = nil
		recorder.mu.Unlock()
		w.clickItem(model.RecordP, "button", "Record heap dumps instead")
		w.until("recording", func() bool { return w.live().State == "waiting" })
		if req := recorder.requests[1]; req.Mode != exchange.RecordDumps || req.PID != 7 {
			t.Errorf("the second request is %+v", req)
		}
	})
}

func TestRecordCommandLine(t *testing.T) {
	made := newFakeRecording(t)
	recorder := &fakeRecorder{made: made}
	withRecorder(t, recorder, func(w *screen) {
		w.resize(1280, 1000, 1)
		w.clickItem(model.Start, "button", "Record…")
		w.until("empty list", func() bool { _, ok := w.find(model.RecordP, "button", "Enter a command line"); return ok })
		w.clickItem(model.RecordP, "button", "Enter a command line")
		w.Send(render.Text{Text: "java -cp 'my classes' Town"})
		w.flush()
		w.key("Enter", 0)
		w.until("recording", func() bool { return w.live().State == "waiting" })
		if got, want := recorder.requests[0].Command, []string{"java", "-cp", "my classes", "Town"}; !slices.Equal(got, want) {
			t.Errorf("it starts %q, want %q", got, want)
		}
		made.mu.Lock()
		made.status.Ended, made.status.Exited, made.status.Exit, made.status.Output = true, true, 3, []string{"no such class"}
		made.mu.Unlock()
		w.until("end", func() bool { return strings.Contains(w.texts(model.WaitP), "ended with status 3") })
		if shown := w.texts(model.WaitP); !strings.Contains(shown, "no such class") {
			t.Errorf("where nothing was recorded it says\n%s", shown)
		}
		w.clickItem(model.WaitP, "button", "Record again…")
		w.until("dialog", func() bool { _, ok := w.find(model.RecordP, "button", "java -cp 'my classes' Town"); return ok })
	})
}

// TestRuleThatStops: a broken rule is reported, carries out its action, and links to its result.
func TestRuleThatStops(t *testing.T) {
	made := newFakeRecording(t)
	withRecorder(t, &fakeRecorder{programs: townProgram(), made: made}, func(w *screen) {
		w.startRecording(made)
		_, person := w.target("Person")
		w.App.Do(state.Select{Key: person})
		w.resize(1280, 1000, 1)
		w.key("L", action.Ctrl)
		w.clickItem(model.RulesP, "field", "Group")
		w.key("A", action.Ctrl)
		w.Send(render.Text{Text: "app.model.Order"})
		w.flush()
		w.clickItem(model.RulesP, "field", "Limit")
		w.key("A", action.Ctrl)
		w.Send(render.Text{Text: "500"})
		w.flush()
		w.clickItem(model.RulesP, "choice", "Then: Stop")
		w.clickItem(model.RulesP, "button", "Add this rule")
		w.until("rule", func() bool { return len(w.live().Rules) == 1 })
		for range 3 { // 0, 288, 576
			made.grow()
		}
		w.until("stop", func() bool { return made.was("stop") })
		if fired := w.live().Fired; len(fired) != 1 || !strings.Contains(fired[0], "576 bytes") {
			t.Errorf("what fired is %q", fired)
		}
		w.until("end", func() bool { return w.live().State == "ended" })
		w.clickItem(model.RulesP, "button", "Show")
		if s := w.state(); !strings.HasSuffix(s.Selection, "Order") || s.Point != 2 {
			t.Errorf("it shows %q at point %d", s.Selection, s.Point+1)
		}
	})
}

// TestSaveWhileRecording: the recording so far can be saved under another name without disturbing the growing file.
func TestSaveWhileRecording(t *testing.T) {
	made := newFakeRecording(t)
	to := filepath.Join(t.TempDir(), "kept.mct")
	recorder := &fakeRecorder{programs: townProgram(), made: made}
	options := window.Options(&cli.Definitions{})
	options.Recorder, options.NoImages = recorder, true
	reply := to
	options.Files.Save = func(context.Context, string, string) (string, error) { return reply, nil }
	inNewWindow(t, options, func(w *screen) {
		w.DrawLate()
		w.startRecording(made)
		w.clickItem(model.LiveP, "button", "Save as…")
		w.until("file", func() bool { return slices.Contains(w.App.Describe().Messages, "Saved "+to) })
		reply = made.status.File
		w.clickItem(model.LiveP, "button", "Save as…")
		w.until("refusal", func() bool {
			return slices.ContainsFunc(w.App.Describe().Messages,
				func(s string) bool { return strings.HasSuffix(s, "this is the file that is being written") })
		})
		made.grow()
	})
	r, err := open.Paths(t.Context(), []string{to}, nil)
	if err != nil || len(r.Points) != 1 {
		t.Errorf("what was kept: %v, %v", r, err)
	}
	if r, err := open.Paths(t.Context(), []string{made.status.File}, nil); err != nil || len(r.Points) != 2 {
		t.Errorf("what was recorded: %v, %v", r, err)
	}
}

// TestOtherRecordingMeanwhile: opening another recording does not end the current recording.
func TestOtherRecordingMeanwhile(t *testing.T) {
	made := newFakeRecording(t)
	withRecorder(t, &fakeRecorder{programs: townProgram(), made: made}, func(w *screen) {
		w.startRecording(made)
		w.open("test:town")
		if l := w.live(); l.State != "live" || l.Shown {
			t.Fatalf("the bar shows %+v", l)
		}
		w.key("R", action.Ctrl)
		if !w.App.Panels().Rect(model.RecordP).Empty() {
			t.Error("a second recording can be begun")
		}
		made.grow()
		w.clickItem(model.LiveP, "button", "Show")
		w.until("the recording", func() bool { return w.live().Shown && w.state().Points == 2 })
	})
}

// TestRecordJava records a program on a Java virtual machine by the dialog, and watches its city grow.
func TestRecordJava(t *testing.T) {
	java, classes := javaProgram(t)
	options := window.Options(&cli.Definitions{})
	options.Recorder, options.NoImages = window.Recorder{}, true
	t.Chdir(t.TempDir())
	inNewWindow(t, options, func(w *screen) {
		w.DrawLate()
		w.resize(1280, 1100, 1)
		w.key("R", action.Ctrl)
		w.clickItem(model.RecordP, "choice", "Way: Command line")
		w.Send(render.Text{Text: fmt.Sprintf("'%s' -Xmx64m -cp '%s' Shelf", java, classes)})
		w.flush()
		w.clickItem(model.RecordP, "button", "Recording options")
		w.clickItem(model.RecordP, "choice", "Mode: Counts, no agent")
		for range 3 {
			w.clickItem(model.RecordP, "button", "Shorter minimum time")
		}
		w.clickItem(model.RecordP, "button", "Start and record")
		w.until("three GC points", func() bool { return w.App.City() != nil && w.state().Points >= 3 })
		series := w.App.City().Plan.Series
		for i := range series.Nodes {
			if node := int32(i); series.Name(node) == "Shelf$Book" {
				if first, last := series.Objects(0, node), series.Objects(series.Len()-1, node); last <= first {
					t.Errorf("there were %d books and are %d", first, last)
				}
			}
		}
		w.clickItem(model.LiveP, "button", "Stop recording")
		w.until("end", func() bool { return w.live().State == "ended" })
		if l := w.live(); l.Program != "Shelf" || !slices.Contains(l.Output, "the shelf is there") {
			t.Errorf("the bar shows %+v", l)
		}
	})
	if found, err := jvm.List(t.Context()); err != nil || slices.ContainsFunc(found, func(p jvm.Process) bool { return p.Name == "Shelf" }) {
		t.Errorf("the program goes on without the window: %+v, %v", found, err)
	}
}

const shelf = `import java.util.*;
public class Shelf {
  static class Book { byte[] pages = new byte[16]; }
  public static void main(String[] a) throws Exception {
    List<Book> books = new ArrayList<>();
    System.out.println("the shelf is there");
    for (int i = 0; i < 6000; i++) {
      for (int k = 0; k < 200; k++) books.add(new Book());
      if (books.size() > 100000) books.clear();
      Thread.sleep(20);
    }
  }
}`

// javaProgram compiles a program that runs for two minutes.
func javaProgram(t *testing.T) (java, classes string) {
	t.Helper()
	home := jdk.Homes(t)[0]
	return jdk.Tool(home, "java"), jdk.Compile(t, home, "Shelf", shelf)
}

// TestRulesComeBack: the rules of a program also apply to its next recording.
func TestRulesComeBack(t *testing.T) {
	store, _ := prefs.Open(t.TempDir())
	for run := range 2 {
		made := newFakeRecording(t)
		options := window.Options(&cli.Definitions{})
		options.Recorder, options.NoImages, options.Memory = &fakeRecorder{programs: townProgram(), made: made}, true, store
		inNewWindow(t, options, func(w *screen) {
			w.DrawLate()
			w.startRecording(made)
			if run == 0 {
				w.key("L", action.Ctrl)
				w.clickItem(model.RulesP, "choice", "When: Heap grows")
				w.clickItem(model.RulesP, "button", "Add this rule")
			}
			w.until("rule", func() bool { return slices.Equal(w.live().Rules, []string{"leak window found then notify"}) })
		})
	}
}
