package export

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"memcity/render/jobs"
	"memcity/render/memory"
	"memcity/render/picture"
	"memcity/render/ui/model"
)

// window is a host that records messages, and whose file dialog chooses a fixed path.
type window struct {
	*Controller
	jobs   *jobs.Jobs
	woken  chan struct{}
	toasts []string
}

func newWindow(t *testing.T, choose func(folder, name string) string) *window {
	w := &window{woken: make(chan struct{}, 100)}
	w.jobs = jobs.New(func() { w.woken <- struct{}{} })
	t.Cleanup(w.jobs.Close)
	host := Host{Jobs: w.jobs, Memory: memory.New(nil, func() {}), Toast: func(text string) { w.toasts = append(w.toasts, text) },
		Blur: func() {}}
	if choose != nil {
		host.SaveFile = func(_ context.Context, folder, name string) (string, error) { return choose(folder, name), nil }
	}
	w.Controller = New(host)
	return w
}

// finish waits for all jobs and shows their messages.
func (w *window) finish() {
	for w.jobs.Pending() {
		<-w.woken
		_, messages := w.jobs.Take()
		w.toasts = append(w.toasts, messages...)
	}
}

func write(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

// A view is written to the chosen name with an extension. The folder is proposed the next time.
func TestSaveView(t *testing.T) {
	dir := t.TempDir()
	var proposed []string
	w := newWindow(t, func(folder, name string) string {
		proposed = append(proposed, folder, name)
		return filepath.Join(dir, "mine")
	})
	w.SaveView(model.Save{Name: "a/b.csv", Write: write("1,2\n")}, "x:y")
	w.finish()
	path := filepath.Join(dir, "mine.csv")
	if data, err := os.ReadFile(path); string(data) != "1,2\n" || !slices.Equal(w.toasts, []string{"Saved as " + path}) {
		t.Errorf("%q is written (%v), the messages are %q", data, err, w.toasts)
	}
	w.SaveView(model.Save{Name: "c.csv", Write: write("")}, "")
	w.finish()
	if !slices.Equal(proposed, []string{"", "x-y-a-b.csv", dir, "-c.csv"}) {
		t.Errorf("proposed %q", proposed)
	}
}

// Nothing is written if no file is chosen. Write errors are reported.
func TestNotSaved(t *testing.T) {
	w := newWindow(t, func(string, string) string { return "" })
	w.SaveView(model.Save{Name: "a.csv", Write: func(io.Writer) error {
		t.Error("it is written")
		return nil
	}}, "x")
	w.finish()
	if len(w.toasts) > 0 {
		t.Errorf("messages are %q", w.toasts)
	}
	folder := t.TempDir()
	w = newWindow(t, func(string, string) string { return filepath.Join(folder, "none", "a.csv") })
	w.SaveView(model.Save{Name: "a.csv", Write: write("")}, "x")
	w.finish()
	if len(w.toasts) != 1 || !strings.Contains(w.toasts[0], "it cannot be written") {
		t.Errorf("messages are %q", w.toasts)
	}
}

// One file is written at a time.
func TestOneAtATime(t *testing.T) {
	gate := make(chan string)
	w := newWindow(t, func(string, string) string { return <-gate })
	w.SaveView(model.Save{Name: "a.csv"}, "x")
	w.SaveView(model.Save{Name: "b.csv"}, "x")
	if len(w.toasts) != 1 || !strings.HasPrefix(w.toasts[0], "Please wait") {
		t.Errorf("messages are %q", w.toasts)
	}
	gate <- ""
	w.finish()
}

// The dialog needs a city. The second request saves.
func TestDialog(t *testing.T) {
	w := newWindow(t, nil)
	if w.OpenDialog(false); w.Open() || len(w.toasts) != 1 || w.Model(1280, 720) != nil {
		t.Errorf("without a city it is open: %v, the messages are %q", w.Open(), w.toasts)
	}
	if w.Request(ToFile, false); w.Requested() || len(w.toasts) != 2 {
		t.Error("a picture of nothing is requested")
	}
	if w.OpenDialog(true); !w.Open() || w.Requested() {
		t.Error("it does not open")
	}
	w.SetOptions(model.PictureOptions{Scale: 2, Legend: true})
	if m := w.Model(1280, 720); !m.Options.Legend || m.Options.Labels || m.Problem != "" {
		t.Errorf("the dialog is %+v", m)
	}
	if m := w.Model(picture.MaxPicture/2+1, 10); m.Problem == "" {
		t.Error("a picture that is too large is no problem")
	}
	if w.OpenDialog(true); w.Open() || !w.Requested() {
		t.Error("the second time it does not save")
	}
	if w.Toggle(true); !w.Open() {
		t.Error("it does not open again")
	}
	if w.Close(); w.Open() {
		t.Error("it does not close")
	}
}

// A request is fulfilled once, if a picture can have the size.
func TestTake(t *testing.T) {
	w := newWindow(t, nil)
	w.Request(ToClipboard, true)
	w.Take(picture.Shot{Width: 10, Height: 10}, "a.png")
	w.finish()
	if w.Requested() || !slices.Equal(w.toasts, []string{"Copying pictures is not supported here."}) {
		t.Errorf("messages are %q", w.toasts)
	}
	w.Request(ToFile, true)
	w.Take(picture.Shot{}, "a.png")
	w.finish()
	if w.Requested() || len(w.toasts) != 2 || !strings.HasPrefix(w.toasts[1], "No picture: ") {
		t.Errorf("messages are %q", w.toasts)
	}
}

func TestWithExtension(t *testing.T) {
	for path, want := range map[string]string{"/x/a": "/x/a.png", "/x/a.PNG": "/x/a.PNG", "/x.y/a": "/x.y/a.png", "a.jpg": "a.jpg"} {
		if got := withExtension(path, ".png"); got != want {
			t.Errorf("%s: %s", path, got)
		}
	}
}
