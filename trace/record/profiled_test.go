package record

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/native"
)

// TestProfile records the profiles of a leak from a server.
func TestProfile(t *testing.T) {
	var n atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, err := os.ReadFile(filepath.Join("..", "pprof", "testdata", "leak", strconv.FormatInt(min(n.Add(1), 5), 10)+".pb.gz"))
		if err != nil {
			t.Error(err)
		}
		w.Write(data)
	}))
	defer server.Close()
	out := filepath.Join(t.TempDir(), "a.mct")
	r, err := Profile(t.Context(), server.URL, Options{Every: time.Millisecond, Budget: 100, Points: 5, Out: out, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Wait(); err != nil {
		t.Fatal(err)
	}
	file, err := trace.DiskFile(out)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := native.Open(t.Context(), []trace.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(rec.Points) != 5 || rec.Runtime != trace.Golang || rec.SiteInterval() != 512<<10 || rec.CountsGarbage() {
		t.Errorf("%d points, runtime %v, interval %d, garbage %v", len(rec.Points), rec.Runtime, rec.SiteInterval(), rec.CountsGarbage())
	}
	bytes := int64(0)
	for _, c := range rec.Points[4].Counts {
		bytes += c.Bytes
	}
	if bytes != 58783895 {
		t.Errorf("%d bytes at the last point, want 58783895", bytes)
	}
}

// TestProfileEnded checks that the end of the program ends the recording without an error.
func TestProfileEnded(t *testing.T) {
	data, err := os.ReadFile("../pprof/testdata/leak/5.pb.gz")
	if err != nil {
		t.Fatal(err)
	}
	var left atomic.Int32
	left.Store(3)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if left.Add(-1) < 0 {
			http.Error(w, "ended", http.StatusServiceUnavailable)
			return
		}
		w.Write(data)
	}))
	defer server.Close()
	r, err := Profile(t.Context(), server.URL, Options{Every: time.Millisecond, Budget: 100, Out: filepath.Join(t.TempDir(), "a.mct"), Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Wait(); err != nil {
		t.Error(err)
	}
	s := r.Status()
	if len(s.Files) != 1 || s.Files[0].Points != 3 || !s.Files[0].Ended || !strings.HasSuffix(s.Notes[len(s.Notes)-1], "so the recording ends") {
		t.Errorf("status %+v", s)
	}
}

// TestProfileRefused checks that nothing is written if the first profile cannot be fetched.
func TestProfileRefused(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	out := filepath.Join(t.TempDir(), "a.mct")
	if _, err := Profile(t.Context(), server.URL, Options{Out: out, Now: time.Now}); err == nil {
		t.Error("no error")
	}
	if _, err := os.Stat(out); !os.IsNotExist(err) {
		t.Errorf("%s: %v", out, err)
	}
}
