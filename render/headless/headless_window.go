//go:build (windows || darwin) && cgo

package headless

import (
	"github.com/go-gl/glfw/v3.3/glfw"
)

// Context is a current OpenGL context of a window that is not shown.
type Context struct{ window *glfw.Window }

// New makes a window that is not shown, and its context current on the calling thread. The system wants it to be the first thread of the
// process on macOS, and the same one for all windows elsewhere.
func New() (c *Context, err error) {
	defer func() { // where the system has no screen for a window, calls after that of Init panic
		switch r := recover().(type) {
		case nil:
		case *glfw.Error:
			c, err = nil, &unavailable{r.Error()}
		default:
			panic(r)
		}
	}()
	if err := glfw.Init(); err != nil {
		return nil, &unavailable{err.Error()}
	}
	glfw.DefaultWindowHints()
	glfw.WindowHint(glfw.Visible, glfw.False)
	glfw.WindowHint(glfw.ContextVersionMajor, 3)
	glfw.WindowHint(glfw.ContextVersionMinor, 3)
	glfw.WindowHint(glfw.OpenGLProfile, glfw.OpenGLCoreProfile)
	glfw.WindowHint(glfw.OpenGLForwardCompatible, glfw.True)
	window, err := glfw.CreateWindow(hiddenSize, hiddenSize, "", nil, nil)
	glfw.DefaultWindowHints()
	if err != nil {
		return nil, &unavailable{err.Error()}
	}
	c = &Context{window}
	return c, c.MakeCurrent()
}

// hiddenSize is that of the window, in pixels: what is drawn goes to framebuffers.
const hiddenSize = 16

// MakeCurrent makes the context current on the calling thread.
func (c *Context) MakeCurrent() error {
	c.window.MakeContextCurrent()
	return nil
}

// Close destroys the context. GLFW stays initialised, for another window of the process.
func (c *Context) Close() {
	glfw.DetachCurrentContext()
	c.window.Destroy()
}
