// Package gltest runs tests that need OpenGL. OpenGL stays on the main thread; tests run on other goroutines and send their work to it.
// Usage in a test package:
//
//	func init() { runtime.LockOSThread() }
//	func TestMain(m *testing.M) { gltest.Main(m) }
//	func TestX(t *testing.T) { gltest.Run(t, func() { … }) }
package gltest

import (
	"fmt"
	"os"
	"runtime/debug"
	"testing"

	"memcity/render/headless"
)

// Required is an environment variable. If it is 1, tests fail without OpenGL instead of being skipped.
const Required = "MEMCITY_GL_REQUIRED"

var (
	work    = make(chan func())
	problem error // why there is no context; nil if there is one
)

// Main runs the tests of a package and serves Run on the calling thread, which must be locked. It does not return.
func Main(m *testing.M) {
	context, err := headless.New()
	problem = err
	code := make(chan int)
	go func() { code <- m.Run() }()
	for {
		select {
		case f := <-work:
			f()
		case c := <-code:
			if context != nil {
				context.Close()
			}
			os.Exit(c)
		}
	}
}

// failure is the panic value of Check.
type failure struct{ message string }

// Check ends the function passed to Run and fails its test if err is not nil.
func Check(err error) {
	if err != nil {
		panic(failure{err.Error()})
	}
}

// Run runs f on the thread that owns the OpenGL 3.3 context, and waits for it. Without a context it skips the test, or fails it if Required
// is set. f must not call t.Fatal, which ends the goroutine. It uses t.Error or Check instead.
func Run(t testing.TB, f func()) {
	t.Helper()
	if problem != nil {
		if os.Getenv(Required) == "1" {
			t.Fatal(problem)
		}
		t.Skip(problem)
	}
	done := make(chan string, 1)
	work <- func() {
		defer func() {
			switch r := recover().(type) {
			case nil:
				done <- ""
			case failure:
				done <- r.message
			default:
				done <- fmt.Sprintf("panic: %v\n%s", r, debug.Stack())
			}
		}()
		f()
	}
	if message := <-done; message != "" {
		t.Fatal(message)
	}
}
