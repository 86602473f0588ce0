package staleness_test

import (
	"context"
	"errors"
	"testing"

	"memcity/analysis/staleness"
	"memcity/trace/usage"
)

func TestUseAtItsLimits(t *testing.T) {
	for _, test := range []struct {
		use          staleness.Use
		stale, inUse bool
	}{
		{staleness.Use{}, false, false},
		{staleness.Use{Elements: 10, NeverRead: 10, Staleness: 1}, true, false},
		{staleness.Use{Elements: 10, NeverRead: 8, Staleness: 0.1}, true, false},
		{staleness.Use{Elements: 100, NeverRead: 79, Staleness: 0.1}, false, false},
		{staleness.Use{Elements: 10, NeverRead: 2, Staleness: 0.3}, false, true},
		{staleness.Use{Elements: 100, NeverRead: 21, Staleness: 0.3}, false, false},
		{staleness.Use{Elements: 10, NeverRead: 0, Staleness: 0.31}, false, false},
	} {
		if test.use.IsStale() != test.stale || test.use.IsInUse() != test.inUse {
			t.Errorf("%+v: stale %v, in use %v", test.use, test.use.IsStale(), test.use.IsInUse())
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
	log := b.Build(110)
	got, err := staleness.UseOf(t.Context(), log, 0, 0, 110)
	want := staleness.Use{Type: "List", Site: "A:1", AddSite: "A:1", Elements: 4, NeverRead: 3, NeverRemoved: 3, Adds: 4, Gets: 2, Removes: 1,
		Staleness: (60 + 50 + 100 + 100) / 110. / 4}
	if err != nil || *got != want {
		t.Errorf("%+v, %v, expected %+v", got, err, want)
	}
	if got, err := staleness.UseOf(t.Context(), log, 0, 200, 300); got != nil || err != nil {
		t.Errorf("a window without time: %+v, %v", got, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := staleness.UseOf(ctx, log, 0, 0, 110); got != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %+v, %v", got, err)
	}
}
