//go:build unix && !darwin

package clipboard

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"memcity/trace/tracetest/testrun"
)

// fake replaces programs with shell scripts, in a PATH with nothing else.
func fake(t *testing.T, scripts map[string]string) (dir string) {
	t.Helper()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell here")
	}
	dir = t.TempDir()
	for name, script := range scripts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!"+shell+"\n"+script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("TOLD", filepath.Join(dir, "told"))
	t.Setenv("HOME_PATH", os.Getenv("PATH"))
	t.Setenv("PATH", dir)
	return dir
}

const take = `PATH=$HOME_PATH; echo "$0 $*" >"$TOLD.args"; cat >"$TOLD"`

func TestNoProgram(t *testing.T) {
	fake(t, nil)
	t.Setenv("DISPLAY", ":1")
	t.Setenv("WAYLAND_DISPLAY", "wayland-1")
	if err := WritePNG(picture(t, 2)); !errors.Is(err, ErrNoProgram) {
		t.Errorf("got %v", err)
	}
}

// TestChoice: the session's clipboard program gets the picture; if it fails, the other program gets it.
func TestChoice(t *testing.T) {
	broken := "echo >&2; echo cannot connect >&2; exit 3"
	for _, test := range []struct{ display, wayland, wl, x, want, fault string }{
		{":1", "", take, take, "xclip -selection clipboard -target image/png -in", ""},
		{":1", "w", take, take, "wl-copy --type image/png", ""},
		{":1", "w", broken, take, "xclip ", ""},
		{"", "w", take, take, "wl-copy ", ""},
		{":1", "w", broken, "exit 1", "", "clipboard: wl-copy: cannot connect"},
		{":1", "", take, "exit 1", "", "clipboard: xclip: exit status 1"},
		{"", "", take, take, "", ErrNoProgram.Error()},
	} {
		dir := fake(t, map[string]string{"wl-copy": test.wl, "xclip": test.x})
		t.Setenv("DISPLAY", test.display)
		t.Setenv("WAYLAND_DISPLAY", test.wayland)
		data := picture(t, 300)
		err := WritePNG(data)
		t.Setenv("PATH", os.Getenv("HOME_PATH"))
		if test.fault != "" {
			if err == nil || err.Error() != test.fault {
				t.Errorf("%+v: %v", test, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%+v: %v", test, err)
			continue
		}
		args, _ := os.ReadFile(filepath.Join(dir, "told.args"))
		got, _ := os.ReadFile(filepath.Join(dir, "told"))
		if !strings.Contains(string(args), test.want) || !bytes.Equal(got, data) {
			t.Errorf("%+v: %s got %d bytes of %d", test, args, len(got), len(data))
		}
	}
}

// TestChildStays: a program that leaves a child behind, as real ones do, does not block.
func TestChildStays(t *testing.T) {
	dir := fake(t, map[string]string{"xclip": take + "\nsleep 60 &\necho $! >$TOLD.child"})
	t.Setenv("DISPLAY", ":1")
	t.Setenv("WAYLAND_DISPLAY", "")
	if err := WritePNG(picture(t, 2)); err != nil {
		t.Fatal(err)
	}
	pid, err := os.ReadFile(filepath.Join(dir, "told.child"))
	if err != nil {
		t.Fatal(err)
	}
	id, err := strconv.Atoi(strings.TrimSpace(string(pid)))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(id, syscall.SIGTERM); err != nil {
		t.Errorf("the child was gone, so it was waited for: %v", err)
	}
}

func TestNoResponse(t *testing.T) {
	fake(t, map[string]string{"xclip": "PATH=$HOME_PATH; exec sleep 60"})
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	path, err := exec.LookPath("xclip")
	if err != nil {
		t.Fatal(err)
	}
	if err := (program{name: "xclip"}).run(ctx, path, picture(t, 2)); err == nil || err.Error() != "clipboard: xclip does not respond" {
		t.Errorf("got %v", err)
	}
}

// display starts a separate display, so that the user's clipboard is not changed.
func display(t *testing.T) string {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	cmd := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "320x240x24", "-nolisten", "tcp", "-noreset")
	cmd.ExtraFiles = []*os.File{w}
	err = cmd.Start()
	w.Close()
	if err != nil {
		t.Skip("no Xvfb here:", err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	number, err := io.ReadAll(r)
	if err != nil || len(number) == 0 {
		t.Fatalf("Xvfb reports no display: %v", err)
	}
	return ":" + strings.TrimSpace(string(number))
}

// readBack reads the clipboard until it has the expected data. xclip's child offers the data slightly after xclip exits.
func readBack(t *testing.T, want []byte) (got []byte, err error) {
	testrun.Until(t, "the picture on the clipboard", func() bool {
		got, err = exec.Command("xclip", "-selection", "clipboard", "-target", "image/png", "-out").Output()
		return err == nil && bytes.Equal(got, want)
	})
	return got, err
}

// TestX11 copies a picture to the clipboard of a display and reads it back.
func TestX11(t *testing.T) {
	if _, err := exec.LookPath("xclip"); err != nil {
		t.Skip("no xclip here")
	}
	t.Setenv("DISPLAY", display(t))
	t.Setenv("WAYLAND_DISPLAY", "")
	for _, side := range []int{3, 700} { // the second in many pieces
		data := picture(t, side)
		if err := WritePNG(data); err != nil {
			t.Fatal(err)
		}
		got, err := readBack(t, data)
		if err != nil || !bytes.Equal(got, data) {
			t.Errorf("read back %d bytes of %d: %v", len(got), len(data), err)
		}
	}
}
