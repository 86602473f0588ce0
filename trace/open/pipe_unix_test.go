//go:build unix

package open

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func makePipe(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skipf("no named pipes here: %v", err)
	}
	return path
}

func TestPipe(t *testing.T) {
	path := makePipe(t)
	wrote := make(chan error, 1)
	go func() { wrote <- os.WriteFile(path, []byte(tree("5", "")), 0) }()
	rec := mustOpen(t, path)
	if err := <-wrote; err != nil || rec.Points[0].Time != 5 {
		t.Errorf("time %d, error of the writer %v", rec.Points[0].Time, err)
	}
}

func TestPipeWithoutWriter(t *testing.T) {
	path := makePipe(t)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := Paths(ctx, []string{path}, nil)
		ended <- err
	}()
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v; expected that it was cancelled", err)
	}
	// Provides a writer for reads that still wait for one.
	if w, err := os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0); err == nil {
		w.Close()
	}
}

func TestDevice(t *testing.T) {
	_, err := Paths(t.Context(), []string{os.DevNull}, nil)
	if err == nil || !strings.HasPrefix(err.Error(), os.DevNull+": neither a file") {
		t.Errorf("error %v", err)
	}
}
