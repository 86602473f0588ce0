package main

import (
	"bytes"
	"context"
	"net"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"memcity/city"
	"memcity/city/serve"
	"memcity/trace"
)

// lockedBuffer is a buffer that a command writes while a test reads.
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
	ctx, cancel := context.WithCancel(context.Background())
	stdout = &lockedBuffer{}
	done := make(chan error, 1)
	go func() {
		done <- run(ctx, append([]string{"serve", "--listen", "127.0.0.1:0"}, args...), strings.NewReader(""), stdout, &bytes.Buffer{})
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("serve ended with %v", err)
		}
	})
	for {
		if found := regexp.MustCompile(`(?m)^open (ws://\S+)$`).FindStringSubmatch(stdout.String()); found != nil {
			return found[1], stdout
		}
		select {
		case err := <-done:
			t.Fatalf("serve: %v", err)
		case <-time.After(time.Millisecond):
		}
	}
}

// TestServe: a tree over a WebSocket is the tree itself.
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
	if warning := "tab 1 (two-caches) is shown; with ?tab=NUMBER at the end of the address others are: 2 (persons)"; !strings.Contains(r.stderr, warning) {
		t.Errorf("warned %s", r.stderr)
	}
	base, _, _ := strings.Cut(address, "/?")
	r = memcity("info", base)
	if r.status != exitInput || r.err.Error() != base+": the server wants a token: add ?token=TOKEN to the address" {
		t.Errorf("without the token: status %d, %v", r.status, r.err)
	}
	direct := ok(t, "city", "demo:persons", "--by", "type", "--select", "Heap#java.lang.String", "--format", "csv")
	if served := ok(t, "city", address+"&tab=2", "--select", "Heap#java.lang.String", "--format", "csv"); served != direct {
		t.Errorf("served\n%s\nwant\n%s", served, direct)
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
		{nil, exitUsage, "serve: expected the path of a recording"},
		{[]string{"demo:steady", "--listen", "8887"}, exitUsage, `listen "8887": expected HOST:PORT`},
		{[]string{"demo:steady", "--token", "short"}, exitUsage, "token: expected at least 8 characters"},
		{[]string{"demo:steady", "--origin", "*"}, exitUsage, `origin "*": expected one like https://example.org, or null`},
		{[]string{"demo:steady", "--origin", "https://*.example.org"}, exitUsage, "origin "},
		{[]string{"demo:steady", "--origin", "https://example.org/page"}, exitUsage, "origin "},
		{[]string{"demo:steady", "--by", "colour"}, exitUsage, "colour"},
		{[]string{"demo:steady", "demo:persons"}, exitUsage, "a demo cannot be opened together with other paths"},
		{[]string{"demo:nobody", "--each", "demo:steady"}, exitUsage, "nobody"},
		{[]string{"no/such/file"}, exitInput, "no/such/file: there is no such file or folder"},
		{[]string{"demo:steady", "--listen", at}, exitCheckFailed, "listen " + at + ": another program, perhaps AntTracks, listens there"},
	} {
		r := memcity(append([]string{"serve"}, test.args...)...)
		if r.status != test.status || !strings.Contains(r.err.Error(), test.want) {
			t.Errorf("%v: status %d, %v; want %d, %s", test.args, r.status, r.err, test.status, test.want)
		}
	}
}

// TestServeToken: where other computers can connect there is a token, a new one each time.
func TestServeToken(t *testing.T) {
	sources := []serve.Source{{Recording: &trace.Recording{Name: "x"}, By: city.Grouping{By: []string{"type"}}}}
	seen := map[string]bool{}
	for _, at := range []net.IP{net.IPv4(192, 0, 2, 1), net.IPv6unspecified, net.IPv6loopback} {
		var f serveFlags
		var stdout bytes.Buffer
		address := &net.TCPAddr{IP: at, Port: 8887}
		f.needToken(address)
		f.tell(&call{stdout: &stdout}, address, sources)
		token := f.options.Token
		if local := at.IsLoopback(); (token == "") != local || seen[token] || len(token) < 20 && !local ||
			strings.Contains(stdout.String(), "nothing is encrypted") == local || !strings.Contains(stdout.String(), token) {
			t.Errorf("%s: token %q, printed %s", at, token, stdout.String())
		}
		seen[token] = true
		if at.IsUnspecified() && strings.Contains(stdout.String(), "[::]") {
			t.Errorf("printed %s", stdout.String())
		}
	}
}
