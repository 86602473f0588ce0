package passes

import (
	"context"

	"memcity/trace/poll"
)

// Rows are the numbers that each of some numbers leads to.
type Rows struct {
	Start, To []uint32 // number p leads to those in To from Start[p] to before Start[p+1]
	// Other has a bit for each number that leads to what Row returns instead; nil for all. What Row returns may change with the next call.
	Other []uint64
	Row   func(p uint32) []uint32
}

// Of returns what a number leads to.
func (r *Rows) Of(p uint32) []uint32 {
	if r.Other == nil || r.Other[p>>6]>>(p&63)&1 != 0 {
		return r.Row(p)
	}
	return r.To[r.Start[p]:r.Start[p+1]]
}

// batch is how many rows are looked up at once: memory answers several questions in the time of one, if they do not depend on each other.
const batch = 32

// Breadth goes from some numbers, which may repeat, to all that they lead to, the closest first, and of those as close the ones that are led
// to first. Before, which must be zero for all numbers, becomes where each was come to from, plus one; it stays 0 for the first ones. No
// more than most are reached. It takes 4 bytes for each of these, and a bit for all. An error is ctx's.
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
	var lead [batch]uint32 // the first of each row
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
