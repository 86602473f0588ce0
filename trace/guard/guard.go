// Package guard keeps a fault of this program in one piece of work from ending the rest: a panic becomes an error where somebody
// waits for the work. All goroutines begin here, but for those that a rule of the repository lists with a reason.
package guard

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"sync"
)

// A Panic is a fault of this program, met in some work.
type Panic struct {
	Value any
	Stack []byte // of the goroutine that met it
}

// Error says what it is, without the stack.
func (p *Panic) Error() string { return fmt.Sprintf("internal error: %v", p.Value) }

// caught makes a Panic of what recover returned. One that came out of other work stays as it is.
func caught(value any) *Panic {
	if p, ok := value.(*Panic); ok {
		return p
	}
	return &Panic{value, debug.Stack()}
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

// Report writes what to do about an error if it is a *[Panic], and nothing otherwise. Doing says what the program did; it may be
// empty.
func Report(w io.Writer, doing string, err error) {
	var p *Panic
	if !errors.As(err, &p) {
		return
	}
	if doing != "" {
		doing += ": "
	}
	fmt.Fprintf(w, "memcity: %s%v\n\nThis is a fault of memcity, not of what it reads. Please report it to those from whom you have memcity, with these lines "+
		"and, if you may, with what was read. The lines hold no contents of it.\n\n%s", doing, p, p.Stack)
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
