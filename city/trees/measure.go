package trees

import (
	"slices"
	"strings"

	"memcity/city/seq"
	"memcity/words"
)

// SizeKind selects the size kind of a group: of its objects alone, of everything they reach, of everything they retain, or of the data
// structures whose heads they are.
type SizeKind uint8

// Size kinds.
const (
	Shallow SizeKind = iota
	Deep
	Retained
	Structural // heads, parts and leaves; other objects count zero
)

var (
	unitNames     = []string{Objects.String(), Bytes.String()}
	sizeKindNames = [...]string{"shallow", "deep", "retained", "structure"}
)

// SizeKindNames returns the names of all size kinds, in order.
func SizeKindNames() []string { return sizeKindNames[:] }

func (m SizeKind) String() string { return sizeKindNames[m] }

// Of returns the display name of a size kind in a unit: "bytes", "retained objects".
func (m SizeKind) Of(unit Unit) string {
	switch m {
	case Shallow:
		return unit.String()
	case Structural:
		return "data structure " + unit.String()
	}
	return m.String() + " " + unit.String()
}

// ParseUnit reads "objects" or "bytes".
func ParseUnit(text string) (Unit, error) { return ParseName[Unit]("metric", unitNames, text) }

// ParseSizeKind reads "shallow", "deep", "retained" or "structure".
func ParseSizeKind(text string) (SizeKind, error) {
	return ParseName[SizeKind]("measure", sizeKindNames[:], text)
}

func ParseName[T ~uint8](what string, names []string, text string) (T, error) {
	if i := slices.Index(names, text); i >= 0 {
		return T(i), nil
	}
	return 0, words.Errorf("%s %q: expected %s", what, text, strings.Join(names, " or "))
}

// MaxChain is the maximum number of classifiers in a chain, and of filters. MaxChainName is the maximum length of one with its argument, in
// bytes.
const (
	MaxChain     = 32
	MaxChainName = 1000
)

// DefaultChain returns the default chain.
func DefaultChain() seq.Seq[string] { return seq.Of("package", "type") }

// Grouping selects the groups of a recording's heap states and their size kind. Equal groupings give the same series.
type Grouping struct {
	By, Filters seq.Seq[string] // chain of classifiers, and filters that objects must pass
	SizeKind    SizeKind
}

// HeapState identifies the grouped heap state of a GC point.
type HeapState struct {
	By    Grouping
	Point int // of the recording, 0-based; see [Series.Source]
}

// By returns the grouping by a chain of classifiers.
func By(chain ...string) Grouping { return Grouping{By: seq.Of(chain...)} }

// Clamp returns v clamped to the range from lo to hi; lo for NaN.
func Clamp(v, lo, hi float64) float64 {
	if v > lo {
		return min(v, hi)
	}
	return lo
}
