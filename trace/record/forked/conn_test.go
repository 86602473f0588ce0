//go:build unix

package forked

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

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
		{"plain", "{}\nend\n", "forked 2000\n", "", 1000},
		{"long line", "copy 999999999\n" + strings.Repeat("x", 3*maxLine) + "\nend\n", "forked 2000\n", "", 1000},
		{"plain cut", "{}\n{}", "forked 2000\n", "ended early", 1000},
		{"no end", "{}\n", "forked 2000\n", "ended early", 1000},
		{"cut", packed.String()[:12], "forked 2000\n", "ended early", 1000},
		{"empty", "", "forked 2000\n", "ended early", 1000},
		{"failed", "", "failed \"OSError: no memory\"\n", "cannot fork a copy: OSError: no memory", 1000},
		{"failed copy", "error: MemoryError: \n", "forked 2000\n", "the copy of the program failed: MemoryError", 1000},
		{"too large plain", "{\"x\":1}\nend\n", "forked 2000\n", "larger than the program", 14},
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
		if test.want == "" && (err != nil || pause != 2*time.Microsecond || !dumped(test.dump, out.Bytes())) {
			t.Errorf("%s: %v, %v, %q", test.name, pause, err, out.String())
		} else if test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

// dumped reports whether a dump was copied: as it is, or compressed.
func dumped(dump string, out []byte) bool {
	z, err := gzip.NewReader(bytes.NewReader(out))
	if err != nil {
		return false
	}
	text, err := io.ReadAll(z)
	return err == nil && (strings.HasSuffix(dump, string(out)) || strings.HasSuffix(dump, string(text)+"end\n"))
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
