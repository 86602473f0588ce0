// Package notice draws short notices: tooltips, hints, progress, problems, messages and captions.
package notice
