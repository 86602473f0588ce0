package guided

import (
	"context"

	"memcity/analysis/holding"
	"memcity/analysis/staleness"
	"memcity/city/recording"
	"memcity/city/view/collections"
	"memcity/trace"
	"memcity/trace/usage"
)

// maxUsed is the maximum number of collections of one type and site whose use is added up.
const maxUsed = 10_000

// Used implements [guide.Source].
func (s guideSource) Used(ctx context.Context, from, to int, objects []trace.ObjectID) (*staleness.Use, error) {
	if s.WhyNoUses() != "" {
		return nil, nil
	}
	h, err := s.Load(ctx, to, recording.Keeping, nil)
	if err != nil {
		return nil, err
	}
	column, v, err := s.HeldAt(ctx, h, to, -1, collections.DefaultThreshold)
	if err != nil {
		return nil, err
	}
	points := s.Now().Points
	return staleness.UseOf(ctx, v.Log, mostHolding(column, v.Log, objects), usage.Millis(points[from].Time), usage.Millis(points[to].Time))
}

// mostHolding returns the collections, of one type and allocation site, that hold most of the given objects; none if they hold less than
// half.
func mostHolding(c *holding.Column, log *usage.Log, objects []trace.ObjectID) (holders []usage.CollectionID) {
	type kind struct{ of, site usage.StringID }
	count, most := map[kind]int{}, kind{}
	of := func(holder int32) kind {
		x := &log.Collections[c.Holders[holder].ID]
		return kind{x.Type, x.Site}
	}
	for _, o := range objects {
		if holder := c.Of[o]; holder != holding.None {
			k := of(holder)
			if count[k]++; count[k] > count[most] {
				most = k
			}
		}
	}
	if count[most] == 0 || 2*count[most] < len(objects) {
		return nil
	}
	for i := range c.Holders {
		if of(int32(i)) == most && len(holders) < maxUsed {
			holders = append(holders, c.Holders[i].ID)
		}
	}
	return holders
}
