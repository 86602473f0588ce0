package findings

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"memcity/words"
)

// Entries describes the entries of a container in the last heap state.
type Entries struct {
	Key   string `json:"key,omitempty"`   // type of most keys; empty if the entries have no keys and values
	Value string `json:"value,omitempty"` // type of most values
	Each  int64  `json:"bytes_each,omitempty"`
	Rate  *Rate  `json:"rate,omitempty"` // mean growth; nil without times
	// Added are the sites of most entries, if recorded. Enlarged is the site of the array of a collection that has no entry objects.
	Added    []Site `json:"added_at,omitempty"`
	Enlarged *Site  `json:"enlarged_at,omitempty"`

	Keys  *EqualKeys `json:"equal_keys,omitempty"` // nil if keys differ or are not compared
	Weak  *HeldKeys  `json:"held_keys,omitempty"`  // nil unless the keys are weak and their values hold them
	Chain *Chain     `json:"chain,omitempty"`      // nil if the entries form no chain
}

// Rate is the mean growth between two GC points.
type Rate struct {
	Objects float64 `json:"objects_per_second"`
	Bytes   float64 `json:"bytes_per_second"`
	Span    float64 `json:"span_ms"` // time between the GC points
}

// EqualKeys counts the keys of one map and their different contents.
type EqualKeys struct {
	Type     string `json:"type"`
	Keys     int64  `json:"keys"`
	Contents int64  `json:"contents"`
}

// HeldKeys is the number of entries whose value holds their own weak key.
type HeldKeys struct {
	Value    string `json:"value"` // type of most values
	Entries  int64  `json:"entries"`
	Examined int64  `json:"examined"`
}

// Chain is a chain of objects of one type, each of which refers to the next through one field.
type Chain struct {
	Type   string `json:"type"`
	Field  string `json:"field"`
	Length int64  `json:"length"`
}

// Lines returns the facts as sentences. container is the type of the collection and kind the type of its entries, both without a package.
func (e *Entries) Lines(container, kind string) (lines []string) {
	add := func(text string) {
		if text != "" {
			lines = append(lines, text)
		}
	}
	add(e.Rate.text())
	add(e.entryText(container, kind))
	add(e.Keys.text(container))
	add(e.Weak.text(container))
	add(e.Chain.text())
	return lines
}

// entryText returns the sentence about the types and size of an entry; empty for none.
func (e *Entries) entryText(container, kind string) string {
	switch {
	case e.Key != "" && e.Each > 0:
		return fmt.Sprintf("Each entry of the %s maps %s to %s and takes about %s.", container, Article(e.Key), Article(e.Value), words.RoundSize(e.Each))
	case e.Key != "":
		return fmt.Sprintf("Each entry of the %s maps %s to %s.", container, Article(e.Key), Article(e.Value))
	case e.Each > 0:
		return fmt.Sprintf("Each %s retains about %s.", kind, words.RoundSize(e.Each))
	}
	return ""
}

// Article returns the short name of a type with its indefinite article.
func Article(kind string) string {
	name := words.TypeName(kind)
	for _, vowel := range "AEIOaeio" { // many names that begin with U, such as User, do not begin with a vowel sound
		if name != "" && rune(name[0]) == vowel {
			return "an " + name
		}
	}
	return "a " + name
}

// perHour is the shortest time for a rate per hour. Shorter growth gets a rate per second.
const perHour = 10 * time.Minute

// unit returns the unit of time in which the rate is written, and its length in seconds.
func (r *Rate) unit() (name string, seconds float64) {
	if r.Span >= float64(perHour.Milliseconds()) {
		return "hour", 3600
	}
	return "second", 1
}

// Short returns the rate as "+1,000/s": objects, or bytes if the number of objects does not grow, in two significant digits. A rate over at
// least ten minutes is per hour. The result is empty for nil.
func (r *Rate) Short() string {
	if r == nil {
		return ""
	}
	name, times := r.unit()
	if r.Objects <= 0 {
		return "+" + words.RoundSize(int64(math.Round(times*r.Bytes))) + "/" + name[:1]
	}
	return "+" + roughly(times*r.Objects) + "/" + name[:1]
}

// text returns the rate as a sentence; empty for nil.
func (r *Rate) text() string {
	if r == nil {
		return ""
	}
	unit, times := r.unit()
	bytes := words.RoundSize(int64(math.Round(times * r.Bytes)))
	if r.Objects <= 0 {
		return fmt.Sprintf("On average it grew by %s per %s.", bytes, unit)
	}
	return fmt.Sprintf("On average it grew by about %s objects and %s per %s.", roughly(times*r.Objects), bytes, unit)
}

// roughly returns a positive number with two significant digits.
func roughly(v float64) string {
	if v < 10 {
		return strconv.FormatFloat(v, 'g', 2, 64)
	}
	scale := math.Pow(10, math.Floor(math.Log10(v))-1)
	return words.Count(int64(math.Round(v/scale) * scale))
}

// text returns the numbers and their cause as sentences; empty for nil.
func (k *EqualKeys) text(container string) string {
	if k == nil {
		return ""
	}
	if k.Contents == 1 {
		return fmt.Sprintf("All %s keys have the same contents, but a %s keeps only one of several equal keys. So %s has no equals and hashCode that compare its contents, or keys changed in the map.",
			words.Count(k.Keys), container, words.TypeName(k.Type))
	}
	return fmt.Sprintf("The %s keys have only %s, but a %s keeps only one of several equal keys. So %s has no equals and hashCode that compare its contents, or keys changed in the map.",
		words.Count(k.Keys), words.Plural(k.Contents, "content", "different contents"), container, words.TypeName(k.Type))
}

// text returns the numbers and their effect as sentences; empty for nil.
func (w *HeldKeys) text(container string) string {
	if w == nil {
		return ""
	}
	of := fmt.Sprintf("In %s of the %s entries", words.Count(w.Entries), words.Count(w.Examined))
	if w.Entries == w.Examined {
		of = fmt.Sprintf("In all %s entries", words.Count(w.Examined))
	}
	return fmt.Sprintf("The keys of the %s are weak. %s examined, the %s references its key, directly or indirectly, so the entry is never removed.", container, of, words.TypeName(w.Value))
}

// text returns the length and field of the chain as a sentence; empty for nil.
func (c *Chain) text() string {
	if c == nil {
		return ""
	}
	return fmt.Sprintf("%s objects form a chain: each refers to the next through its field %s.", words.Count(c.Length)+" "+words.TypeName(c.Type), c.Field)
}
