//go:build unix

package python

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

func TestNames(t *testing.T) {
	for name, want := range map[string]bool{"python": true, "/usr/bin/python3": true, "python3.12": true, "python3.13t": true, "python2": false,
		"python2.7": false, "pythonw": false, "python3-config": false, "ipython": false, "": false} {
		if IsName(name) != want {
			t.Errorf("%q: %v", name, !want)
		}
	}
}

func TestWords(t *testing.T) {
	for text, want := range map[string]struct{ prevents, name, command string }{
		"app.py -I":               {"", "app.py", "app.py -I"},
		"-u /srv/app.py x":        {"", "app.py", "app.py x"},
		"-I app.py":               {"-I", "app.py", "app.py"},
		"-uS -m mod x":            {"-uS", "mod", "mod x"},
		"-W Error -X Edev app.py": {"", "app.py", "app.py"},
		"-WError -XIS app.py":     {"", "app.py", "app.py"},
		"-c print(1) -E":          {"", "python -c", "python -c"},
		"-um mod":                 {"", "mod", "mod"},
		"-m":                      {"", "python", "python"},
		"":                        {"", "python", "python"},
		"-":                       {"", "python", "python"},
	} {
		words := strings.Fields(text)
		name, command := Title(append([]string{"python3"}, words...))
		if got := Prevents(words); got != want.prevents || name != want.name || command != want.command {
			t.Errorf("%s: %q, %q, %q", text, got, name, command)
		}
	}
}

func TestPrepare(t *testing.T) {
	folder := t.TempDir()
	if err := Prepare(folder, 7); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(folder, "sitecustomize.py"))
	if err != nil || !bytes.Contains(data, []byte("\nDEPTH = 7 ")) {
		t.Errorf("no depth: %v", err)
	}
	for before, want := range map[string]string{"A=1": "/f", "PYTHONPATH=": "/f", "PYTHONPATH=/x:/y": "/f:/x:/y"} {
		if env := Environment([]string{before}, "/f"); env[len(env)-1] != "PYTHONPATH="+want {
			t.Errorf("%s: %v", before, env)
		}
	}
}

// program is the other end of a connection.
type program struct {
	*net.UnixConn
	t *testing.T
}

// connect returns a connection to a scripted program.
func connect(t *testing.T, greeting string) (*Conn, *program, error) {
	t.Helper()
	l, err := Listen(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	other, err := net.Dial("unix", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { other.Close() })
	io.WriteString(other, greeting)
	conn, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	c, err := Greet(conn)
	if err == nil {
		t.Cleanup(c.Close)
	}
	return c, &program{other.(*net.UnixConn), t}, err
}

// take returns the next request and the pipe that came with it.
func (p *program) take() (text string, pipe *os.File) {
	data, rights := make([]byte, 100), make([]byte, 100)
	n, m, _, _, err := p.ReadMsgUnix(data, rights)
	if err != nil {
		p.t.Error(err)
		return "", nil
	}
	messages, _ := syscall.ParseSocketControlMessage(rights[:m])
	for i := range messages {
		if found, err := syscall.ParseUnixRights(&messages[i]); err == nil {
			pipe = os.NewFile(uintptr(found[0]), "pipe")
		}
	}
	return string(data[:n]), pipe
}

const hello = `hello 17 3.12.1 "python3\u0000app.py"` + "\n"

func TestGreet(t *testing.T) {
	c, _, err := connect(t, hello)
	if err != nil || c.PID != 17 || c.Version != "3.12.1" || !slices.Equal(c.Words, []string{"python3", "app.py"}) {
		t.Errorf("%+v, %v", c, err)
	}
	for _, bad := range []string{"hello 17\n", "hello x 3 \"\"\n", "hello 1 3 \"\n", "GET / HTTP/1.1\n", strings.Repeat("x", maxLine+1)} {
		if _, _, err := connect(t, bad); err == nil {
			t.Errorf("%.30q was accepted", bad)
		}
	}
}

// TestDump checks the outcomes of a request.
func TestDump(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	io.WriteString(z, "objects")
	z.Close()
	for _, test := range []struct {
		name, dump, reply, want string
		limit                   int64
	}{
		{"packed", packed.String(), "forked 2000\n", "", 1000},
		{"copy", "copy 999999999\n" + packed.String(), "forked 2000\n", "", 1000},
		{"copy cut", "copy 5", "forked 2000\n", "ended early", 1000},
		{"plain", "{}\n", "forked 2000\n", "", 1000},
		{"cut", packed.String()[:12], "forked 2000\n", "ended early", 1000},
		{"empty", "", "forked 2000\n", "ended early", 1000},
		{"failed", "", "failed \"OSError: no memory\"\n", "cannot fork a copy: OSError: no memory", 1000},
		{"failed copy", "error: MemoryError: \n", "forked 2000\n", "the copy of the program failed: MemoryError", 1000},
		{"too large", packed.String(), "forked 2000\n", "larger than the program", 14},
	} {
		c, p, err := connect(t, hello)
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			_, pipe := p.take()
			io.WriteString(p, test.reply)
			io.WriteString(pipe, test.dump)
			pipe.Close()
		}()
		var out bytes.Buffer
		pause, err := c.Dump(t.Context(), &out, false, test.limit)
		if test.want == "" && (err != nil || pause != 2*time.Microsecond || !strings.HasSuffix(test.dump, out.String()) || out.Len() < 3) {
			t.Errorf("%s: %v, %v, %q", test.name, pause, err, out.String())
		} else if test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

// TestEnding checks that a program is let go at its end, also during a dump and without one.
func TestEnding(t *testing.T) {
	c, p, err := connect(t, hello)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	result := make(chan error)
	go func() {
		_, err := c.Dump(ctx, io.Discard, false, 1000)
		result <- err
	}()
	if text, _ := p.take(); text != "dump\n" {
		t.Fatalf("request %q", text)
	}
	io.WriteString(p, "ending\n")
	if text, _ := p.take(); text != "end\n" || c.Waits() {
		t.Errorf("request %q", text)
	}
	cancel()
	if err := <-result; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := c.Dump(t.Context(), io.Discard, false, 1000); !errors.Is(err, ErrEnded) {
		t.Error(err)
	}
	p.Close()
	<-c.Done()
	if _, err := c.Dump(t.Context(), io.Discard, true, 1000); err == nil {
		t.Error("a program that has ended was copied")
	}
}
