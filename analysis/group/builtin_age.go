package group

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"

	"memcity/trace"
	"memcity/words"
)

// ThereBefore is the name of the group of objects that already existed at the first GC point. It is used if objects are followed across GC
// points.
const ThereBefore = "(there at the first GC point)"

// BornBefore is the name of the group of objects with unknown birth. Most of them are older than the recording.
const BornBefore = "(born before the recording, or not known)"

func ageClassifiers() []*Classifier {
	const needs = trace.KnowsObjects | trace.KnowsAges
	return []*Classifier{
		{
			Name: "age", Role: "Age", Needs: needs,
			Description: "The number of GCs that the object survived: 0, 1, 2, 3, then ranges between powers of two. If objects are tracked, GC points count instead.",
			Example:     AgeName(2),
			Prepare:     prepareAge,
		},
		{
			Name: "older-than", Kind: Filters, Needs: needs, Argument: "GCs",
			Description: "Only objects that survived more than this number of GCs, or of GC points if objects are tracked. Objects of unknown age are omitted.",
			Example:     "older-than(3)",
			Bind:        bindOlderThan,
		},
	}
}

// NotToldApart is the name of the group of objects that were not told apart from earlier objects.
const NotToldApart = "(not told apart from earlier objects)"

// Indistinct is the result of [Subject.Survived] for an object that was not told apart from earlier objects.
const Indistinct = -1

// Ages of objects that were not told apart from earlier objects, and of objects of unknown birth.
const (
	indistinctAge = math.MaxUint32 - 1
	noAge         = math.MaxUint32
)

// ages returns a function for the number of GCs that an object survived. followed is true if it counts GC points instead.
func ages(ctx context.Context, s *Subject) (age func(o trace.ObjectID) uint32, followed bool, err error) {
	h := s.Heap
	if s.Survived != nil {
		survived, err := s.Survived(ctx)
		return func(o trace.ObjectID) uint32 {
			switch points, known := survived(o); {
			case known:
				return uint32(points)
			case points == Indistinct:
				return indistinctAge
			}
			return noAge
		}, h.BirthOf == nil, err
	}
	return func(o trace.ObjectID) uint32 {
		if h.BirthOf == nil || h.BirthOf[o] == trace.NoBirth {
			return noAge
		}
		return h.GCs - min(h.GCs, h.BirthOf[o])
	}, false, nil
}

// exactAges is the number of ages that have a group of their own.
const exactAges = 4

func prepareAge(ctx context.Context, s *Subject, _ Chain) (*Keys, error) {
	age, followed, err := ages(ctx, s)
	if err != nil {
		return nil, err
	}
	of := func(from trace.ObjectID, out []uint32) {
		for i := range out {
			out[i] = AgeClass(age(from + trace.ObjectID(i)))
		}
	}
	name := AgeName
	if followed {
		name = func(class uint32) string { return ageName(class, "GC point", ThereBefore) }
	}
	paths := func(class uint32) [][]string { return [][]string{{name(class)}} }
	return &Keys{Count: AgeClasses, Of: of, Paths: paths}, nil
}

// AgeClasses is more than any class of ages; the last class is of ages that are not known, the class before it is of objects that were not
// told apart from earlier objects.
const AgeClasses = 36

// AgeClass returns the class of an age in GCs. Ages 0 to 3 are classes of their own; others are grouped by number of bits. An age of
// math.MaxUint32 is unknown.
func AgeClass(age uint32) uint32 {
	switch {
	case age == noAge:
		return AgeClasses - 1
	case age == indistinctAge:
		return AgeClasses - 2
	case age < exactAges:
		return age
	}
	return uint32(exactAges - 3 + bits.Len32(age))
}

// AgeName returns the name of an age class, such as "0 GCs survived".
func AgeName(class uint32) string { return ageName(class, "GC", BornBefore) }

func ageName(class uint32, unit, unknown string) string {
	switch class {
	case AgeClasses - 1:
		return unknown
	case AgeClasses - 2:
		return NotToldApart
	}
	if class < exactAges {
		return words.Ungrouped(int64(class), unit) + " survived"
	}
	from := uint64(1) << (class - exactAges + 2)
	return fmt.Sprintf("%d to %d %ss survived", from, 2*from-1, unit)
}

// maxAge is the largest argument of older-than.
const maxAge = math.MaxUint32 - 2

func bindOlderThan(_ *Registry, argument string) (*Classifier, error) {
	least, err := strconv.ParseUint(strings.TrimSpace(argument), 10, 32)
	if err != nil || least > maxAge {
		return nil, fmt.Errorf("expected a whole number of GCs from 0")
	}
	return &Classifier{
		Kind: Filters, Needs: trace.KnowsObjects | trace.KnowsAges, Example: "older-than(" + argument + ")",
		Description: "Only objects that survived more than " + words.Ungrouped(int64(least), "GC") + ".",
		Prepare: func(ctx context.Context, s *Subject, _ Chain) (*Keys, error) {
			age, _, err := ages(ctx, s)
			if err != nil {
				return nil, err
			}
			return ObjectFilter(func(o trace.ObjectID) bool {
				a := age(o)
				return a < indistinctAge && a > uint32(least)
			}), nil
		},
	}, nil
}
