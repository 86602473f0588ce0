package script

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"memcity/render/action"
)

// Limits of values.
const (
	minSide, maxSide   = 64, 8192 // in pixels
	minScale, maxScale = 0.5, 4.0
	maxPosition        = 100_000 // in pixels
	maxNotches         = 1000
	maxTime            = 10 * time.Minute
)

// verb is a kind of line.
type verb struct {
	name  string
	form  string // syntax of the arguments, for messages
	parse func(*line) Action
}

// verbs lists all kinds of lines.
var verbs = []verb{
	{"size", "WxH", func(l *line) Action { return parseSize(l) }},
	{"scale", "F", func(l *line) Action { return Scale{l.number("a scale", minScale, maxScale)} }},
	{"theme", "light|dark", func(l *line) Action { return Theme{l.choice("light", "dark") == 1} }},
	{"move", "PLACE", func(l *line) Action { return Move{l.place()} }},
	{"click", "PLACE [left|middle|right] [+ctrl|+shift]", parseClick},
	{"drag", "PLACE PLACE [left|middle|right] [+shift]", parseDrag},
	{"wheel", "N", func(l *line) Action { return Wheel{l.number("notches", -maxNotches, maxNotches)} }},
	{"key", "KEY", func(l *line) Action { return Key{l.key()} }},
	{"hold", "KEY MS", func(l *line) Action { return Hold{l.key(), l.millis()} }},
	{"do", "ACTION", func(l *line) Action { return Do{action.ID(l.name("the ID of an action, such as panel.settings"))} }},
	{"type", "TEXT", func(l *line) Action { return Type{strings.Join(l.rest("a string"), " ")} }},
	{"open", "PATH...", func(l *line) Action { return Open{l.rest("a path")} }},
	{"drop", "PATH...", func(l *line) Action { return Drop{l.rest("a path")} }},
	{"choose", "[PATH...]", parseChoose},
	{"record", "CMD...", func(l *line) Action { return Record{l.rest("a program")} }},
	{"wait", "", func(*line) Action { return Wait{} }},
	{"advance", "MS", func(l *line) Action { return Advance{l.millis()} }},
	{"shot", "FILE", func(l *line) Action { return Shot{l.name("a file")} }},
	{"clipboard", "FILE", func(l *line) Action { return Clipboard{l.name("a file, or -")} }},
	{"state", "FILE", func(l *line) Action { return State{l.name("a file, or -")} }},
	{"expect", "[not] FIELD VALUE", func(l *line) Action { return parseExpect(l) }},
	{"until", "[not] FIELD VALUE", func(l *line) Action { return Until{parseExpect(l)} }},
}

// line is the unparsed rest of a line. After an error it returns zero values.
type line struct {
	verb *verb
	left []word
	err  error
}

// fail sets the error, with the syntax of the line. Only the first error is kept.
func (l *line) fail(format string, args ...any) {
	if l.err == nil {
		l.err = fmt.Errorf("%s: %s; the form is: %s", l.verb.name, fmt.Sprintf(format, args...),
			strings.TrimSpace(l.verb.name+" "+l.verb.form))
	}
}

// next returns the next word. what describes the expected word, for the error if there is none.
func (l *line) next(what string) (w word, ok bool) {
	if l.err != nil {
		return word{}, false
	}
	if len(l.left) == 0 {
		l.fail("expected %s", what)
		return word{}, false
	}
	w, l.left = l.left[0], l.left[1:]
	return w, true
}

func (l *line) number(what string, low, high float64) float64 {
	w, ok := l.next(what)
	if !ok {
		return 0
	}
	f, err := strconv.ParseFloat(w.text, 64)
	if err != nil || !(f >= low && f <= high) {
		l.fail("%s: expected %s from %s to %s", shown(w.text), what, number(low), number(high))
		return 0
	}
	return f
}

func (l *line) millis() time.Duration {
	ms := l.number("milliseconds", 0, float64(maxTime/time.Millisecond))
	return time.Duration(math.Round(ms * float64(time.Millisecond)))
}

// choice parses one of the known words and returns its index.
func (l *line) choice(known ...string) int {
	what := strings.Join(known, " or ")
	w, ok := l.next(what)
	if !ok {
		return 0
	}
	i := slices.Index(known, w.text)
	if i < 0 {
		l.fail("%s: expected %s", shown(w.text), what)
		return 0
	}
	return i
}

// option parses the next word if it is a known one, and returns its index; -1 if it is not.
func (l *line) option(known ...string) int {
	if l.err != nil || len(l.left) == 0 || l.left[0].quoted {
		return -1
	}
	i := slices.Index(known, l.left[0].text)
	if i >= 0 {
		l.left = l.left[1:]
	}
	return i
}

func (l *line) button() Button { return Button(max(l.option(buttonNames...), 0)) }

func (l *line) place() Place {
	const what = "a place: X and Y in pixels, or a name in quotes"
	if l.err == nil && len(l.left) > 0 && l.left[0].quoted {
		w, _ := l.next(what)
		if w.text == "" {
			l.fail(`"": expected the text of a control, or the key of a building or district`)
		}
		return Place{Name: w.text}
	}
	if l.err == nil && len(l.left) == 0 {
		l.fail("expected %s", what)
	}
	return Place{X: l.number("X in pixels", -maxPosition, maxPosition), Y: l.number("Y in pixels", -maxPosition, maxPosition)}
}

func (l *line) name(what string) string {
	w, ok := l.next(what)
	if ok && w.text == "" {
		l.fail("expected %s", what)
	}
	return w.text
}

// rest returns all remaining words, at least one.
func (l *line) rest(what string) []string {
	texts := []string{l.name(what)}
	for len(l.left) > 0 && l.err == nil {
		texts = append(texts, l.name(what))
	}
	return texts
}

func parseChoose(l *line) Action {
	if len(l.left) == 0 {
		return Choose{}
	}
	return Choose{l.rest("a path")}
}

func parseSize(l *line) Action {
	w, ok := l.next("width and height as 1280x720")
	if !ok {
		return nil
	}
	x, y, _ := strings.Cut(w.text, "x")
	width, err1 := strconv.Atoi(x)
	height, err2 := strconv.Atoi(y)
	switch {
	case err1 != nil || err2 != nil:
		l.fail("%s: expected width and height as 1280x720", shown(w.text))
	case min(width, height) < minSide || max(width, height) > maxSide:
		l.fail("%s: expected sides of %d to %d pixels", shown(w.text), minSide, maxSide)
	}
	return Size{width, height}
}

func parseClick(l *line) Action {
	a := Click{At: l.place(), Button: l.button()}
	switch l.option("+ctrl", "+shift") {
	case 0:
		a.Mods = action.Ctrl
	case 1:
		a.Mods = action.Shift
	}
	return a
}

func parseDrag(l *line) Action {
	return Drag{From: l.place(), To: l.place(), Button: l.button(), Shift: l.option("+shift") == 0}
}

func parseExpect(l *line) Expect {
	not := len(l.left) > 0 && l.option("not") == 0
	field := l.name("a field")
	value, _ := l.next("a value")
	return Expect{Field: field, Value: value.text, Not: not}
}

// key parses a key.
func (l *line) key() action.Key {
	w, ok := l.next("a key")
	if !ok {
		return action.Key{}
	}
	k, err := action.ParseKey(w.text)
	if err != nil {
		l.fail("%s: %v", shown(w.text), err)
	}
	return k
}
