//go:build unix

package forked

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"memcity/trace/guard"
)

// Supported reports whether programs that fork copies can be recorded on this system.
const Supported = true

// Listen opens the socket to which the module in a folder connects.
func Listen(folder string) (net.Listener, error) {
	return net.Listen("unix", filepath.Join(folder, "socket"))
}

const (
	// maxLine is the length limit of a message in bytes.
	maxLine = 64 << 10
	// greeting is the time limit for the first message.
	greeting = 10 * time.Second
)

// Conn is a connection to a program. It is safe for concurrent use, but only one dump can be taken at a time.
type Conn struct {
	PID     int
	Version string   // of the runtime
	Words   []string // that started it

	conn    *net.UnixConn
	replies chan string
	ending  chan struct{}
	done    chan struct{}

	mu      sync.Mutex
	dumping bool
	told    bool // true once the program was told that it may end
}

// Greet reads the first message of a connection. If it returns an error, it has closed the connection.
func Greet(conn net.Conn) (*Conn, error) {
	c := &Conn{conn: conn.(*net.UnixConn), replies: make(chan string, 1), ending: make(chan struct{}), done: make(chan struct{})}
	late := time.AfterFunc(greeting, func() { conn.Close() })
	defer late.Stop()
	in := bufio.NewReaderSize(conn, maxLine)
	line, err := in.ReadSlice('\n')
	if err == nil {
		err = c.hello(string(line))
	}
	if err != nil {
		conn.Close()
		return nil, err
	}
	guard.Go(func() error { c.read(in); return nil }, func(error) { close(c.done) })
	return c, nil
}

// hello parses the first message: the process, the version, and the words that started it in JSON, separated by zeros.
func (c *Conn) hello(line string) error {
	if reason, ok := strings.CutPrefix(line, "refused "); ok {
		var text string
		return cmp.Or(json.Unmarshal([]byte(reason), &text), errors.New(text))
	}
	f := strings.SplitN(strings.TrimSpace(line), " ", 4)
	if len(f) < 4 || f[0] != "hello" {
		return errors.New("the module of the program sent no greeting")
	}
	var words string
	pid, err := strconv.Atoi(f[1])
	if err := cmp.Or(err, json.Unmarshal([]byte(f[3]), &words)); err != nil {
		return fmt.Errorf("the module of the program sent a bad greeting: %w", err)
	}
	c.PID, c.Version, c.Words = pid, f[2], strings.Split(words, "\x00")
	return nil
}

// read reads messages until the connection ends.
func (c *Conn) read(in *bufio.Reader) {
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return
		}
		if text := strings.TrimSpace(string(line)); text == "ending" {
			c.announce()
		} else {
			select {
			case c.replies <- text:
			default: // nobody waits for it
			}
		}
	}
}

// announce reports that the program wants to end. If a dump is being taken, it is the last, and the program may end.
func (c *Conn) announce() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !closed(c.ending) {
		close(c.ending)
	}
	if c.dumping {
		c.release()
	}
}

// Release lets a program end that has announced its end.
func (c *Conn) Release() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.release()
}

func (c *Conn) release() {
	if !c.told {
		c.told = true
		_, _ = c.conn.Write([]byte("end\n"))
	}
}

// Ending returns a channel that is closed when the program wants to end. It then waits for the last dump, or for Release.
func (c *Conn) Ending() <-chan struct{} { return c.ending }

// Waits reports whether the program waits for the last dump.
func (c *Conn) Waits() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return closed(c.ending) && !c.told && !closed(c.done)
}

// Done returns a channel that is closed when the program has ended, or no longer answers.
func (c *Conn) Done() <-chan struct{} { return c.done }

// Close ends the connection. A program that waits for it ends.
func (c *Conn) Close() { c.conn.Close() }

func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// Dump makes the program fork a child that writes the objects, and copies them to out, compressed with gzip. It returns how long the program
// was stopped. last is true if the program waits for this dump before it ends. A dump of more than limit bytes is an error.
func (c *Conn) Dump(ctx context.Context, out io.Writer, last bool, limit int64) (pause time.Duration, err error) {
	r, w, err := os.Pipe()
	if err != nil {
		return 0, err
	}
	defer r.Close()
	err = c.request(last, w)
	w.Close()
	if err != nil {
		return 0, ErrEnded
	}
	defer c.completed()
	stop := context.AfterFunc(ctx, func() { r.Close() })
	defer stop()
	pid, copied := copyDump(out, r, limit)
	if pid > 0 {
		guard.Go(func() error { reap(pid, copied != nil); return nil }, nil)
	}
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	pause, err = c.reply(ctx)
	return pause, cmp.Or(err, copied)
}

// request sends a request with the descriptor of a pipe.
func (c *Conn) request(last bool, w *os.File) error {
	text := "dump\n"
	if last {
		text = "last\n"
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if !last && closed(c.ending) {
		return ErrEnded
	}
	c.dumping, c.told = !last, c.told || last
	_, _, err := c.conn.WriteMsgUnix([]byte(text), syscall.UnixRights(int(w.Fd())), nil) // Fd makes writes wait
	return err
}

func (c *Conn) completed() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.dumping = false
}

// reply waits for the reply to a request.
func (c *Conn) reply(ctx context.Context) (pause time.Duration, err error) {
	var text string
	select {
	case text = <-c.replies:
	default:
		select {
		case text = <-c.replies:
		case <-c.done:
			return 0, nil // it may end before it answers
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
	word, rest, _ := strings.Cut(text, " ")
	if word == "forked" {
		n, err := strconv.ParseInt(rest, 10, 64)
		return time.Duration(max(0, n)), err
	}
	var reason string
	if err := json.Unmarshal([]byte(rest), &reason); err != nil {
		reason = text
	}
	return 0, fmt.Errorf("the program cannot fork a copy: %s", reason)
}

// copyDump copies a dump to out, at most limit bytes. A dump by a child begins with a line that contains the process number of the child; pid
// is 0 if the program itself writes the dump. The pipe may stay open in other children, so the end of the content ends the dump: a checksum
// if it is compressed, and else a last line.
func copyDump(out io.Writer, r io.Reader, limit int64) (pid int, err error) {
	in := bufio.NewReaderSize(r, maxLine)
	const start = "copy "
	if head, _ := in.Peek(len(start)); string(head) == start {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return 0, errEarly
		}
		pid, _ = strconv.Atoi(strings.TrimSpace(string(line[len(start):])))
	}
	return pid, copyObjects(&limited{out, limit}, in)
}

// copyObjects copies a dump, compressed or plain, without its first line.
func copyObjects(out io.Writer, in *bufio.Reader) error {
	head, err := in.Peek(2)
	if err != nil {
		return errEarly
	}
	if head[0] != 0x1f || head[1] != 0x8b {
		return copyPlain(out, in)
	}
	kept := bufio.NewReader(io.TeeReader(in, out))
	z, err := gzip.NewReader(kept)
	if err == nil {
		z.Multistream(false)
		_, err = io.Copy(io.Discard, z)
	}
	if err != nil && !errors.Is(err, errTooLarge) {
		err = errEarly
	}
	return err
}

var (
	errEarly    = errors.New("the copy of the program ended early")
	errTooLarge = errors.New("the dump is larger than the program")
)

// copyPlain compresses a plain dump, whose last line is the word end. A child that fails writes the reason instead.
func copyPlain(out io.Writer, in *bufio.Reader) error {
	const failed, end = "error: ", "end\n"
	z, err := gzip.NewWriterLevel(out, gzip.BestSpeed)
	if err != nil {
		return err
	}
	for begins := true; ; {
		line, err := in.ReadSlice('\n')
		long := errors.Is(err, bufio.ErrBufferFull)
		switch text := string(line[:min(len(line), len(failed))]); {
		case err != nil && !long && !(begins && text == failed):
			return errEarly
		case begins && text == end:
			return z.Close()
		case begins && text == failed:
			return errors.New("the copy of the program failed: " + strings.TrimSpace(string(line[len(failed):])))
		}
		if _, err := z.Write(line); err != nil {
			return err
		}
		begins = !long
	}
}

// limited is a writer that returns an error after a number of bytes.
type limited struct {
	io.Writer
	left int64
}

func (l *limited) Write(p []byte) (int, error) {
	if l.left -= int64(len(p)); l.left < 0 {
		return 0, errTooLarge
	}
	return l.Writer.Write(p)
}
