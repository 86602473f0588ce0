// Package render is the window: it turns input into actions, keeps the view state, and composes the picture of the city
// (render/scene) with the panels (render/ui). It decides nothing about heaps.
//
// [App] is the whole logic without a window system: events, times and sizes go in, frames come out. Two drivers feed it:
// [Window] with GLFW on a screen, and [OffScreen] without one. Only the main goroutine touches an App; it never waits
// for the session's worker or the panels' painter.
//
// The clock is read in clock.go and nowhere else.
package render
