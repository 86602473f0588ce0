package record

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/record/metrics"
	"memcity/trace/record/runs"
	"memcity/trace/tracetest/jdk"
)

// TestControl checks that another process can set marks by socket and by file, request points and metrics, and stop the recording.
func TestControl(t *testing.T) {
	for _, mode := range []Mode{Sampled, Histograms} {
		k, cmd := launch(t, command(t, jdk.Homes(t)[0]))
		k.do(t, "5")
		o := options(t, mode)
		r, err := Attach(t.Context(), cmd.Process.Pid, o)
		if err != nil {
			t.Fatal(err)
		}
		found, err := runs.Find(o.Out)
		if err != nil {
			t.Fatal(err)
		}
		send := func(q runs.Request, v any) {
			t.Helper()
			if err := found.Send(t.Context(), q, v); err != nil {
				t.Fatalf("%v %+v: %v", mode, q, err)
			}
		}
		send(runs.Request{Do: "mark", Text: "load \n test\tbegins"}, nil)
		if err := os.WriteFile(o.Out+Marked, []byte("from a file\n\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		until(t, r, "the mark of the file", func(s Status) bool { return s.Files[0].Marks == 2 })
		add(t, o.Out+Marked, "no whole line")
		for n := range 3 {
			send(runs.Request{Do: "point", Within: runs.MaxWithin.Milliseconds()}, nil)
			if s := r.Status(); s.Files[0].Points < n+1 {
				t.Fatalf("%v: %d points were taken after %d requests", mode, s.Files[0].Points, n+1)
			}
		}
		add(t, o.Out+Marked, " yet\nlast\n")
		until(t, r, "the marks of the file", func(s Status) bool { return s.Files[0].Marks == 4 })
		var got metrics.Report
		send(runs.Request{Do: "status"}, &got)
		if f := got.Files; got.PID != os.Getpid() || len(f) != 1 || f[0].Path != o.Out || f[0].PID != cmd.Process.Pid || f[0].Points == 0 ||
			f[0].Marks != 4 || f[0].WorstPause <= 0 || f[0].P99Pause > f[0].WorstPause || f[0].Paused < f[0].WorstPause || f[0].Budget != 1 {
			t.Errorf("%v: the figures are %+v", mode, got)
		}
		for text, why := range map[string]string{"": "has no text", "\n": "has no text"} {
			if err := found.Send(t.Context(), runs.Request{Do: "mark", Text: text}, nil); err == nil || !strings.Contains(err.Error(), why) {
				t.Errorf("%q: %v", text, err)
			}
		}
		send(runs.Request{Do: "mark", Text: strings.Repeat("ä", MaxMark)}, nil)
		if err := found.Send(t.Context(), runs.Request{Do: "dance"}, nil); err == nil {
			t.Error("an unknown request was done")
		}
		send(runs.Request{Do: "stop"}, nil)
		if err := r.Wait(); err != nil {
			t.Fatal(err)
		}
		if err := r.Mark("late"); err == nil {
			t.Error("a mark was set after the end")
		}
		if err := r.PointWithin(runs.MaxWithin); err == nil || !strings.Contains(err.Error(), "no program is being recorded") {
			t.Errorf("a point after the end: %v", err)
		}
		rec := opened(t, o.Out)
		want := []string{"load test begins", "from a file", "no whole line yet", "last", strings.Repeat("ä", MaxMark/2)}
		if texts := textsOf(rec.Marks); !slices.Equal(texts, want) || !slices.IsSortedFunc(rec.Marks, func(a, b trace.Mark) int { return int(a.Time - b.Time) }) {
			t.Errorf("%v: marks %+v", mode, rec.Marks)
		}
		between := func(p trace.Point) bool { return rec.Marks[0].Time <= p.Time && p.Time <= rec.Marks[3].Time }
		if !slices.ContainsFunc(rec.Points, between) {
			t.Errorf("%v: no point is between the marks %+v", mode, rec.Marks)
		}
		if _, err := runs.Find(o.Out); err == nil {
			t.Error("the recording is found after its end")
		}
	}
}

func textsOf(marks []trace.Mark) (texts []string) {
	for _, m := range marks {
		texts = append(texts, m.Text)
	}
	return texts
}

func add(t *testing.T, path, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteString(text)
		f.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestUnfinished checks that the next recording reports the file of a killed one.
func TestUnfinished(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	left := filepath.Join(temp, runs.Prefix+"1")
	if err := os.Mkdir(left, 0o700); err != nil {
		t.Fatal(err)
	}
	o := options(t, Histograms)
	out, err := o.create(0, trace.WriterInfo{}, o.Now())
	if err != nil {
		t.Fatal(err)
	}
	out.file.Close() // as if the process had been killed
	ended := options(t, Histograms)
	whole, err := ended.create(0, trace.WriterInfo{}, o.Now())
	if err != nil || whole.close() != nil {
		t.Fatal(err)
	}
	owner := `{"PID":2147483647,"Files":["` + o.Out + `","` + ended.Out + `","/none"]}`
	for name, text := range map[string]string{"owner": owner, "lock": ""} {
		if err := os.WriteFile(filepath.Join(left, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r := newRecorder(t.Context(), options(t, Histograms))
	r.enter()
	defer r.abandon()
	want := "an earlier recording (process 2147483647) was killed. To open " + o.Out + " up to"
	if notes := r.Status().Notes; !slices.ContainsFunc(notes, func(note string) bool { return strings.Contains(note, want) }) {
		t.Errorf("notes %q", notes)
	}
	if notes := strings.Join(r.Status().Notes, "\n"); strings.Contains(notes, ended.Out) || strings.Contains(notes, "/none") {
		t.Errorf("files that are complete or missing are reported: %s", notes)
	}
	if _, err := os.Stat(left); !os.IsNotExist(err) {
		t.Errorf("its folder is left: %v", err)
	}
}

func TestMarkFile(t *testing.T) {
	m := markFile{path: filepath.Join(t.TempDir(), "f")}
	if m.lines() != nil {
		t.Error("lines of no file")
	}
	for _, step := range []struct {
		text string
		want []string
	}{{"a\nb", []string{"a"}}, {"a\nbc\n", []string{"bc"}}, {"a\nbc\n", nil}, {"x\n", []string{"x"}}, {"", nil}, {"y\nz\n", []string{"y", "z"}}} {
		if err := os.WriteFile(m.path, []byte(step.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := m.lines(); !slices.Equal(got, step.want) {
			t.Errorf("%q: lines %q, want %q", step.text, got, step.want)
		}
	}
	m.path = t.TempDir()
	if m.lines() != nil {
		t.Error("lines of a folder")
	}
}
