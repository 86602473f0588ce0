package cli

import (
	"fmt"

	"memcity/city/recording"
	"memcity/city/resolve/history"
	"memcity/city/trees"
)

// FirstWindow returns the GC points to analyze if the user has selected none: the window in which the heap grows until the end, else those
// of [trace.Recording.Growth]. If that is not the whole recording, or if always is set, it prints a note on
// standard error. The note ends with the given instead, which lists the options for other windows.
func FirstWindow(c *Call, o *recording.Recording, always bool, instead string) (w trees.Window, isLeak bool, err error) {
	all := trees.Window{To: len(o.Recording.Points) - 1}
	if points := o.Recording.Growth(); len(points) > 0 {
		all = trees.Window{From: points[0], To: points[len(points)-1]}
	}
	if r := o.Recording; len(r.Points) < 2 && len(r.GCs) == 0 && r.More == nil {
		return all, false, nil // nothing grows: do not count its objects
	}
	w, isLeak, err = history.LeakWindow(c.Ctx, o, c.Progress())
	if err != nil || !isLeak || w == all && !always {
		return all, false, err
	}
	c.Notify(fmt.Sprintf("window: GC points %d..%d, where the heap grows; %s", w.From+1, w.To+1, instead))
	return w, true, nil
}
