// Package headless makes an OpenGL 3.3 core context without a window, for pictures off screen and for tests.
//
// On Linux it goes through EGL: Mesa's surfaceless platform (which includes the software renderer), else the first EGL
// device that can do it. Neither an X server nor a Wayland compositor is needed. On Windows and macOS it is the context of a hidden
// window, so a session with a screen is needed. Elsewhere New returns an error.
package headless

// unavailable is why no context could be made.
type unavailable struct{ reason string }

func (e *unavailable) Error() string { return "OpenGL 3.3 without a window: " + e.reason }
