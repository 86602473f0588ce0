// Package typeset sets text in scripts that the bundled font lacks, such as Chinese, Arabic, Hebrew, Devanagari and emoji, with fonts of the
// system. It joins and reorders letters as their scripts require. It orders right-to-left words among others as in Unicode Standard Annex 9.
//
// Fonts are loaded when the first text needs one. All work happens on a goroutine: a caller never waits, and is notified when new lines are
// ready. Text that no font supports is left to the caller.
package typeset
