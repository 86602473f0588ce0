package usage_test

import (
	"fmt"
	"testing"

	"memcity/trace/usage"
)

// soundLog returns a log with two of everything: collections from 10 to 90 and from 20, the first with elements added at 30 and 40.
func soundLog(t *testing.T) *usage.Log {
	return built(t, usage.Options{Aggregated: true, Start: 5}, 100, func(b *usage.Builder) {
		s := b.String("s")
		b.Alloc(1, 0, s, s, 10)
		b.Alloc(2, 0, s, s, 20)
		b.Add(1, 1, 1, s, s, 30)
		b.GetAll(1, 1, s, 35, 1)
		b.Add(1, 2, 2, s, s, 40)
		b.Get(1, 1, 2, s, 50, 1)
		b.Operations(1, s, usage.Add, 2)
		b.Operations(1, s, usage.Get, 2)
		b.Interval(50)
		b.Get(1, 1, 2, s, 60, 1)
		b.GetAll(1, 2, s, 65, 1)
		b.Remove(1, 1, 1, s, 70)
		b.Dealloc(1, 90)
		b.Size(2, 1, 60)
		b.Size(2, 2, 70)
		b.Scale(1, 1, 2, 60)
		b.Scale(2, 1, 2, 70)
		b.Interval(80)
	})
}

// TestCheck checks that each single fault in a log is found, and that values just within the limits are accepted.
func TestCheck(t *testing.T) {
	for i, test := range []struct {
		change func(l *usage.Log)
		ok     bool
	}{
		{func(l *usage.Log) {}, true},
		{func(l *usage.Log) { l.Start = -1 }, false},
		{func(l *usage.Log) { *l = usage.Log{Start: 5, End: 4, Strings: []string{""}} }, false},
		{func(l *usage.Log) { l.End = 80 }, false},
		{func(l *usage.Log) { l.End = 90 }, true},
		{func(l *usage.Log) { l.Strings = nil }, false},
		{func(l *usage.Log) { l.Strings[0] = "x" }, false},
		{func(l *usage.Log) { l.Intervals[1] = 50 }, false},
		{func(l *usage.Log) { l.Intervals[1] = 51 }, true},
		{func(l *usage.Log) { l.Intervals[1] = 101 }, false},
		{func(l *usage.Log) { l.Intervals[0] = 4 }, false},
		{func(l *usage.Log) { l.Intervals[0] = 5 }, true},
		{func(l *usage.Log) { l.Scales[0].OneOf = 0 }, false},
		{func(l *usage.Log) { l.Scales[0].Followed = -1 }, false},
		{func(l *usage.Log) { l.Scales[0].Known = 0 }, false},
		{func(l *usage.Log) { l.Scales[0].Known = 1 }, true},
		{func(l *usage.Log) { l.Scales[1].Time = 59 }, false},
		{func(l *usage.Log) { l.Scales[1].Time = 60 }, true},
		{func(l *usage.Log) { l.Collections[0].Type = 2 }, false},
		{func(l *usage.Log) { l.Collections[0].Site = -1 }, false},
		{func(l *usage.Log) { l.Collections[1].Born = 4 }, false},
		{func(l *usage.Log) { l.Collections[1].Born = 100 }, true},
		{func(l *usage.Log) { l.Collections[1].Died = 19 }, false},
		{func(l *usage.Log) { l.Collections[1].Died = 20 }, true},
		{func(l *usage.Log) { l.Collections[1].Died = 101 }, false},
		{func(l *usage.Log) { l.Collections[1].Size = -1 }, false},
		{func(l *usage.Log) { l.Collections[1].Object = -2 }, false},
		{func(l *usage.Log) { l.Elements.Type = l.Elements.Type[:1] }, false},
		{func(l *usage.Log) { l.Elements.AddSite = l.Elements.AddSite[:1] }, false},
		{func(l *usage.Log) { l.Elements.RemoveSite = l.Elements.RemoveSite[:1] }, false},
		{func(l *usage.Log) { l.Elements.Removed = l.Elements.Removed[:1] }, false},
		{func(l *usage.Log) { l.Elements.Duplicates = nil }, false},
		{func(l *usage.Log) { l.Elements.First = l.Elements.First[:2] }, false},
		{func(l *usage.Log) { l.Elements.First[0] = 1 }, false},
		{func(l *usage.Log) { l.Elements.First[2] = 1 }, false},
		{func(l *usage.Log) { l.Elements.First[1] = 3 }, false},
		{func(l *usage.Log) { l.Elements.Type[1] = 2 }, false},
		{func(l *usage.Log) { l.Elements.AddSite[1] = 2 }, false},
		{func(l *usage.Log) { l.Elements.RemoveSite[1] = 2 }, false},
		{func(l *usage.Log) { l.Elements.Duplicates[1] = -1 }, false},
		{func(l *usage.Log) { l.Elements.Added[0] = 9 }, false},
		{func(l *usage.Log) { l.Elements.Added[0] = 10 }, true},
		{func(l *usage.Log) { l.Elements.Added[1] = 29 }, false},
		{func(l *usage.Log) { l.Elements.Added[1] = 30 }, true},
		{func(l *usage.Log) { l.Elements.Added[1] = 91 }, false},
		{func(l *usage.Log) { l.Elements.Removed[1] = 39 }, false},
		{func(l *usage.Log) { l.Elements.Removed[1] = 64 }, false}, // read at 65
		{func(l *usage.Log) { l.Elements.Removed[1] = 65 }, true},
		{func(l *usage.Log) { l.Elements.Removed[0] = 90 }, true},
		{func(l *usage.Log) { l.Elements.Removed[0] = 91 }, false},
		{func(l *usage.Log) { l.Reads[0].Collection = 2 }, false},
		{func(l *usage.Log) { l.Reads[0].Collection = -1 }, false},
		{func(l *usage.Log) { l.Reads[0].Collection = 1 }, false},
		{func(l *usage.Log) { l.Reads[0].Site = 2 }, false},
		{func(l *usage.Log) { l.Reads[0].Time = 29 }, false},
		{func(l *usage.Log) { l.Reads[0].Time = 66 }, false},
		{func(l *usage.Log) { l.Reads[0].Time = 65 }, true},
		{func(l *usage.Log) { l.Reads[1].Time = 101 }, false},
		{func(l *usage.Log) { l.Reads[0].Count = 0 }, false},
		{func(l *usage.Log) { l.Reads[1].Collection = 1 }, false},
		{func(l *usage.Log) { l.Elements.ReadFirst = nil }, false},
		{func(l *usage.Log) { l.Elements.ReadEnd = l.Elements.ReadEnd[:1] }, false},
		{func(l *usage.Log) { l.Elements.ReadFirst, l.Elements.ReadEnd = nil, nil }, true},
		{func(l *usage.Log) { l.Elements.ReadFirst[0] = -1 }, false},
		{func(l *usage.Log) { l.Elements.ReadFirst[0] = 2 }, true},
		{func(l *usage.Log) { l.Elements.ReadFirst[0] = 3 }, false},
		{func(l *usage.Log) { l.Elements.ReadEnd[0] = 3 }, false},
		{func(l *usage.Log) { l.Elements.ReadFirst[1] = 0 }, false},
		{func(l *usage.Log) { l.Gets.First[1] = 3 }, false},
		{func(l *usage.Log) { l.Gets.First = nil }, false},
		{func(l *usage.Log) { l.Gets.Count = nil }, false},
		{func(l *usage.Log) { l.Gets.Site = nil }, false},
		{func(l *usage.Log) { l.Gets.Count[1] = 0 }, false},
		{func(l *usage.Log) { l.Gets.Site[1] = 2 }, false},
		{func(l *usage.Log) { l.Gets.Time[0] = 29 }, false},
		{func(l *usage.Log) { l.Gets.Time[0] = 30 }, true},
		{func(l *usage.Log) { l.Gets.Time[0] = 61 }, false},
		{func(l *usage.Log) { l.Gets.Time[1] = 70 }, true},
		{func(l *usage.Log) { l.Gets.Time[1] = 71 }, false},
		{func(l *usage.Log) { l.Operations[0].Collection = 2 }, false},
		{func(l *usage.Log) { l.Operations[0].Collection = -1 }, false},
		{func(l *usage.Log) { l.Operations[0].Site = 2 }, false},
		{func(l *usage.Log) { l.Operations[1].Op = 3 }, false},
		{func(l *usage.Log) { l.Operations[1].Op = usage.Remove }, true},
		{func(l *usage.Log) { l.Operations[1].Op = usage.Add }, false},
		{func(l *usage.Log) { l.Operations[0].Time = 4 }, false},
		{func(l *usage.Log) { l.Operations[0].Count = 0 }, false},
		{func(l *usage.Log) { l.Sizes[0].Collection = -1 }, false},
		{func(l *usage.Log) { l.Sizes[1].Collection = 2 }, false},
		{func(l *usage.Log) { l.Sizes[1].Collection = 0 }, false},
		{func(l *usage.Log) { l.Sizes[0].Size = -1 }, false},
		{func(l *usage.Log) { l.Sizes[0].Time = 71 }, false},
		{func(l *usage.Log) { l.Sizes[0].Time = 70 }, true},
		{func(l *usage.Log) { l.Sizes[1].Time = 101 }, false},
	} {
		l := soundLog(t)
		test.change(l)
		if err := l.Check(); (err == nil) != test.ok {
			t.Errorf("case %d: %v, want ok %v; %s", i, err, test.ok, fmt.Sprintf("%+v", l))
		}
	}
}
