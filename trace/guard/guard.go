// Package guard keeps a fault of this program in one piece of work from ending the rest: a panic becomes an error where somebody
// waits for the work. All goroutines begin here, but for those that a rule of the repository lists with a reason.
package guard

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"
)

// A Panic is a fault of this program, met in some work.
type Panic struct {
	Value any
	Stack []byte // of the goroutine that met it
	Doing string // what the work was, such as "reading a.hprof"; empty if nobody said

	reported *atomic.Bool
}

// Error says what it is, without the stack. What is not seen in it, or would steer a terminal, is escaped.
func (p *Panic) Error() string {
	if p.Doing != "" {
		return fmt.Sprintf("internal error while %s: %s", seen(p.Doing), seen(fmt.Sprint(p.Value)))
	}
	return "internal error: " + seen(fmt.Sprint(p.Value))
}

// seen returns a text, quoted if it has characters that are not seen. Package words, which replaces them, knows of recordings.
func seen(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool { return r == utf8.RuneError || !strconv.IsGraphic(r) }) {
		return strconv.QuoteToGraphic(text)
	}
	return text
}

// caught makes a Panic of what recover returned. One that came out of other work stays as it is.
func caught(value any) *Panic {
	if p, ok := value.(*Panic); ok {
		return p
	}
	return &Panic{Value: value, Stack: debug.Stack(), reported: new(atomic.Bool)}
}

// Try returns what do returns, or its panic as an error that is a *[Panic].
func Try(do func() error) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = caught(value)
		}
	}()
	return do()
}

// While is [Try] for work that has a name: a panic in it says what was being done, that of the innermost work.
func While(doing string, do func() error) error {
	err := Try(do)
	if p, ok := err.(*Panic); ok && p.Doing == "" {
		named := *p // others may have it too
		named.Doing = doing
		return &named
	}
	return err
}

// Go calls do in a goroutine, and ended with what it returned there, which is a *[Panic] if it panicked. Without ended, a panic is
// reported to standard error.
func Go(do func() error, ended func(error)) {
	go func() {
		err := Try(do)
		if ended != nil {
			ended(err)
		} else {
			Report(os.Stderr, "", err)
		}
	}()
}

// Safe returns a function that calls do and reports its panic to standard error, for goroutines whose work nobody waits for.
func Safe(do func()) func() {
	return func() { Report(os.Stderr, "", Try(func() error { do(); return nil })) }
}

// Report writes what to do about an error if it is a *[Panic], and nothing otherwise. Of one that was reported before it writes the
// first line alone. Doing says what the program did; it may be empty.
func Report(w io.Writer, doing string, err error) {
	var p *Panic
	if !errors.As(err, &p) {
		return
	}
	if doing != "" {
		doing = seen(doing) + ": "
	}
	fmt.Fprintf(w, "memcity: %s%v\n", doing, p)
	if p.reported.Swap(true) {
		return
	}
	fmt.Fprintf(w, "\nThis is a fault of memcity, not of what it reads. Please report it to those from whom you have memcity, with these lines, what "+
		"memcity version prints and, if you may, what was read. The lines may have names from what was read, and no contents.\n\n%s", p.Stack)
}

// Group is goroutines that somebody waits for. The zero value is ready.
type Group struct {
	wait  sync.WaitGroup
	mu    sync.Mutex
	first *Panic
}

// Start calls do in a goroutine of the group.
func (g *Group) Start(do func()) {
	g.wait.Go(func() {
		defer func() {
			if value := recover(); value != nil {
				p := caught(value)
				g.mu.Lock()
				defer g.mu.Unlock()
				if g.first == nil {
					g.first = p
				}
			}
		}()
		do()
	})
}

// Wait waits for all goroutines of the group. If one panicked, it panics as that one did, in the goroutine of the caller.
func (g *Group) Wait() {
	g.wait.Wait()
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.first != nil {
		panic(g.first)
	}
}
