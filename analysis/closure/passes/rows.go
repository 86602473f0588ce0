package passes

import (
	"context"

	"memcity/trace/poll"
)

// Rows is a graph of numbers.
type Rows struct {
	Start, To []uint32 // edges of p: To[Start[p]:Start[p+1]]
	// Other has a bit for each number whose edges Row returns instead; nil for all numbers. The next call of Row may overwrite its result.
	Other []uint64
	Row   func(p uint32) []uint32
}

// Of returns the edges of p.
func (r *Rows) Of(p uint32) []uint32 {
	if r.Other == nil || r.Other[p>>6]>>(p&63)&1 != 0 {
		return r.Row(p)
	}
	return r.To[r.Start[p]:r.Start[p+1]]
}

// batch is the number of rows that are read together. Independent memory reads overlap, so a batch takes little longer than one row.
const batch = 32

// Breadth visits all numbers reachable from those in first, which may contain duplicates, in breadth-first order. It sets before, by
// number, to the predecessor plus one. before must be zero at the start and stays 0 for numbers in first. At most most numbers are
// reachable. It takes 4 bytes for each of these, and a bit for every number. It returns an error only if ctx is done.
func (r *Rows) Breadth(ctx context.Context, first, before []uint32, most int) error {
	seen := make([]uint64, len(before)/64+1)
	order := make([]uint32, 0, most)
	for _, p := range first {
		if seen[p>>6]>>(p&63)&1 == 0 {
			seen[p>>6] |= 1 << (p & 63)
			order = append(order, p)
		}
	}
	var rows [batch][]uint32
	var lead [batch]uint32 // first edge of each row
	steps := poll.Count(ctx)
	for done := 0; done < len(order); {
		now := order[done:min(done+batch, len(order))]
		if err := steps.Add(len(now)); err != nil {
			return err
		}
		for i, p := range now {
			rows[i] = nil
			if r.Other != nil && r.Other[p>>6]>>(p&63)&1 == 0 {
				rows[i] = r.To[r.Start[p]:r.Start[p+1]]
			}
		}
		for i := range now {
			if len(rows[i]) > 0 {
				lead[i] = rows[i][0]
			}
		}
		for i, p := range now {
			row := rows[i]
			if row == nil {
				if row = r.Of(p); len(row) > 0 {
					lead[i] = row[0]
				}
			}
			for k, to := range row {
				if k == 0 {
					to = lead[i]
				}
				if seen[to>>6]>>(to&63)&1 != 0 {
					continue
				}
				seen[to>>6] |= 1 << (to & 63)
				before[to] = p + 1
				order = append(order, to)
			}
		}
		done += len(now)
	}
	return ctx.Err()
}
