package agents

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"memcity/cmd/memcity/cli"
)

// TestLines: messages are read despite anything between them, and each invalid message gets the matching error.
func TestLines(t *testing.T) {
	call := func(id int) string { return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"ping"}`, id) }
	long := `{"jsonrpc":"2.0","id":9,"method":"` + strings.Repeat("x", maxLine) + `"}`
	var out bytes.Buffer
	in := strings.Join([]string{call(1), "", "  " + call(2) + " \t\r", "{", "not valid JSON", `{"id":7}`, `{"id":"a","method":1}`, "[]", "[" + call(3) + ", 5]",
		"\x00\xff", long, `{"a":` + strings.Repeat("[", 100_000), call(4)}, "\n")
	got, err := io.ReadAll(newLines(strings.NewReader(in), &out))
	if want := call(1) + "\n" + call(2) + "\n" + call(3) + "\n" + call(4) + "\n"; err != nil || string(got) != want {
		t.Errorf("read %q, %v", got, err)
	}
	var answers []string
	for d := json.NewDecoder(&out); d.More(); {
		var a struct {
			Version string `json:"jsonrpc"`
			ID      any    `json:"id"`
			Error   struct {
				Code    int
				Message string
			}
		}
		if err := d.Decode(&a); err != nil || a.Version != "2.0" || a.Error.Message == "" {
			t.Fatalf("%+v, %v", a, err)
		}
		answers = append(answers, fmt.Sprint(a.ID, " ", a.Error.Code))
	}
	want := "<nil> -32700, <nil> -32700, 7 -32600, a -32600, <nil> -32600, <nil> -32600, <nil> -32700, <nil> -32700, <nil> -32700"
	if text := strings.Join(answers, ", "); text != want {
		t.Errorf("answers %s, want %s", text, want)
	}
}

// stuck returns a server with a command that runs until end is called.
func stuck(t *testing.T, timeout time.Duration) (s *server, begun chan struct{}, end func()) {
	t.Helper()
	begun, release := make(chan struct{}, 2), make(chan struct{})
	program := &cli.Program{Commands: []cli.Command{{Name: "info", Plain: true, Run: func(*cli.Call) error {
		begun <- struct{}{}
		<-release
		return nil
	}}}}
	return &server{program: program, timeout: timeout, turn: make(chan struct{}, 1)}, begun, func() { close(release) }
}

// TestCanceled: a canceled request ends although its command ignores its context, and so does a request that waits for it.
func TestCanceled(t *testing.T) {
	s, begun, end := stuck(t, time.Hour)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-begun
		cancel()
	}()
	if _, _, err := s.work(ctx, []string{"info"}); err == nil || !strings.Contains(err.Error(), "canceled") {
		t.Errorf("%v", err)
	}
	if _, _, err := s.work(ctx, []string{"info"}); err == nil || !strings.Contains(err.Error(), "earlier request") {
		t.Errorf("%v", err)
	}
	end()
	if _, _, err := s.work(t.Context(), []string{"info"}); err != nil {
		t.Errorf("after it: %v", err)
	}
}

// TestLate: a request ends after its timeout although the command still runs.
func TestLate(t *testing.T) {
	s, _, end := stuck(t, time.Millisecond)
	defer end()
	if _, _, err := s.work(t.Context(), []string{"info"}); err == nil || !strings.Contains(err.Error(), "ended after 1ms by --answer-timeout") {
		t.Errorf("%v", err)
	}
}

// TestOpenable: devices, pipes, links to them and addresses are refused, but not files and folders.
func TestOpenable(t *testing.T) {
	dir := t.TempDir()
	file, link, loop := filepath.Join(dir, "a.hprof"), filepath.Join(dir, "link"), filepath.Join(dir, "loop")
	for _, err := range []error{os.WriteFile(file, nil, 0o600), os.Symlink("/dev/zero", link), os.Symlink(loop, loop)} {
		if err != nil {
			t.Skip(err)
		}
	}
	s := &server{}
	for path, want := range map[string]string{file: "", dir: "", "demo:persons": "", filepath.Join(dir, "none"): "", loop: "",
		"-": "standard input", "/dev/stdin": "system", "/dev/fd/0": "system", "/dev/zero": "system", "/proc/self/environ": "system", "/proc/../dev/stdin": "system",
		link: "system", "ws://localhost:1/": "--network", "WSS://x": "--network"} {
		err := s.openable(path)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
	s.network = true
	if err := s.openable("ws://localhost:1/"); err != nil {
		t.Errorf("with --network: %v", err)
	}
}
