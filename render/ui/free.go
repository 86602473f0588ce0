package ui

import "image"

// Free returns the part of a framebuffer that the bars leave free while a recording is shown. Cards may still lie in it.
func Free(size image.Point, scale float64) image.Rectangle {
	time := withID(TimeBar)
	time.H = timeBarHeight(size, scale)
	placed := Arrange(size, scale, []Want{withID(Bar), time})
	free := image.Rectangle{Max: size}
	if bar, ok := placed[Bar]; ok {
		free.Min.Y = bar.Max.Y
	}
	if bar, ok := placed[TimeBar]; ok {
		free.Max.Y = bar.Min.Y
	}
	return free
}

func withID(id ID) Want {
	w := guess[id]
	w.ID = id
	return w
}

// timeBarHeight is the height of the time bar in dp: in low windows it has no chart.
func timeBarHeight(size image.Point, scale float64) float64 {
	if float64(size.Y) < compactHeight*scale {
		return 44
	}
	return guess[TimeBar].H
}

// Between returns the part of a framebuffer that the bars and the drawers beside the city leave free.
func Between(size image.Point, scale float64, sides Sides) image.Rectangle {
	return sides.between(Free(size, scale), scale, gapOf(size, scale))
}

// Room in dp that cards of the usual width take at the left and right, with the gap beside them.
const (
	legendWidth    = 252
	LegendWidth    = legendWidth + margin
	InspectorWidth = drawerWidth + margin
)
