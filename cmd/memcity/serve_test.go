package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"memcity/cmd/memcity/cli"
)

// lockedBuffer is a buffer that a command writes while a test reads it.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// serving runs memcity serve and returns the address that it prints.
func serving(t *testing.T, args ...string) (address string, stdout *lockedBuffer) {
	t.Helper()
	address, stdout, end := served(t, args...)
	t.Cleanup(end)
	return address, stdout
}

// served is like serving, but also returns a function that cancels the command and waits for its end.
func served(t *testing.T, args ...string) (address string, stdout *lockedBuffer, end func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	stdout = &lockedBuffer{}
	done := make(chan error, 1)
	go func() {
		done <- commandLine().Run(ctx, append([]string{"serve", "--listen", "127.0.0.1:0"}, args...), strings.NewReader(""), stdout, &bytes.Buffer{})
	}()
	end = func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("serve ended with %v", err)
		}
	}
	for {
		if found := regexp.MustCompile(`(?m)^open (ws://\S+)$`).FindStringSubmatch(stdout.String()); found != nil {
			return found[1], stdout, end
		}
		select {
		case err := <-done:
			t.Fatalf("serve: %v", err)
		case <-time.After(time.Millisecond):
		}
	}
}

// TestServe: a tree sent over a WebSocket is unchanged.
func TestServe(t *testing.T) {
	address, stdout := serving(t, "demo:two-caches", "demo:persons", "--each", "--by", "type", "--token", "open sesame")
	want := "tab 1: two-caches, 10 GC points by type\ntab 2: persons, 23 GC points by type\nopen "
	if !strings.HasPrefix(stdout.String(), want) {
		t.Errorf("printed %s", stdout)
	}
	if !strings.HasSuffix(address, "/?token=open+sesame") {
		t.Errorf("address %s", address)
	}
	for _, at := range []string{"first", "12", "last"} {
		direct := ok(t, "tree", "demo:persons", "--by", "type", "--at", at)
		if served := ok(t, "tree", address+"&tab=2", "--at", at); served != direct {
			t.Errorf("%s: served\n%s\nwant\n%s", at, served, direct)
		}
	}
	r := memcity("tree", address)
	if warning := "tab 1 (two-caches) is shown. To show another one, add ?tab=NUMBER to the address: 2 (persons)"; !strings.Contains(r.stderr, warning) {
		t.Errorf("warned %s", r.stderr)
	}
	base, _, _ := strings.Cut(address, "/?")
	r = memcity("info", base)
	if r.status != cli.ExitInput || r.err.Error() != base+": the server requires a token: add ?token=TOKEN to the address" {
		t.Errorf("without the token: status %d, %v", r.status, r.err)
	}
	// The guide judges the recording and the tree differently, so the colors show growth.
	direct := ok(t, "city", "demo:persons", "--by", "type", "--select", "Heap#java.lang.String", "--color", "growth", "--format", "csv")
	if served := ok(t, "city", address+"&tab=2", "--select", "Heap#java.lang.String", "--color", "growth", "--format", "csv"); served != direct {
		t.Errorf("served\n%s\nwant\n%s", served, direct)
	}
}

// TestCancelServe: a canceled serve ends despite connected clients: some that have sent nothing or half a request, and one with an open
// WebSocket. They are disconnected, and the port is closed.
func TestCancelServe(t *testing.T) {
	address, _, end := served(t, "demo:two-caches")
	host := strings.TrimSuffix(strings.TrimPrefix(address, "ws://"), "/")
	var clients []net.Conn
	upgrade := "GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" +
		"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
	for _, sent := range []string{"", upgrade[:20], upgrade} {
		c, err := net.Dial("tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if _, err := io.WriteString(c, sent); err != nil {
			t.Fatal(err)
		}
		clients = append(clients, c)
	}
	first := make([]byte, 12)
	if _, err := io.ReadFull(clients[2], first); err != nil || string(first) != "HTTP/1.1 101" {
		t.Fatalf("the server begins with %q, %v", first, err)
	}
	end()
	for i, c := range clients {
		if _, err := io.Copy(io.Discard, c); err != nil && !errors.Is(err, syscall.ECONNRESET) {
			t.Errorf("client %d: %v", i, err)
		}
	}
	if c, err := net.Dial("tcp", host); err == nil {
		c.Close()
		t.Error("somebody listens still")
	}
}

func TestServeWrongUse(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	at := taken.Addr().String()
	for _, test := range []struct {
		args   []string
		status int
		want   string
	}{
		{nil, cli.ExitUsage, "serve: expected the path of a recording"},
		{[]string{"demo:steady", "--listen", "8887"}, cli.ExitUsage, `listen "8887": expected HOST:PORT`},
		{[]string{"demo:steady", "--token", "short"}, cli.ExitUsage, "token: expected at least 8 characters"},
		{[]string{"demo:steady", "--origin", "*"}, cli.ExitUsage, `origin "*": expected an origin such as https://example.org, or null`},
		{[]string{"demo:steady", "--origin", "https://*.example.org"}, cli.ExitUsage, "origin "},
		{[]string{"demo:steady", "--origin", "https://example.org/page"}, cli.ExitUsage, "origin "},
		{[]string{"demo:steady", "--by", "colour"}, cli.ExitUsage, "colour"},
		{[]string{"demo:steady", "demo:persons"}, cli.ExitUsage, "a demo cannot be opened together with other paths"},
		{[]string{"demo:nobody", "--each", "demo:steady"}, cli.ExitUsage, "nobody"},
		{[]string{"no/such/file"}, cli.ExitInput, "no/such/file: there is no such file or folder"},
		{[]string{"demo:steady", "--listen", at}, cli.ExitCheckFailed, "listen " + at + ": another program, perhaps AntTracks, uses this address"},
	} {
		r := memcity(append([]string{"serve"}, test.args...)...)
		if r.status != test.status || !strings.Contains(r.err.Error(), test.want) {
			t.Errorf("%v: status %d, %v; want %d, %s", test.args, r.status, r.err, test.status, test.want)
		}
	}
}
