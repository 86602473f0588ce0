package scene

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/words"
)

// Setting is a row of the settings table. It describes one value of [Settings], except for its effect.
type Setting struct {
	Name      string // in the preferences file and, unless Described is set, in the description of the window
	Described string // "-" if it is not described
	Flag      string // option of the commands that draw cities; empty for none
	Pictures  bool   // true for an option of drawing commands only
	Redraws   Redraw
	Section   Section

	Title   string   // name of the control
	Label   string   // text left of the control if the title is too long
	Hint    string   // effect, in a sentence without a full stop
	Choices []Choice // for a choice, or a switch between two options
	Value   Value
}

// Redraw selects the result to recompute after a change of a setting. All earlier values of the list are included.
type Redraw uint8

// Effects of a change.
const (
	RedrawsNothing Redraw = iota // except the window
	RedrawsLook                  // the city of a plan
	RedrawsPlan                  // the plan of a series
	RedrawsSeries                // the series itself
)

// Section is a part of the settings that is shown and reset separately.
type Section string

// Sections in display order. Limits have their own panel.
const (
	SectionNumbers    Section = "Numbers"
	SectionGroups     Section = "Groups"
	SectionColor      Section = "Color and opacity"
	SectionNames      Section = "Names and references"
	SectionTime       Section = "Time"
	SectionAppearance Section = "Appearance"
	SectionHands      Section = "Mouse and touchpad"
	SectionLimits     Section = "Limits"
)

// Choice is one possible value of a setting.
type Choice struct{ Text, Hint string }

// Value accesses, reads, writes and limits one value of [Settings].
type Value interface {
	// At returns a pointer that encoding/json reads and writes: *bool, *int, *float64, *seq.Seq[string] or an [Index].
	At(s *Settings) any
	normal(s *Settings) // clamps the value
	reset(s *Settings)  // sets the default
	take(s, from *Settings)
	same(s, o *Settings) bool
}

// Typed is a value that can be typed, such as a command line option.
type Typed interface {
	Value
	// Parse reads the typed text. The error says what is expected.
	Parse(s *Settings, text string) error
	// Text formats the value so that Parse can read it.
	Text(s *Settings) string
	// Range describes the accepted values.
	Range() string
}

// Index is a value with a 0-based number for each name.
type Index interface {
	Number() int
	Choose(number int)
}

// at accesses a value of type T.
type at[T comparable] func(*Settings) *T

func (a at[T]) At(s *Settings) any       { return a(s) }
func (a at[T]) take(s, from *Settings)   { *a(s) = *a(from) }
func (a at[T]) same(s, o *Settings) bool { return *a(s) == *a(o) }

// Toggle is a value that is on or off.
type Toggle struct {
	at[bool]
	initial bool
}

func (v Toggle) normal(*Settings)        {}
func (v Toggle) reset(s *Settings)       { *v.at(s) = v.initial }
func (v Toggle) Range() string           { return "true or false" }
func (v Toggle) Text(s *Settings) string { return fmt.Sprint(*v.at(s)) }

// Parse reads true or false.
func (v Toggle) Parse(s *Settings, text string) error {
	if text != "true" && text != "false" {
		return errors.New("expected " + v.Range())
	}
	*v.at(s) = text == "true"
	return nil
}

// Count is an integer.
type Count struct {
	at[int]
	initial   int
	Low, High int
	Typed     int  // maximum that the control offers; 0 for High
	All       bool // true if Low means all; numbers then start at Low+1
}

func (v Count) normal(s *Settings) { *v.at(s) = min(max(*v.at(s), v.Low), v.High) }
func (v Count) reset(s *Settings)  { *v.at(s) = v.initial }

// Range describes the accepted numbers.
func (v Count) Range() string {
	switch {
	case v.All:
		return fmt.Sprintf("a number from %d, or all", v.Low+1)
	case v.High == maxCount:
		return fmt.Sprintf("%d or more", v.Low)
	}
	return fmt.Sprintf("%d to %d", v.Low, v.High)
}

// Text formats the number, or all.
func (v Count) Text(s *Settings) string {
	if n := *v.at(s); !v.All || n != v.Low {
		return fmt.Sprint(n)
	}
	return "all"
}

// Parse reads a number, or all.
func (v Count) Parse(s *Settings, text string) error {
	least := v.Low
	if v.All {
		if text == "all" {
			*v.at(s) = v.Low
			return nil
		}
		least++
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > v.High {
		return errors.New("expected " + v.Range())
	}
	*v.at(s) = n
	return nil
}

// Real is a decimal number, such as a share.
type Real struct {
	at[float64]
	initial   float64
	Low, High float64
}

func (v Real) normal(s *Settings) { *v.at(s) = trees.Clamp(*v.at(s), v.Low, v.High) }
func (v Real) reset(s *Settings)  { *v.at(s) = v.initial }

// Range describes the accepted numbers.
func (v Real) Range() string {
	if v.Low == 0 && v.High == 1 {
		return fmt.Sprintf("0 to 1, or percent such as %s", words.PercentTyped(v.initial))
	}
	return fmt.Sprintf("%g to %g", v.Low, v.High)
}

// Text formats the number with all its digits.
func (v Real) Text(s *Settings) string { return fmt.Sprint(*v.at(s)) }

// Parse reads a number, or a percentage with a percent sign.
func (v Real) Parse(s *Settings, text string) error {
	number, percent := strings.CutSuffix(strings.TrimSpace(text), "%")
	x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if percent {
		x /= 100
	}
	if err != nil || !(x >= v.Low && x <= v.High) { // false for NaN
		return errors.New("expected " + v.Range())
	}
	*v.at(s) = x
	return nil
}

// name is a type whose values have names.
type name interface {
	~uint8
	String() string
}

// Name is a value that files and options store by its name.
type Name[T name] struct {
	at[T]
	initial T
	names   []string
	parse   func(string) (T, error)
}

func (v Name[T]) normal(s *Settings) {
	if int(*v.at(s)) >= len(v.names) {
		*v.at(s) = v.initial
	}
}
func (v Name[T]) reset(s *Settings)       { *v.at(s) = v.initial }
func (v Name[T]) Range() string           { return strings.Join(v.names, " or ") }
func (v Name[T]) Text(s *Settings) string { return (*v.at(s)).String() }
func (v Name[T]) At(s *Settings) any      { return &namedValue[T]{v.at(s), v.parse} }
func (v Name[T]) Parse(s *Settings, text string) error {
	return (&namedValue[T]{v.at(s), v.parse}).take(text)
}

// namedValue is a value that JSON stores by its name.
type namedValue[T name] struct {
	value *T
	parse func(string) (T, error)
}

func (n *namedValue[T]) Number() int                  { return int(*n.value) }
func (n *namedValue[T]) Choose(number int)            { *n.value = T(number) }
func (n *namedValue[T]) MarshalJSON() ([]byte, error) { return json.Marshal((*n.value).String()) }

func (n *namedValue[T]) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	return n.take(text)
}

func (n *namedValue[T]) take(text string) error {
	v, err := n.parse(text)
	if err == nil {
		*n.value = v
	}
	return err
}

// List is a list of classifiers.
type List struct {
	at[seq.Seq[string]]
	initial seq.Seq[string]
}

func (v List) reset(s *Settings) { *v.at(s) = v.initial }

func (v List) normal(s *Settings) {
	sound := v.at(s).Len() <= trees.MaxChain
	for _, name := range v.at(s).All() {
		sound = sound && name != "" && len(name) <= trees.MaxChainName
	}
	if !sound {
		v.reset(s)
	}
}

// Read sets the value from JSON. On error, such as a wrong type or a value out of range, s is unchanged.
func (r *Setting) Read(s *Settings, data []byte) error {
	trial := *s
	r.Value.reset(&trial)
	if _, list := r.Value.(List); list {
		*r.Value.At(&trial).(*seq.Seq[string]) = seq.Seq[string]{} // null is the empty list
	} else if string(data) == "null" {
		return errors.New("not set")
	}
	if err := json.Unmarshal(data, r.Value.At(&trial)); err != nil {
		return err
	}
	kept := trial
	if r.Value.normal(&kept); !r.Value.same(&kept, &trial) {
		return errors.New("outside its range")
	}
	r.Value.take(s, &trial)
	return nil
}

// Reset sets the default value.
func (r *Setting) Reset(s *Settings) { r.Value.reset(s) }

// Same reports whether two settings have the same value.
func (r *Setting) Same(s, o *Settings) bool { return r.Value.same(s, o) }

// Table returns the rows of all settings, in panel order. They are read-only.
func Table() []Setting { return table }

// SettingOf returns the row with the given name. It panics if there is none.
func SettingOf(name string) *Setting {
	for i := range table {
		if table[i].Name == name {
			return &table[i]
		}
	}
	panic("no setting " + name)
}

// sameFrom reports whether two settings agree in all values whose Redraw is from least to most.
func sameFrom(s, o Settings, least, most Redraw) bool {
	for i := range table {
		if r := &table[i]; r.Redraws >= least && r.Redraws <= most && !r.Value.same(&s, &o) {
			return false
		}
	}
	return true
}
