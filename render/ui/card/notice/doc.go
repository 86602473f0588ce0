// Package notice draws short notices: tooltips, hints, progress, problems, messages, captions.
package notice
