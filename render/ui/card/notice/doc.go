// Package notice draws short notices: tooltips, hints, progress, problems, messages and captions. It also prompts the user before another
// program may show something in the window.
package notice
