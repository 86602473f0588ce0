package runs_test

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"memcity/trace/record/runs"
)

// TestMain is also the process of a recording that runs until it is killed.
func TestMain(m *testing.M) {
	if other := os.Getenv("MEMCITY_TEST_RUN"); other != "" {
		r, err := runs.New(7)
		if err == nil {
			err = r.Add(runs.Owner{Files: []string{"out.mct"}, Folders: []string{other}, Window: os.Getenv("MEMCITY_TEST_WINDOW") != ""})
		}
		fmt.Println(r.Path(), err)
		select {}
	}
	os.Exit(m.Run())
}

// TestKilled checks that the leftovers of a killed recording are deleted, but not the files of a running one.
func TestKilled(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	for name, kept := range map[string]bool{runs.Prefix + "1": false, "precious": true, runs.Prefix: true} {
		other := filepath.Join(temp, "elsewhere", name)
		if err := os.MkdirAll(other, 0o700); err != nil {
			t.Fatal(err)
		}
		cmd, path := another(t, temp, "MEMCITY_TEST_RUN="+other)
		if found := cleaned(temp); len(found) > 0 {
			t.Errorf("a run that goes on was cleaned up: %+v", found)
		}
		cmd.Process.Kill()
		cmd.Wait()
		if runs.CleanWindows(); !there(path) {
			t.Error("a recording was cleaned up as a window")
		}
		found := cleaned(temp)
		if len(found) != 1 || found[0].PID != cmd.Process.Pid || found[0].Began != 7 || found[0].Alive ||
			len(found[0].Files) != 1 || found[0].Files[0] != filepath.Join(temp, "out.mct") {
			t.Errorf("cleaned up: %+v", found)
		}
		if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the folder of the run is still there: %v", err)
		}
		if _, err := os.Stat(other); errors.Is(err, os.ErrNotExist) == kept {
			t.Errorf("%s: kept %v, %v", name, kept, err)
		}
	}
}

// another starts a process with a run in a folder for temporary files, and returns the folder of the run.
func another(t *testing.T, temp string, environment ...string) (cmd *exec.Cmd, path string) {
	t.Helper()
	cmd = exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), environment...)
	cmd.Dir = temp
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	path = strings.TrimSuffix(strings.TrimSpace(line), " <nil>")
	if err != nil || filepath.Dir(path) != temp {
		t.Fatalf("the other process printed %q (%v)", line, err)
	}
	return cmd, path
}

func there(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// TestKilledWindow checks that the leftovers of a killed window are deleted by the next one.
func TestKilledWindow(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	cmd, path := another(t, temp, "MEMCITY_TEST_RUN="+filepath.Join(temp, "none"), "MEMCITY_TEST_WINDOW=1")
	if runs.CleanWindows(); !there(path) {
		t.Error("a window that is open was cleaned up")
	}
	cmd.Process.Kill()
	cmd.Wait()
	if runs.CleanWindows(); there(path) {
		t.Error("the folder of a window that was killed is still there")
	}
}

// cleaned returns the runs cleaned up below a folder, since there may be other recordings on the machine.
func cleaned(temp string) (all []runs.Found) {
	for _, f := range runs.Clean() {
		if filepath.Dir(f.Path) == temp {
			all = append(all, f)
		}
	}
	return all
}

// TestNotOurs checks that a link, or a folder without an owner, is left alone.
func TestNotOurs(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need rights")
	}
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	aim := t.TempDir()
	for name, text := range map[string]string{"owner": `{"PID":1}`, "lock": "", "precious": "x"} {
		if err := os.WriteFile(filepath.Join(aim, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(aim, filepath.Join(temp, runs.Prefix+"link")); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"none": "", "odd": "{", "zero": `{"PID":0}`} {
		folder := filepath.Join(temp, runs.Prefix+name)
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "owner"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if found := cleaned(temp); len(found) > 0 {
		t.Errorf("cleaned up: %+v", found)
	}
	if _, err := os.Stat(filepath.Join(aim, "precious")); err != nil {
		t.Error(err)
	}
}

func TestControl(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	r, err := runs.New(1)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "out.mct")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := r.Add(runs.Owner{Programs: []int{1 << 30}, Files: []string{file}}); err != nil {
		t.Fatal(err)
	}
	err = r.Serve(func(q runs.Request) (any, error) {
		if q.Do == "fail" {
			return nil, errors.New("no " + q.Text)
		}
		return q.Do + " " + q.Text, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for range 200 { // silent connections do not block others or delay the end
		conn, err := net.Dial("unix", filepath.Join(r.Path(), "control"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
	}
	for _, who := range []string{file, fmt.Sprint(os.Getpid()), fmt.Sprint(1 << 30)} {
		f, err := runs.Find(who)
		if err != nil {
			t.Fatalf("%s: %v", who, err)
		}
		var got string
		if err := f.Send(t.Context(), runs.Request{Do: "mark", Text: "load test"}, &got); err != nil || got != "mark load test" {
			t.Errorf("%s: %q, %v", who, got, err)
		}
		if err := f.Send(t.Context(), runs.Request{Do: "fail", Text: "x"}, nil); err == nil || err.Error() != "no x" {
			t.Errorf("%s: %v", who, err)
		}
		if err := f.Send(t.Context(), runs.Request{Do: strings.Repeat("x", 1<<17)}, nil); err == nil {
			t.Error("a text that is too long was sent")
		}
	}
	for _, who := range []string{"0", "-1", "x", t.TempDir(), fmt.Sprint(1<<30 + 1)} {
		if f, err := runs.Find(who); err == nil {
			t.Errorf("%s: found %+v", who, f)
		}
	}
	f, err := runs.Find(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(r.Path()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("left: %v", err)
	}
	if err := f.Send(t.Context(), runs.Request{Do: "status"}, nil); err == nil {
		t.Error("a recording that has ended took a request")
	}
}

// TestSeveralWithOneFile checks that a file written by two recordings is ambiguous, and that the error lists their PIDs.
func TestSeveralWithOneFile(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	file := filepath.Join(t.TempDir(), "out.mct")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if f, err := runs.Find(file); err == nil || !strings.HasSuffix(err.Error(), "no recording of this user is writing it") {
		t.Errorf("%+v, %v", f, err)
	}
	for n := range 2 {
		r, err := runs.New(int64(n))
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		if err := r.Add(runs.Owner{Files: []string{file}}); err != nil {
			t.Fatal(err)
		}
		f, err := runs.Find(file)
		if n == 0 && (err != nil || f.Path != r.Path()) {
			t.Errorf("%+v, %v", f, err)
		}
		want := fmt.Sprintf("specify the process number of one: %d, %d", os.Getpid(), os.Getpid())
		if n == 1 && (err == nil || !strings.HasSuffix(err.Error(), want)) {
			t.Errorf("%+v, %v, want %s", f, err, want)
		}
	}
}

// TestNoFolder checks that there is no run without a folder for temporary files.
func TestNoFolder(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "none"))
	if r, err := runs.New(1); err == nil || r != nil {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestWindows checks that windows are listed, newest first, and do not count as recordings.
func TestWindows(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for began := range int64(3) {
		run, err := runs.New(began)
		if err != nil {
			t.Fatal(err)
		}
		defer run.Close()
		if began > 0 {
			if err := run.Add(runs.Owner{Window: true}); err != nil {
				t.Fatal(err)
			}
		}
	}
	mine := slices.DeleteFunc(runs.Windows(), func(f runs.Found) bool { return f.PID != os.Getpid() })
	if len(mine) != 2 || mine[0].Began != 2 || mine[1].Began != 1 || mine[0].String() != fmt.Sprint("window ", os.Getpid()) {
		t.Errorf("%v", mine)
	}
	if f, err := runs.Find(fmt.Sprint(os.Getpid())); err != nil || f.Window {
		t.Errorf("the recording is %v, %v", f, err)
	}
}
