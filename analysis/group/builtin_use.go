package group

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"memcity/trace"
	"memcity/words"
)

// NotHeld is the name of the group of objects that no recorded collection holds.
const NotHeld = "(in no recorded collection)"

// NeverRead is the name of the group of objects in collections whose elements were never read.
const NeverRead = "never read"

const knowsUse = trace.KnowsObjects | trace.KnowsReferences | trace.KnowsIdentity | trace.KnowsUses

func useClassifiers() []*Classifier {
	return []*Classifier{
		{
			Name: "staleness", Role: "Staleness", Needs: knowsUse,
			Description: "The staleness of the collection that holds the object: the average share of time during which its elements were not read.",
			Example:     stalenessName(2),
			Prepare:     prepareStaleness,
		},
		{
			Name: "last-access", Role: "Last Access", Needs: knowsUse,
			Description: "The number of GCs since an element of the collection that holds the object was " +
				"last read: 0, 1, 2, 3, then ranges between powers of two. Without GCs, GC points count instead.",
			Example: accessName(2, "GC"),
			Prepare: prepareLastAccess,
		},
		{
			Name: "collection", Role: "Collection", Needs: knowsUse,
			Description: "The collection that holds the object, given by its type and allocation site.",
			Example:     "java.util.HashMap@app.Cache.<init>(Cache.java:12)",
			Prepare:     prepareHolder,
		},
		{
			Name: "stale", Kind: Filters, Needs: knowsUse, Argument: "SHARE",
			Description: "Only objects in collections with a mean staleness above this share, from 0 to 1.",
			Example:     "stale(0.8)",
			Bind:        bindStale,
		},
	}
}

// uses returns the collections that hold the objects of a heap state.
func uses(ctx context.Context, s *Subject) (*Uses, error) {
	if s.Uses == nil {
		return nil, fmt.Errorf("the use of collections was not recorded")
	}
	return s.Uses(ctx)
}

// byHolder returns keys with one class per class of holders. Class 0 is for objects without a holder.
func byHolder(u *Uses, classes int, class func(h *Holder) uint32, name func(class uint32) string) *Keys {
	list := make([]uint32, len(u.Holders))
	for i := range u.Holders {
		list[i] = 1 + class(&u.Holders[i])
	}
	keys := func(from trace.ObjectID, out []uint32) {
		for i := range out {
			out[i] = 0
			if holder := u.Of[int(from)+i]; holder >= 0 {
				out[i] = list[holder]
			}
		}
	}
	paths := func(class uint32) [][]string {
		if class == 0 {
			return [][]string{{NotHeld}}
		}
		return [][]string{{name(class - 1)}}
	}
	return &Keys{Count: uint64(classes) + 1, Of: keys, Paths: paths}
}

// stalenessClasses is the number of equal ranges of staleness. One more class is for collections that were never read.
const stalenessClasses = 5

func prepareStaleness(ctx context.Context, s *Subject, _ Chain) (*Keys, error) {
	u, err := uses(ctx, s)
	if err != nil {
		return nil, err
	}
	return byHolder(u, stalenessClasses+1, func(h *Holder) uint32 {
		if h.Since < 0 {
			return stalenessClasses
		}
		return uint32(min(stalenessClasses-1, int(h.Staleness*stalenessClasses)))
	}, stalenessName), nil
}

func stalenessName(class uint32) string {
	if class == stalenessClasses {
		return NeverRead
	}
	const part = 100 / stalenessClasses
	return fmt.Sprintf("stale for %d to %s of the time", part*class, words.WholePercent(float64(part*(class+1))/100))
}

// accessClasses is the number of classes of GCs since the last read. One more class is for collections that were never read.
const accessClasses = 34

func prepareLastAccess(ctx context.Context, s *Subject, _ Chain) (*Keys, error) {
	u, err := uses(ctx, s)
	if err != nil {
		return nil, err
	}
	unit := "GC"
	if u.ByPoints {
		unit = "GC point"
	}
	return byHolder(u, accessClasses+1, func(h *Holder) uint32 {
		switch {
		case h.Since < 0:
			return accessClasses
		case h.Since < exactAges:
			return uint32(h.Since)
		}
		return min(accessClasses-1, uint32(exactAges-3+bits.Len(uint(h.Since))))
	}, func(class uint32) string { return accessName(class, unit) }), nil
}

func accessName(class uint32, unit string) string {
	switch {
	case class == accessClasses:
		return NeverRead
	case class < exactAges:
		return "last read " + words.Ungrouped(int64(class), unit) + " ago"
	}
	from := uint64(1) << (class - exactAges + 2)
	return fmt.Sprintf("last read %d to %d %ss ago", from, 2*from-1, unit)
}

func prepareHolder(ctx context.Context, s *Subject, _ Chain) (*Keys, error) {
	u, err := uses(ctx, s)
	if err != nil {
		return nil, err
	}
	labels := make([]string, len(u.Holders))
	for i := range u.Holders {
		labels[i] = u.Holders[i].Label
	}
	slices.Sort(labels)
	labels = slices.Compact(labels)
	return byHolder(u, len(labels), func(h *Holder) uint32 {
		i, _ := slices.BinarySearch(labels, h.Label)
		return uint32(i)
	}, func(class uint32) string { return labels[class] }), nil
}

func bindStale(_ *Registry, argument string) (*Classifier, error) {
	least, err := strconv.ParseFloat(strings.TrimSpace(argument), 64)
	if err != nil || !(least >= 0 && least <= 1) {
		return nil, fmt.Errorf("expected a share from 0 to 1")
	}
	return &Classifier{
		Kind: Filters, Needs: knowsUse, Example: "stale(" + argument + ")",
		Description: "Only objects in collections with a mean staleness above " + words.PercentOf(least) + ".",
		Prepare: func(ctx context.Context, s *Subject, _ Chain) (*Keys, error) {
			u, err := uses(ctx, s)
			if err != nil {
				return nil, err
			}
			return ObjectFilter(func(o trace.ObjectID) bool { return u.Of[o] >= 0 && u.Holders[u.Of[o]].Staleness > least }), nil
		},
	}, nil
}
