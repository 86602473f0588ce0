// Package rules draws the rules that watch a live recording.
package rules
