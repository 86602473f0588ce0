// Package gltest runs tests that need OpenGL. The main thread is kept for OpenGL; tests run on other goroutines and hand
// their work over. Usage, in a test package:
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

// Required is the variable that makes tests fail instead of skip where OpenGL is missing, when it is 1.
const Required = "MEMCITY_GL_REQUIRED"

var (
	work    = make(chan func())
	problem error // why there is no context
)

// Main runs the tests of a package while the calling thread, which must be locked, serves Run. It does not return.
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

// failure is what Check panics with.
type failure struct{ message string }

// Check ends the function given to Run and fails its test if err is not nil.
func Check(err error) {
	if err != nil {
		panic(failure{err.Error()})
	}
}

// Run runs f on the thread that owns an OpenGL 3.3 context and waits for it. Without a context the test is skipped, or
// fails where Required is set. f must not end its goroutine, as t.Fatal does: it uses t.Error or Check.
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
