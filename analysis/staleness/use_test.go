package staleness_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"memcity/analysis/staleness"
	"memcity/trace/usage"
)

func TestUseAtItsLimits(t *testing.T) {
	for _, test := range []struct {
		use   staleness.Use
		inUse bool
	}{
		{staleness.Use{}, false},
		{staleness.Use{Elements: 10, NeverRead: 10, Staleness: 1}, false},
		{staleness.Use{Elements: 10, NeverRead: 8, Staleness: 0.1}, false},
		{staleness.Use{Elements: 100, NeverRead: 79, Staleness: 0.1}, false},
		{staleness.Use{Elements: 10, NeverRead: 2, Staleness: 0.3}, true},
		{staleness.Use{Elements: 100, NeverRead: 21, Staleness: 0.3}, false},
		{staleness.Use{Elements: 10, NeverRead: 0, Staleness: 0.31}, false},
	} {
		if test.use.IsInUse() != test.inUse {
			t.Errorf("%+v: in use %v", test.use, test.use.IsInUse())
		}
	}
}

func TestUseOf(t *testing.T) {
	b := usage.NewBuilder(usage.Options{})
	list, add, other := b.String("List"), b.String("A:1"), b.String("A:2")
	b.Alloc(1, 0, add, list, 0)
	for i := range uint64(4) {
		site := add
		if i == 3 {
			site = other
		}
		b.Add(1, i, int(i)+1, site, list, 10)
	}
	b.Get(1, 0, 4, add, 50, 2)
	b.Remove(1, 1, 3, add, 60)
	b.Alloc(2, 0, add, list, 0)
	for i := range uint64(3) {
		b.Add(2, i, int(i)+1, other, list, 10)
	}
	log := b.Build(110)
	one := []usage.CollectionID{0}
	got, err := staleness.UseOf(t.Context(), log, one, 0, 110)
	want := staleness.Use{Collections: 1, Type: "List", Site: "A:1", AddSite: "A:1", Elements: 4, NeverRead: 3, NeverRemoved: 3, Adds: 4, Gets: 2, Removes: 1,
		Staleness: (60 + 50 + 100 + 100) / 110. / 4}
	if err != nil || *got != want {
		t.Errorf("%+v, %v, expected %+v", got, err, want)
	}
	want = staleness.Use{Collections: 2, Type: "List", Site: "A:1", AddSite: "A:2", Elements: 7, NeverRead: 6, NeverRemoved: 6, Adds: 7, Gets: 2,
		Removes: 1, Staleness: (310 + 300) / 110. / 7}
	if got, err := staleness.UseOf(t.Context(), log, []usage.CollectionID{0, 1}, 0, 110); err != nil || math.Abs(got.Staleness-want.Staleness) > 1e-12 {
		t.Errorf("%+v, %v, expected %+v", got, err, want)
	} else if got.Staleness = want.Staleness; *got != want {
		t.Errorf("%+v, expected %+v", got, want)
	}
	if got, err := staleness.UseOf(t.Context(), log, nil, 0, 110); got != nil || err != nil {
		t.Errorf("of nothing: %+v, %v", got, err)
	}
	if got, err := staleness.UseOf(t.Context(), log, one, 200, 300); got != nil || err != nil {
		t.Errorf("a window without time: %+v, %v", got, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := staleness.UseOf(ctx, log, one, 0, 110); got != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %+v, %v", got, err)
	}
}
