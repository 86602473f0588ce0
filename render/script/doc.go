// Package script is the language of scripts that drive the window off screen: it turns text into actions, as values, and
// back. What the actions do is decided by whoever runs them; the package needs no graphics.
//
// A script has one action a line. Words are parted by blanks. A word may stand in double quotes, which keep blanks; two
// double quotes inside them mean one. A word that starts with # without quotes starts a comment, which ends with the
// line.
//
//	size WxH             the window in pixels
//	scale F              pixels per point, 0.5 to 4
//	theme light|dark
//	move PLACE           the pointer
//	click PLACE [left|middle|right] [+ctrl|+shift]
//	drag PLACE PLACE [left|middle|right] [+shift]
//	wheel N              notches at the pointer; positive is away from the user
//	key KEY              press and release, such as N, Escape, Ctrl+Z, Shift+Tab
//	hold KEY MS          press, and release later
//	type TEXT            letter by letter
//	open PATH...         as one recording
//	drop PATH...         on the window
//	choose [PATH...]     in the next dialog for files; without a path, the window shows dialogs itself from then on
//	record CMD...        starts a program and records it
//	wait                 until nothing moves any more
//	advance MS           lets the clock run
//	shot FILE            a picture (PNG)
//	clipboard FILE       what was copied last; - is standard output
//	state FILE           what is to be seen, as JSON; - is standard output
//	expect [not] FIELD VALUE   a field of that state; see [Check]
//	until [not] FIELD VALUE    waits, in real time, until it is so
//
// PLACE is X Y in pixels from the upper left corner, or a name in quotes: the text of a control, or the key of a building
// or district.
package script
