package ui

import "image"

// Free returns the part of a framebuffer that the bars leave free while a recording is shown, with that of a live one
// among them. Cards may still lie in it.
func Free(size image.Point, scale float64, live bool) image.Rectangle {
	time := withID(TimeBar)
	time.H = timeBarHeight(size, scale)
	bars := []Want{withID(Bar), time}
	if live {
		bars = append(bars, withID(LiveP))
	}
	if HasRail(size, scale) {
		bars = append(bars, withID(RailP))
	}
	placed := Arrange(size, scale, bars)
	free := image.Rectangle{Max: size}
	for _, id := range []ID{Bar, LiveP} {
		if bar, ok := placed[id]; ok {
			free.Min.Y = bar.Max.Y
		}
	}
	if bar, ok := placed[TimeBar]; ok {
		free.Max.Y = bar.Min.Y
	}
	if rail, ok := placed[RailP]; ok {
		free.Min.X = rail.Max.X
	}
	return free
}

func withID(id ID) Want {
	w := guess[id]
	w.ID = id
	return w
}

// barHeight is the height of the time bar without a chart, in dp.
const barHeight = 44

// timeBarHeight is the height of the time bar in dp: in low windows it has no chart.
func timeBarHeight(size image.Point, scale float64) float64 {
	if float64(size.Y) < compactHeight*scale {
		return barHeight
	}
	return guess[TimeBar].H
}

// Between returns the part of a framebuffer that the bars and the drawers beside the city leave free.
func Between(size image.Point, scale float64, sides Sides, live bool) image.Rectangle {
	return sides.between(Free(size, scale, live), scale, gapOf(size, scale))
}

// Room in dp that cards of the usual width take at the left and right, with the gap beside them.
const (
	legendWidth    = 252
	LegendWidth    = legendWidth + margin
	InspectorWidth = drawerWidth + margin
)
