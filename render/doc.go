// Package render implements the window. It turns input into actions, keeps the view state, and draws the city (render/stage) with the panels
// (render/ui) on top. It does not analyze heaps.
//
// [App] contains all logic and needs no window system. It takes events, times and sizes, and produces frames. There are two drivers:
// [Window] shows an App on a screen with GLFW, and [OffScreen] runs one without a screen. Only the main goroutine may use an App. It never
// waits for the session's worker or for the painter of the panels.
//
// Only clock.go reads the clock.
package render
