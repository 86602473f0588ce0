package trees

import (
	"slices"
	"strings"

	"memcity/city/seq"
	"memcity/words"
)

// Measure is which size of a group its numbers are: of its objects alone, of all that they reach, of all that would die with
// them, or of the data structures whose heads they are.
type Measure uint8

// Measures.
const (
	Shallow Measure = iota
	Deep
	Retained
	Structural // heads, parts and leaves; objects that are no heads count nothing
)

var (
	metricNames  = []string{Objects.String(), Bytes.String()}
	measureNames = [...]string{"shallow", "deep", "retained", "structure"}
)

// MeasureNames returns the names of all measures, in their order.
func MeasureNames() []string { return measureNames[:] }

func (m Measure) String() string { return measureNames[m] }

// Of names the numbers of a measure in a metric, for people: "bytes", "retained objects".
func (m Measure) Of(metric Metric) string {
	switch m {
	case Shallow:
		return metric.String()
	case Structural:
		return "data structure " + metric.String()
	}
	return m.String() + " " + metric.String()
}

// ParseMetric reads "objects" or "bytes".
func ParseMetric(text string) (Metric, error) { return ParseName[Metric]("metric", metricNames, text) }

// ParseMeasure reads "shallow", "deep", "retained" or "structure".
func ParseMeasure(text string) (Measure, error) {
	return ParseName[Measure]("measure", measureNames[:], text)
}

func ParseName[T ~uint8](what string, names []string, text string) (T, error) {
	if i := slices.Index(names, text); i >= 0 {
		return T(i), nil
	}
	return 0, words.Errorf("%s %q: expected %s", what, text, strings.Join(names, " or "))
}

// MaxChain bounds the classifiers of a chain, and the filters; MaxChainName the bytes of one of them with its argument.
const (
	MaxChain     = 32
	MaxChainName = 1000
)

// DefaultChain is what groups are made by where nobody says.
func DefaultChain() seq.Seq[string] { return seq.Of("package", "type") }

// Grouping says how the heap states of a recording are made into groups, and which numbers these have. Equal groupings give
// the same series.
type Grouping struct {
	By, Filters seq.Seq[string] // chain of classifiers, and filters that objects must pass
	Measure     Measure
}

// HeapState is the heap state of a GC point, made into groups.
type HeapState struct {
	By    Grouping
	Point int // of the recording, from 0; see [Series.Source]
}

// By is the grouping by a chain of classifiers.
func By(chain ...string) Grouping { return Grouping{By: seq.Of(chain...)} }

// Clamp returns the value from lo to hi that is nearest to v; lo if v is no number.
func Clamp(v, lo, hi float64) float64 {
	if v > lo {
		return min(v, hi)
	}
	return lo
}
