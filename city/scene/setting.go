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

// Setting is a row of the table of settings: all there is to know of one value of [Settings], but for where it takes effect.
type Setting struct {
	Name      string // in the file of preferences and, unless Described says otherwise, in the description of the window
	Described string // "-" if it is not described
	Flag      string // option of the commands that make cities; empty if there is none
	Pictures  bool   // the option is one of commands that draw alone
	Redraws   Redraw
	Section   Section

	Title   string   // names the control
	Label   string   // stands at the left of the control if the title is too long for it
	Hint    string   // what it does, in a sentence without a full stop
	Choices []Choice // of a choice, and of a switch between two things
	Value   Value
}

// Redraw is what has to be made anew when a setting changes, with all that comes before it in the list.
type Redraw uint8

// What settings change.
const (
	RedrawsNothing Redraw = iota // but the window
	RedrawsLook                  // the city of a plan
	RedrawsPlan                  // the plan of a series
	RedrawsSeries                // the series itself
)

// Section is a part of the settings that is shown, and can be reset, on its own.
type Section string

// Sections, in the order in which they are shown. Limits have a panel of their own.
const (
	SectionMeasure    Section = "Measure"
	SectionGroups     Section = "Groups"
	SectionColour     Section = "Colour and opacity"
	SectionNames      Section = "Names and references"
	SectionTime       Section = "Time"
	SectionAppearance Section = "Appearance"
	SectionHands      Section = "Mouse and touchpad"
	SectionLimits     Section = "Limits"
)

// Choice is one of the values that a setting can have.
type Choice struct{ Text, Hint string }

// Value is how one value of [Settings] is reached, read, written and kept inside its range.
type Value interface {
	// At returns a pointer that encoding/json reads and writes: *bool, *int, *float64, *seq.Seq[string] or an [Index].
	At(s *Settings) any
	normal(s *Settings) // puts it inside its range
	reset(s *Settings)  // makes it the usual one
	take(s, from *Settings)
	same(s, o *Settings) bool
}

// Typed is a value that can be typed, as options of the command line are.
type Typed interface {
	Value
	// Parse reads what a user types; the error says what is expected.
	Parse(s *Settings, text string) error
	// Text writes the value so that Parse reads it.
	Text(s *Settings) string
	// Range says in words what is accepted.
	Range() string
}

// Index is a value with a name for each number from 0.
type Index interface {
	Number() int
	Choose(number int)
}

// at reaches a value of type T.
type at[T comparable] func(*Settings) *T

func (a at[T]) At(s *Settings) any       { return a(s) }
func (a at[T]) take(s, from *Settings)   { *a(s) = *a(from) }
func (a at[T]) same(s, o *Settings) bool { return *a(s) == *a(o) }

// Toggle is a value that is on or off.
type Toggle struct {
	at[bool]
	usual bool
}

func (v Toggle) normal(*Settings)        {}
func (v Toggle) reset(s *Settings)       { *v.at(s) = v.usual }
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

// Count is a whole number.
type Count struct {
	at[int]
	usual     int
	Low, High int
	Typed     int  // the highest that the control offers; High if it is 0
	All       bool // Low means all, and numbers start above it
}

func (v Count) normal(s *Settings) { *v.at(s) = min(max(*v.at(s), v.Low), v.High) }
func (v Count) reset(s *Settings)  { *v.at(s) = v.usual }

// Range says what is accepted.
func (v Count) Range() string {
	switch {
	case v.All:
		return fmt.Sprintf("a number from %d, or all", v.Low+1)
	case v.High == maxCount:
		return fmt.Sprintf("%d or more", v.Low)
	}
	return fmt.Sprintf("%d to %d", v.Low, v.High)
}

// Text writes the number, or all.
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

// Real is a number with decimals, such as a share.
type Real struct {
	at[float64]
	usual     float64
	Low, High float64
}

func (v Real) normal(s *Settings) { *v.at(s) = trees.Clamp(*v.at(s), v.Low, v.High) }
func (v Real) reset(s *Settings)  { *v.at(s) = v.usual }

// Range says what is accepted.
func (v Real) Range() string {
	if v.Low == 0 && v.High == 1 {
		return fmt.Sprintf("0 to 1, or percent such as %s", words.PercentTyped(v.usual))
	}
	return fmt.Sprintf("%g to %g", v.Low, v.High)
}

// Text writes the number with all its digits.
func (v Real) Text(s *Settings) string { return fmt.Sprint(*v.at(s)) }

// Parse reads a number; of percent, the sign follows.
func (v Real) Parse(s *Settings, text string) error {
	number, percent := strings.CutSuffix(strings.TrimSpace(text), "%")
	x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if percent {
		x /= 100
	}
	if err != nil || !(x >= v.Low && x <= v.High) { // NaN is neither
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

// Name is a value that stands in files and options by its name.
type Name[T name] struct {
	at[T]
	usual T
	names []string
	parse func(string) (T, error)
}

func (v Name[T]) normal(s *Settings) {
	if int(*v.at(s)) >= len(v.names) {
		*v.at(s) = v.usual
	}
}
func (v Name[T]) reset(s *Settings)       { *v.at(s) = v.usual }
func (v Name[T]) Range() string           { return strings.Join(v.names, " or ") }
func (v Name[T]) Text(s *Settings) string { return (*v.at(s)).String() }
func (v Name[T]) At(s *Settings) any      { return &named[T]{v.at(s), v.parse} }
func (v Name[T]) Parse(s *Settings, text string) error {
	return (&named[T]{v.at(s), v.parse}).take(text)
}

// named is a value that JSON has by its name.
type named[T name] struct {
	value *T
	parse func(string) (T, error)
}

func (n *named[T]) Number() int                  { return int(*n.value) }
func (n *named[T]) Choose(number int)            { *n.value = T(number) }
func (n *named[T]) MarshalJSON() ([]byte, error) { return json.Marshal((*n.value).String()) }

func (n *named[T]) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	return n.take(text)
}

func (n *named[T]) take(text string) error {
	v, err := n.parse(text)
	if err == nil {
		*n.value = v
	}
	return err
}

// List is a list of classifiers.
type List struct {
	at[seq.Seq[string]]
	usual seq.Seq[string]
}

func (v List) reset(s *Settings) { *v.at(s) = v.usual }

func (v List) normal(s *Settings) {
	sound := v.at(s).Len() <= trees.MaxChain
	for _, name := range v.at(s).All() {
		sound = sound && name != "" && len(name) <= trees.MaxChainName
	}
	if !sound {
		v.reset(s)
	}
}

// Read takes a value from JSON. The error says that it is of another kind or outside its range; s is as before then.
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

// Reset makes the value the usual one.
func (r *Setting) Reset(s *Settings) { r.Value.reset(s) }

// Same reports whether the value is the same in two settings.
func (r *Setting) Same(s, o *Settings) bool { return r.Value.same(s, o) }

// Table returns the rows of all settings, in the order of the panel. They are never written to.
func Table() []Setting { return table }

// SettingOf returns the row of a name, and panics if there is none.
func SettingOf(name string) *Setting {
	for i := range table {
		if table[i].Name == name {
			return &table[i]
		}
	}
	panic("no setting " + name)
}

// sameFrom reports whether two settings say the same in all values that change what is between two kinds of things.
func sameFrom(s, o Settings, least, most Redraw) bool {
	for i := range table {
		if r := &table[i]; r.Redraws >= least && r.Redraws <= most && !r.Value.same(&s, &o) {
			return false
		}
	}
	return true
}
