package staleness_test

import (
	"context"
	"errors"
	"testing"

	"memcity/analysis/staleness"
	"memcity/trace/usage"
)

func TestUnusedAtItsLimits(t *testing.T) {
	base := staleness.Kept{Elements: 1000, Removed: 100, Quarters: [4]int64{50, 50, 50, 850}, Idle: 0.8}
	if !base.IsUnused() {
		t.Error("not at its limits")
	}
	for name, change := range map[string]func(*staleness.Kept){
		"few elements":           func(k *staleness.Kept) { k.Elements = 999 },
		"used":                   func(k *staleness.Kept) { k.Idle = 0.79 },
		"removed":                func(k *staleness.Kept) { k.Removed = 101 },
		"none in the beginning":  func(k *staleness.Kept) { k.Quarters[0] = 49 },
		"none in the end":        func(k *staleness.Kept) { k.Quarters[3] = 49 },
		"none in one in between": func(k *staleness.Kept) { k.Quarters[2] = 0 },
	} {
		k := base
		if change(&k); k.IsUnused() {
			t.Errorf("%s: is unused", name)
		}
	}
}

// piling returns a log of collections that each get 2,000 elements over 1,000 ms. Their names tell how each is used.
func piling() *usage.Log {
	b := usage.NewBuilder(usage.Options{})
	text := b.String("x")
	const leak, cache, queue, config, dead, skipped, read = 1, 2, 3, 4, 5, 6, 7
	for c := uint64(leak); c <= read; c++ {
		b.Alloc(c, 0, text, text, 0)
	}
	b.MarkUnfollowed(skipped)
	for i := range uint64(2000) {
		at := usage.Millis(i / 2)
		for _, c := range []uint64{leak, cache, queue, dead, read} {
			b.Add(c, i, 1, text, text, at)
		}
		b.Add(config, i, 1, text, text, 0)
		b.Get(leak, i, 1, text, at, 1)
		if i > 100 {
			b.Remove(queue, i-100, 1, text, at)
		}
	}
	for i := range uint64(2000) {
		b.Get(cache, i, 1, text, 1000, 1)
	}
	b.GetAll(read, 2000, text, 1000, 1)
	b.Dealloc(dead, 1000)
	return b.Build(1000)
}

func TestUnused(t *testing.T) {
	v, err := staleness.Whole(piling())
	if err != nil {
		t.Fatal(err)
	}
	found, err := v.Unused(t.Context())
	if err != nil || len(found) != 1 || found[0].ID != 0 || found[0].Elements != 2000 || found[0].Removed != 0 || found[0].Idle < 0.99 {
		t.Fatalf("%+v, %v", found, err)
	}
	for _, n := range found[0].Quarters {
		if n < 495 || n > 505 {
			t.Errorf("quarters %v", found[0].Quarters)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := v.Unused(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
