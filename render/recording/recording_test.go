package recording

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/city/exchange"
	"memcity/render/jobs"
	"memcity/render/memory"
	"memcity/render/ui/model"
)

// recorder is a fake Recorder and the Recording that it returns.
type recorder struct {
	status exchange.RecordStatus
	fails  error
	calls  []string
}

func (r *recorder) Programs(context.Context) ([]exchange.Program, error) {
	r.calls = append(r.calls, "programs")
	return []exchange.Program{{PID: 7, Name: "shop"}}, r.fails
}

func (r *recorder) Folder() string { return "/recordings" }

func (r *recorder) Record(_ context.Context, req exchange.RecordRequest) (Recording, error) {
	r.calls = append(r.calls, "record "+strings.Join(req.Command, " "))
	if r.fails != nil {
		return nil, r.fails
	}
	return r, nil
}

func (r *recorder) Status() exchange.RecordStatus { return r.status }
func (r *recorder) Point() error                  { r.calls = append(r.calls, "point"); return r.fails }
func (r *recorder) Stop() error                   { r.calls = append(r.calls, "stop"); return r.fails }
func (r *recorder) End() error                    { r.calls = append(r.calls, "end"); return nil }

// window is a host that records what happens to it.
type window struct {
	*Controller
	jobs   *jobs.Jobs
	woken  chan struct{}
	opened []string
	toasts []string
}

func newWindow(t *testing.T, r Recorder, saveAs string) *window {
	w := &window{woken: make(chan struct{}, 100)}
	wake := func() { w.woken <- struct{}{} }
	w.jobs = jobs.New(wake)
	host := Host{
		Recorder: r, Jobs: w.jobs, Memory: memory.New(nil, wake), Wake: wake,
		Open:    func(paths ...string) { w.opened = append(w.opened, paths...) },
		Toast:   func(text string) { w.toasts = append(w.toasts, text) },
		Refresh: func() {}, Reframe: func() {}, Thaw: func() {}, Blur: func() {},
	}
	if saveAs != "" {
		host.SaveFile = func(context.Context, string, string) (string, error) { return saveAs, nil }
	}
	w.Controller = New(host)
	t.Cleanup(func() {
		w.Close()
		w.jobs.Close()
	})
	return w
}

// finish waits for all jobs and applies their results.
func (w *window) finish() {
	for w.jobs.Pending() {
		<-w.woken
		results, messages := w.jobs.Take()
		for _, f := range results {
			f()
		}
		w.toasts = append(w.toasts, messages...)
	}
}

// start records a program.
func (w *window) start(t *testing.T) {
	t.Helper()
	w.Toggle()
	w.Start(model.StartRecord{Choices: model.RecordChoices{Way: model.RecordCommand, Command: "java -jar shop.jar"}})
	if d := w.Dialog(); d == nil || d.Starting != "Starting java…" {
		t.Fatalf("while it starts the dialog is %+v", d)
	}
	w.finish()
}

func TestNoRecorder(t *testing.T) {
	w := newWindow(t, nil, "")
	if w.Toggle(); w.Dialog() != nil || len(w.toasts) != 1 {
		t.Errorf("the dialog is %+v, the messages are %q", w.Dialog(), w.toasts)
	}
}

// Programs are listed repeatedly while the dialog shows them.
func TestListsPrograms(t *testing.T) {
	r := &recorder{}
	w := newWindow(t, r, "")
	w.Tend(time.Hour)
	if _, ok := w.Wake(); ok {
		t.Error("time changes something while the dialog is closed")
	}
	w.Toggle()
	for i, at := range []time.Duration{time.Second, time.Second + listEvery - 1, time.Second + listEvery} {
		w.Tend(at)
		w.finish()
		want := []int{1, 1, 2}[i]
		if n := len(r.calls); n != want {
			t.Errorf("at %v programs were listed %d times, want %d", at, n, want)
		}
	}
	if d := w.Dialog(); !d.Listed || len(d.Programs) != 1 || d.Unlisted != "" || d.OutFolder != "/recordings" || !d.NoSave {
		t.Errorf("the dialog is %+v", d)
	}
	r.fails = errors.New("no permission")
	w.Tend(time.Hour)
	w.finish()
	if d := w.Dialog(); !strings.HasSuffix(d.Unlisted, "no permission") {
		t.Errorf("unlisted: %q", d.Unlisted)
	}
	w.Toggle()
	if w.Dialog() != nil {
		t.Error("the dialog stays open")
	}
}

// The file is opened once, with the first GC point. The end is reported.
func TestRecords(t *testing.T) {
	r := &recorder{status: exchange.RecordStatus{File: "/shop.mct", Started: true}}
	w := newWindow(t, r, "")
	w.start(t)
	shown := &Shown{Current: true}
	if w.Dialog() != nil || !w.IsRecording() || w.Bar(shown) == nil || !slices.Equal(r.calls, []string{"record java -jar shop.jar"}) {
		t.Fatalf("after %q the bar is %+v", r.calls, w.Bar(shown))
	}
	w.Tend(time.Second)
	r.status.Points = 3
	if w.Tend(time.Second + statusEvery - 1); len(w.opened) > 0 {
		t.Error("it looks too soon")
	}
	w.Tend(time.Second + statusEvery)
	w.Tend(time.Second + 2*statusEvery)
	if !slices.Equal(w.opened, []string{"/shop.mct"}) {
		t.Errorf("opened %q", w.opened)
	}
	shown.Paths = []string{"/shop.mct"}
	if w.Opened(shown); !w.Shows(shown) || !w.Bar(shown).Shown {
		t.Error("the file is not what is shown")
	}
	w.Point()
	if w.Stop(); w.Bar(shown).Busy != "analyzing the heap…" {
		t.Errorf("busy %q", w.Bar(shown).Busy)
	}
	w.finish()
	w.Stop()
	w.finish()
	r.status.Ended = true
	if w.Tend(time.Hour); len(w.toasts) != 1 || !strings.HasPrefix(w.toasts[0], "Recorded 3 GC points") || w.IsRecording() {
		t.Errorf("at the end the messages are %q", w.toasts)
	}
	if w.Dismiss(); w.Bar(shown) != nil {
		t.Error("the bar stays")
	}
	shown.Paths = []string{"/other"}
	if w.Opened(shown); w.Shows(shown) {
		t.Error("another recording is taken for this one")
	}
	w.Close()
	if want := []string{"record java -jar shop.jar", "point", "stop", "end"}; !slices.Equal(r.calls, want) {
		t.Errorf("calls are %q", r.calls)
	}
}

// The reason why a recording cannot start stays in the dialog. A canceled start is not an error.
func TestFaults(t *testing.T) {
	fault := &exchange.RecordFault{Text: "no agent", Dumps: true}
	for _, c := range []struct {
		fails error
		want  *exchange.RecordFault
	}{{fault, fault}, {errors.New("gone"), &exchange.RecordFault{Text: "gone"}}, {context.Canceled, nil}} {
		w := newWindow(t, &recorder{fails: c.fails}, "")
		w.start(t)
		d := w.Dialog()
		if d == nil || d.Starting != "" || (d.Fault == nil) != (c.want == nil) || c.want != nil && *d.Fault != *c.want {
			t.Errorf("%v: the dialog is %+v", c.fails, d)
		}
	}
	w := newWindow(t, &recorder{}, "")
	w.Toggle()
	w.Start(model.StartRecord{Choices: model.RecordChoices{Way: model.RecordCommand, Command: `java "`}})
	if d := w.Dialog(); d.Fault == nil || d.Starting != "" {
		t.Errorf("a command line that cannot be read gives %+v", d)
	}
}

// The window closes immediately, or after a prompt if that ends a program.
func TestConfirmClose(t *testing.T) {
	r := &recorder{status: exchange.RecordStatus{Ended: true, Started: true}}
	w := newWindow(t, r, "")
	if !w.ConfirmClose() {
		t.Error("it prompts without a recording")
	}
	w.start(t)
	if w.ConfirmClose() || !w.Confirming() {
		t.Error("it does not prompt though the program runs")
	}
	if !w.Escape() || w.Confirming() || w.Escape() {
		t.Error("Esc does not end the prompt, or something else")
	}
	w.ConfirmClose()
	if !w.ConfirmClose() {
		t.Error("it prompts twice")
	}
	w.StayOpen()
	r.status.Exited = true
	if w.Tend(time.Hour); !w.ConfirmClose() {
		t.Error("it prompts though the program has ended")
	}
}

// A recording in a single file is copied, but not onto itself.
func TestSaves(t *testing.T) {
	from, to := filepath.Join(t.TempDir(), "a.mct"), filepath.Join(t.TempDir(), "new", "b.mct")
	if err := os.WriteFile(from, []byte("so far"), 0o600); err != nil {
		t.Fatal(err)
	}
	shown := &Shown{Name: "a", Paths: []string{from}, Current: true, Live: exchange.Live{Growing: true}}
	w := newWindow(t, nil, to)
	if w.Save(shown); w.Bar(shown).Saving != "saving…" {
		t.Errorf("the bar shows %q", w.Bar(shown).Saving)
	}
	w.finish()
	if data, err := os.ReadFile(to); string(data) != "so far" || w.Bar(shown).Saving != "" ||
		!slices.Equal(w.toasts, []string{"Saved " + to}) {
		t.Errorf("%q was copied (%v), the messages are %q", data, err, w.toasts)
	}
	w = newWindow(t, nil, from)
	w.Save(shown)
	w.finish()
	if len(w.toasts) != 1 || !strings.Contains(w.toasts[0], "this is the file that is being written") {
		t.Errorf("onto itself: %q", w.toasts)
	}
	w = newWindow(t, nil, "")
	if w.Save(shown); len(w.toasts) != 1 {
		t.Errorf("without a dialog: %q", w.toasts)
	}
}
