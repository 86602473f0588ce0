//go:build !linux

package headless

import "runtime"

// Context stands for a context that this platform cannot make without a window.
type Context struct{}

// New returns an error: a hidden window is needed here.
func New() (*Context, error) {
	return nil, &unavailable{"not available on " + runtime.GOOS + ", use a hidden window"}
}

// MakeCurrent returns an error.
func (c *Context) MakeCurrent() error { return &unavailable{"not available on " + runtime.GOOS} }

// Close does nothing.
func (c *Context) Close() {}
