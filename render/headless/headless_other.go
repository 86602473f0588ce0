//go:build !linux || !cgo

package headless

import "runtime"

// Context stands for a context that this platform cannot make without a window.
type Context struct{}

// New returns an error: a hidden window is needed here.
func New() (*Context, error) {
	return nil, &unavailable{where() + ", use a hidden window"}
}

func where() string {
	if runtime.GOOS == "linux" {
		return "not built in, as cgo was off"
	}
	return "not available on " + runtime.GOOS
}

// MakeCurrent returns an error.
func (c *Context) MakeCurrent() error { return &unavailable{where()} }

// Close does nothing.
func (c *Context) Close() {}
