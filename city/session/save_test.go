package session_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"

	"memcity/city/exchange"
	"memcity/city/recording"
	"memcity/city/trees"
	"memcity/trace/open"
)

// writeFile makes a file and the folders above it.
func writeFile(path string, write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o666)
}

// reopened returns the series of the saved recording.
func reopened(t *testing.T, path string) *trees.Series {
	t.Helper()
	r, err := open.Paths(context.Background(), []string{path}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := recording.New(r, recording.Options{}).Series(context.Background(), trees.By("type"), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSave(t *testing.T) {
	ctx := context.Background()
	for name, add := range map[string]func(*growingSource, int){
		"objects": func(g *growingSource, n int) { g.add(map[string]int{"app.A": n}) },
		"trees":   func(g *growingSource, n int) { g.addPoint(readyPoint(g.names, int64(n))) },
		"counts":  func(g *growingSource, n int) { g.addPoint(countsPoint(map[string]int{"app.A": n})) },
	} {
		t.Run(name, func(t *testing.T) {
			source := newSource()
			if name != "objects" {
				source.set(func() { source.knows = 0 })
			}
			add(source, 1)
			l := startLive(t, source, recording.Options{MaxPoints: 8}, "type")
			for n := 2; n <= 12; n++ {
				add(source, n)
				l.tick("growth", func(r exchange.Result) bool { return r.Live.Points == n && idle(r) })
			}
			path := filepath.Join(t.TempDir(), "saved")
			if err := l.Save(ctx, path, writeFile, nil); err != nil {
				t.Fatal(err)
			}
			want, got := l.Result().Plan.Series, reopened(t, path)
			if got.Len() != want.Len() || want.Len() > 8 {
				t.Fatalf("%d GC points are saved of %d", got.Len(), want.Len())
			}
			node, ok := got.Find("Heap#app.A")
			for i := range want.Len() {
				if n := int64(want.Source(i) + 1); !ok || got.Objects(i, node) != n || got.Times[i] != want.Times[i] {
					t.Errorf("point %d at %d ms: %d objects, want %d at %d ms", i, got.Times[i], got.Objects(i, node), n, want.Times[i])
				}
			}
			cancelled, cancel := context.WithCancel(ctx)
			cancel()
			other := filepath.Join(t.TempDir(), "other")
			if err := l.Save(cancelled, other, writeFile, nil); err == nil {
				t.Error("a cancelled save is no error")
			}
			if left, _ := filepath.Glob(other + "*"); len(left) > 0 {
				t.Errorf("a cancelled save leaves %v", left)
			}
			if err := l.Save(ctx, path, writeFile, nil); name == "trees" && err == nil {
				t.Error("a folder that is there is written to")
			}
		})
	}
}
