package ui

import "image"

// Free returns the part of a framebuffer that the bars leave free while a recording is shown. Cards may still lie in it.
func Free(size image.Point, scale float64) image.Rectangle {
	placed := Arrange(size, scale, []Want{withID(Bar), withID(TimeBar)})
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

// LegendWidth is the room in dp that the open legend takes at the left, with the gap beside it.
const LegendWidth = 252 + margin
