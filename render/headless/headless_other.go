//go:build !cgo || !(linux || windows || darwin)

package headless

import "runtime"

// Context is a placeholder on systems without support.
type Context struct{}

// New returns an error.
func New() (*Context, error) { return nil, &unavailable{where()} }

func where() string {
	switch runtime.GOOS {
	case "linux", "windows", "darwin":
		return "not built in, as cgo was off"
	}
	return "not available on " + runtime.GOOS
}

// Close does nothing.
func (c *Context) Close() {}
