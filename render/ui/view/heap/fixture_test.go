package heap

import (
	"image"
	"testing"

	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

// shownRows lists the names of the visible rows, from top to bottom.
func shownRows(k *widget.Core) []string {
	var names []string
	for _, it := range k.Seen() {
		if it.Panel == "heap" && it.Kind == "row" {
			names = append(names, it.Text)
		}
	}
	return names
}

func rowAt(t testing.TB, k *widget.Core, name string) image.Point {
	t.Helper()
	return uitest.Middle(uitest.Find(t, k, "heap", "row", name).Rect)
}
