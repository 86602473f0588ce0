// Package headless creates OpenGL 3.3 core contexts without a visible window, for offscreen pictures and tests.
//
// On Linux it uses EGL: Mesa's surfaceless platform, which includes the software renderer, or else the first suitable EGL device. It needs
// neither an X server nor a Wayland compositor. On Windows and macOS it uses the context of a hidden window, which requires a session with a
// screen. On other systems New returns an error.
package headless

// unavailable is the error returned if no context can be created.
type unavailable struct{ reason string }

func (e *unavailable) Error() string { return "OpenGL 3.3 without a window: " + e.reason }
