//go:build (windows || darwin) && cgo

package headless

import (
	"github.com/go-gl/glfw/v3.3/glfw"
)

// Context is the OpenGL context of a hidden window.
type Context struct{ window *glfw.Window }

// New creates a hidden window and makes its context current on the calling thread. On macOS that must be the first thread of the process. On
// Windows it must be the same thread for all windows.
func New() (c *Context, err error) {
	defer func() { // without a screen, calls after Init panic
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
	window.MakeContextCurrent()
	return &Context{window}, nil
}

// hiddenSize is the width and height of the hidden window, in pixels. Drawing goes to framebuffer objects.
const hiddenSize = 16

// Close destroys the context. GLFW stays initialized for other windows of the process.
func (c *Context) Close() {
	glfw.DetachCurrentContext()
	c.window.Destroy()
}
