//go:build !windows

package jvm

import (
	"context"
	"errors"
	"net"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// full returns the path and descriptor of a socket whose queue is full.
func full(t *testing.T) (path string, fd int) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "socket")
	fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Close(fd) })
	if err := errors.Join(syscall.Bind(fd, &syscall.SockaddrUnix{Name: path}), syscall.Listen(fd, 2)); err != nil {
		t.Fatal(err)
	}
	for range 100 {
		conn, err := net.Dial("unix", path)
		if errors.Is(err, syscall.EAGAIN) {
			return path, fd
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
	}
	t.Skip("the queue of a socket has no end on this system")
	return "", 0
}

func TestDialWaitsForAPlace(t *testing.T) {
	path, fd := full(t)
	done := make(chan error)
	go func() {
		conn, err := dial(t.Context(), path)
		if err == nil {
			conn.Close()
		}
		done <- err
	}()
	accepted, _, err := syscall.Accept(fd)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(accepted)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

func TestDialEndsWithItsContext(t *testing.T) {
	path, _ := full(t)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := dial(ctx, path); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v instead of the end of the context", err)
	}
}

func TestDialWithoutSocket(t *testing.T) {
	if _, err := dial(t.Context(), filepath.Join(t.TempDir(), "none")); !errors.Is(err, syscall.ENOENT) {
		t.Errorf("%v instead of no such file", err)
	}
}
