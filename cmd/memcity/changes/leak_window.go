package changes

import (
	"errors"
	"fmt"

	"memcity/analysis/window"
	"memcity/city/session"
	"memcity/city/trees"
	"memcity/cmd/memcity/cli"
)

// leastLeakPoints is how many GC points a leak window has at least where nobody asked for it: any two can grow by chance.
const leastLeakPoints = 3

// firstWindow returns the GC points to look at where the user has chosen none: those of the window in which the heap grows up to
// the end, if there is one, else all. A note on standard error says so, with the option that shows the whole recording.
func firstWindow(c *cli.Call, o *session.Recording, whole string) (w trees.Window, isLeak bool, err error) {
	last := len(o.Recording.Points) - 1
	all := trees.Window{To: last}
	e, err := o.Evolution(c.Ctx, c.Progress())
	switch {
	case errors.Is(err, session.ErrNoEvolution):
		return all, false, nil
	case err != nil:
		return all, false, err
	}
	for _, found := range window.Find(e.Series, window.DefaultLimits()) {
		if found.Kind != window.Leak {
			continue
		}
		from, to := e.PointsOf(found)
		if to-from+1 < leastLeakPoints || from == 0 && to == last {
			break
		}
		fmt.Fprintf(c.Stderr, "memcity: window: GC points %d..%d, where the heap grows; %s for the whole recording\n", from+1, to+1, whole)
		return trees.Window{From: from, To: to}, true, nil
	}
	return all, false, nil
}
