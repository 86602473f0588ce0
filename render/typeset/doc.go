// Package typeset sets names in scripts that the bundled font lacks: Chinese, Arabic, Hebrew, Devanagari, emoji and all
// that fonts of the system have. Letters are joined and reordered as their scripts require, and words that run from right to
// left stand in that order next to others (Unicode Standard Annex 9).
//
// Fonts are looked for when the first name needs one. That and everything after it happens on a goroutine: a caller never
// waits, and is notified when there is something new to show. What no font shows is left to the caller.
package typeset
