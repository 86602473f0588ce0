// Package guard contains a bug of this program in the piece of work that it affects: a panic becomes an error for the code that waits for
// the work. All goroutines are started here, except for the exceptions that a rule of the repository lists with a reason.
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

// A Panic is a bug of this program that occurred in some work.
type Panic struct {
	Value any
	Stack []byte // of the goroutine that panicked
	Doing string // description of the work, such as "reading a.hprof"; empty if unknown

	reported *atomic.Bool
}

// Error returns a message without the stack. Invisible and terminal control characters are escaped.
func (p *Panic) Error() string {
	if p.Doing != "" {
		return fmt.Sprintf("internal error while %s: %s", seen(p.Doing), seen(fmt.Sprint(p.Value)))
	}
	return "internal error: " + seen(fmt.Sprint(p.Value))
}

// seen returns a text, quoted if it has characters that are not graphic. It does not use package words, which depends on recordings.
func seen(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool { return r == utf8.RuneError || !strconv.IsGraphic(r) }) {
		return strconv.QuoteToGraphic(text)
	}
	return text
}

// caught converts the result of recover to a Panic. It returns a Panic of other work unchanged.
func caught(value any) *Panic {
	if p, ok := value.(*Panic); ok {
		return p
	}
	return &Panic{Value: value, Stack: debug.Stack(), reported: new(atomic.Bool)}
}

// Try returns the result of do, or its panic as a *[Panic].
func Try(do func() error) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = caught(value)
		}
	}()
	return do()
}

// While is [Try] with a description of the work, which it adds to a panic. In nested calls, the innermost description counts.
func While(doing string, do func() error) error {
	err := Try(do)
	if p, ok := err.(*Panic); ok && p.Doing == "" {
		named := *p // other goroutines may have the same Panic
		named.Doing = doing
		return &named
	}
	return err
}

// Go calls do in a goroutine. It then calls ended there with the result of do, which is a *[Panic] if do panicked. If ended is nil, a panic
// is reported to standard error.
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

// Safe returns a function that calls do and reports a panic to standard error. It is for goroutines that nothing waits for.
func Safe(do func()) func() {
	return func() { Report(os.Stderr, "", Try(func() error { do(); return nil })) }
}

// Report writes instructions for a *[Panic], and nothing for other errors. If the Panic was reported before, it writes only the first line.
// doing describes the program's activity and may be empty.
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
	fmt.Fprintf(w, "\nThis is a bug in memcity, not in its input. Please report it where you got memcity. Include these lines, the output of "+
		"memcity version and, if you may, the input. These lines may contain names from the input, but no contents.\n\n%s", p.Stack)
}

// Group is a group of goroutines to wait for. The zero value is ready to use.
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

// Wait waits for all goroutines of the group. If one of them panicked, it panics with the same value.
func (g *Group) Wait() {
	g.wait.Wait()
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.first != nil {
		panic(g.first)
	}
}
