// Package script parses and formats scripts that drive the window offscreen. It converts between text and actions, which are plain values.
// The caller that runs the actions defines their effect, so the package needs no graphics.
//
// A script has one action per line. Words are separated by blanks. A word in double quotes may contain blanks; two double quotes inside it
// stand for one. An unquoted word that starts with # begins a comment, which extends to the end of the line.
//
//	size WxH             size of the window in pixels
//	scale F              pixels per point, 0.5 to 4
//	theme light|dark
//	move PLACE           move the pointer
//	click PLACE [left|middle|right] [+ctrl|+shift]
//	drag PLACE PLACE [left|middle|right] [+shift]
//	wheel N              notches at the pointer; positive is away from the user
//	key KEY              press and release, such as N, Escape, Ctrl+Z, Shift+Tab
//	hold KEY MS          press, and release later
//	do ACTION            run an action of the window by its ID, such as panel.settings
//	type TEXT            letter by letter
//	open PATH...         open paths as one recording
//	drop PATH...         drop paths on the window
//	choose [PATH...]     answer the next file dialog; without a path, the window shows its own dialogs from now on
//	record CMD...        start a program and record it
//	wait                 until nothing moves
//	advance MS           advance the clock
//	shot FILE            write a picture (PNG)
//	clipboard FILE       write what was copied last; - is standard output
//	state FILE           write the description of the window as JSON; - is standard output
//	expect [not] FIELD VALUE   compare a field of the description; see [Check]
//	until [not] FIELD VALUE    wait in real time until the field has the value
//
// PLACE is X Y in pixels from the top left corner, or a quoted name: the text of a control, or the key of a building or district.
package script
