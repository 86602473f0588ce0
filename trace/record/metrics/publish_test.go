package metrics_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/trace/record/metrics"
)

func figures() metrics.Report {
	return metrics.Report{Files: []metrics.File{{Path: "a.mct", Points: 7}}}
}

func TestServe(t *testing.T) {
	l, err := metrics.Listen(":0")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(l.Addr().String(), "127.0.0.1:") {
		t.Errorf("it listens at %v", l.Addr())
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		metrics.Serve(ctx, l, figures)
		close(ended)
	}()
	get := func(path string, status int, text string) {
		t.Helper()
		r, err := http.Get("http://" + l.Addr().String() + path)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		got, err := io.ReadAll(r.Body)
		if err != nil || r.StatusCode != status || !strings.Contains(string(got), text) {
			t.Errorf("%s: %d, %s, %v", path, r.StatusCode, got, err)
		}
		if status == 200 && r.Header.Get("Content-Type") != metrics.ContentType {
			t.Errorf("type %s", r.Header.Get("Content-Type"))
		}
	}
	get("/metrics", 200, "memcity_recorder_points_total{program=\"\",pid=\"0\",file=\"a.mct\"} 7\n")
	get("/", 404, "")
	cancel()
	<-ended
	for _, address := range []string{"", "9464", "127.0.0.1", "127.0.0.1:x", l.Addr().Network() + ":1:2"} {
		if l, err := metrics.Listen(address); err == nil {
			l.Close()
			t.Errorf("%q is an address", address)
		}
	}
}

// TestFlood checks that a thousand silent connections do not block readers, and that all but some are closed.
func TestFlood(t *testing.T) {
	l, err := metrics.Listen(":0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		metrics.Serve(ctx, l, figures)
		close(ended)
	}()
	var silent []net.Conn
	for range 1000 {
		conn, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		silent = append(silent, conn)
	}
	r, err := http.Get("http://" + l.Addr().String() + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(r.Body); err != nil || r.StatusCode != 200 || !strings.HasSuffix(string(text), "# EOF\n") {
		t.Errorf("%d, %s, %v", r.StatusCode, text, err)
	}
	r.Body.Close()
	for _, conn := range silent[:900] {
		io.Copy(io.Discard, conn) // until it is closed
	}
	cancel()
	<-ended
}

func TestKeep(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memcity.prom")
	ctx, cancel := context.WithCancel(t.Context())
	done, err := metrics.Keep(ctx, path, figures, func(err error) { t.Error(err) })
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil || !strings.HasSuffix(string(text), "# EOF\n") {
		t.Errorf("%s, %v", text, err)
	}
	os.Remove(path)
	cancel()
	<-done
	if _, err := os.Stat(path); err != nil {
		t.Errorf("it was not written at the end: %v", err)
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
		t.Errorf("left: %v", left)
	}
	if _, err := metrics.Keep(ctx, filepath.Join(path, "x"), figures, nil); err == nil {
		t.Error("it was written below a file")
	}
}
