package session_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"memcity/city/exchange"
	"memcity/city/recording"
	"memcity/city/trees"
	"memcity/trace"
	"memcity/trace/native"
	"memcity/trace/open"
)

// TestLiveFile follows a file until it is complete: heap states first, then counts when time is short.
func TestLiveFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "live.mct")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w, err := native.NewWriter(f, trace.WriterInfo{Program: "live"})
	if err != nil {
		t.Fatal(err)
	}
	at := func(n int) native.PointInfo {
		return native.PointInfo{Time: time.Duration(n) * time.Second, GC: uint32(n + 1)}
	}
	write := func(n int) {
		t.Helper()
		var err error
		if n%3 == 2 {
			err = w.Counts(at(n), []trace.TypeCount{{Name: "app.A", Objects: int64(10 + n), Bytes: 24 * int64(10+n)}})
		} else {
			err = w.State(at(n), heapOf(map[string]int{"app.A": 10 + n, "app.B": n}))
		}
		if err == nil {
			err = w.Flush()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	write(0)
	open := func() (*trace.Recording, error) { return open.Paths(context.Background(), []string{path}, nil) }
	l := startLiveOn(t, func(context.Context, trace.Progress) (*trace.Recording, error) { return open() }, recording.Options{}, "package",
		"type")
	const points = 8
	for n := 1; n < points; n++ {
		write(n)
		l.tick("growth", shows(n+1))
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	live := l.tick("end", func(r exchange.Result) bool { return r.Live.Ended }).Plan.Series
	r, err := open()
	if err != nil {
		t.Fatal(err)
	}
	whole, err := recording.New(r, recording.Options{}).Series(context.Background(), trees.By("package", "type"), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := values(live), values(whole); got != want || live.Len() != points {
		t.Errorf("followed, the series is\n%swant\n%s", got, want)
	}
}
