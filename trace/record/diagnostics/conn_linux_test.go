package diagnostics

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"memcity/trace/record/diagnostics/diagnosticstest"
)

// known returns a recorded trace.
func known(t *testing.T) []byte {
	t.Helper()
	f, err := os.Open("../../dotnet/testdata/known.nettrace.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// connect starts a server and opens the socket of this process.
func connect(t *testing.T, s *diagnosticstest.Server) *Conn {
	t.Helper()
	s.Start(t)
	socket, ok := Find(os.Getpid())
	if !ok || socket.Foreign() || !socket.Runs() || !socket.IsBelow(os.Getppid()) || len(List()) == 0 {
		t.Fatalf("the socket is %+v, %v", socket, ok)
	}
	c := Open(socket)
	t.Cleanup(c.Close)
	return c
}

// TestDump takes a snapshot from runtimes with the newer and the older command, and from one that is busy at first.
func TestDump(t *testing.T) {
	trace := known(t)
	for _, test := range []struct {
		server   *diagnosticstest.Server
		commands string
	}{
		{&diagnosticstest.Server{}, "collect2 stop collect2 stop"},
		{&diagnosticstest.Server{Older: true}, "collect2 collect stop"},
		{&diagnosticstest.Server{Busy: 1}, "collect2 collect2 stop collect2 stop"},
	} {
		t.Run(test.commands, func(t *testing.T) {
			s := test.server
			s.Trace, s.Held = trace, 100
			c := connect(t, s)
			var out bytes.Buffer
			pause, err := c.Dump(t.Context(), &out, false, 1<<20)
			if err != nil || !bytes.Equal(out.Bytes(), trace) || pause <= 0 || pause > time.Second {
				t.Errorf("%d bytes of %d, pause %v, error %v", out.Len(), len(trace), pause, err)
			}
			if commands, open := s.Commands(); commands != test.commands || open != 0 {
				t.Errorf("commands %q, %d sessions are open", commands, open)
			}
		})
	}
}

// TestDumpFaults checks that a session is stopped after a fault, and the text of the error.
func TestDumpFaults(t *testing.T) {
	trace := known(t)
	for _, test := range []struct {
		server *diagnosticstest.Server
		limit  int64
		want   string
	}{
		{&diagnosticstest.Server{Trace: trace[:200], Cut: true}, 1 << 20, "ended early"},
		{&diagnosticstest.Server{Trace: trace}, 1000, "larger than"},
		{&diagnosticstest.Server{Trace: append(trace[:158:158], 1)}, 1 << 20, ""},
		{&diagnosticstest.Server{Garbage: strings.Repeat("x", 40)}, 1 << 20, "protocol"},
		{&diagnosticstest.Server{Garbage: "DOTNET"}, 1 << 20, "did not respond"},
		{&diagnosticstest.Server{Busy: 100}, 1 << 20, "cannot start a session"},
	} {
		t.Run(test.want, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			c := connect(t, test.server)
			if test.want == "" {
				time.AfterFunc(100*time.Millisecond, cancel) // the runtime takes no snapshot
				test.want = "context canceled"
			}
			_, err := c.Dump(ctx, io.Discard, false, test.limit)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
			for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
				if _, open := test.server.Commands(); open == 0 {
					break
				} else if time.Now().After(deadline) {
					t.Fatalf("%d sessions are open", open)
				}
			}
		})
	}
}

// TestOthers checks sockets of processes that have ended, and files that are no sockets.
func TestOthers(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	for _, name := range []string{"dotnet-diagnostic-1-0-socket", "dotnet-diagnostic-x-1-socket", "other"} {
		if err := os.WriteFile(folder+"/"+name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if s, ok := socketOf(folder, name); ok {
			t.Errorf("%s is %+v", name, s)
		}
	}
	if _, ok := Find(1 << 29); ok {
		t.Error("a process that does not exist has a socket")
	}
}

func TestWords(t *testing.T) {
	for _, test := range []struct {
		words string
		title string
		tool  bool
	}{
		{"dotnet app.dll", "app.dll", false}, {"/usr/bin/dotnet exec /srv/shop/Shop.dll --port 1", "Shop.dll", false},
		{"dotnet --depsfile a.json exec b.dll", "b.dll", false}, {"/srv/shop/Shop serve", "Shop", false}, {"dotnet run", "dotnet", true},
		{"dotnet exec /usr/share/dotnet/sdk/8.0.1/MSBuild.dll /nologo", "MSBuild.dll", true}, {"", "", false},
	} {
		words := strings.Fields(test.words)
		if test.words == "" {
			words, test.title = nil, "dotnet"
		}
		if title, tool := Title(words), IsTool(words); title != test.title || tool != test.tool {
			t.Errorf("%q is %q, tool %v", test.words, title, tool)
		}
	}
}
