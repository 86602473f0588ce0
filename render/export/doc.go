// Package export writes content of the window to files chosen by the user: pictures of the city, data of views, and heap graphs. It prompts,
// draws and writes in the background.
package export
