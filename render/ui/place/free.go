package place

import (
	"image"

	"memcity/render/ui/model"
)

// Free returns the part of a framebuffer that the bars leave free while a recording is shown, with that of a live one
// among them. Cards may still lie in it.
func Free(size image.Point, scale float64, live bool) image.Rectangle {
	time := bars[model.TimeBar]
	time.H = TimeBarHeight(size, scale)
	wants := []Want{bars[model.Bar], time}
	if live {
		wants = append(wants, bars[model.LiveP])
	}
	if HasRail(size, scale) {
		wants = append(wants, bars[model.RailP])
	}
	placed := Arrange(size, scale, wants)
	free := image.Rectangle{Max: size}
	for _, id := range []model.ID{model.Bar, model.LiveP} {
		if bar, ok := placed[id]; ok {
			free.Min.Y = bar.Max.Y
		}
	}
	if bar, ok := placed[model.TimeBar]; ok {
		free.Max.Y = bar.Min.Y
	}
	if rail, ok := placed[model.RailP]; ok {
		free.Min.X = rail.Max.X
	}
	return free
}

// bars are the usual sizes of the bars that [Free] knows.
var bars = map[model.ID]Want{
	model.Bar:     {ID: model.Bar, W: wholeWidth, H: topBarHeight, MinH: topBarLeast},
	model.TimeBar: {ID: model.TimeBar, W: wholeWidth, H: timeBarUsual, MinH: timeBarLeast},
	model.LiveP:   {ID: model.LiveP, W: wholeWidth, H: LiveBarHeight, MinH: LiveBarHeight},
	model.RailP:   {ID: model.RailP, W: railWidth, H: wholeWidth, MinH: railLeast},
}

// BarSize is the usual size of a bar; the zero Want for any other panel.
func BarSize(id model.ID) Want { return bars[id] }

// BarHeight is the height of the time bar without a chart, in dp.
const BarHeight = 44

// TimeBarHeight is the height of the time bar in dp: in low windows it has no chart.
func TimeBarHeight(size image.Point, scale float64) float64 {
	if float64(size.Y) < CompactHeight*scale {
		return BarHeight
	}
	return timeBarUsual
}

// Between returns the part of a framebuffer that the bars and the drawers next to the city leave free.
func Between(size image.Point, scale float64, sides Sides, live bool) image.Rectangle {
	return sides.between(Free(size, scale, live), scale, GapOf(size, scale))
}

// Room in dp that cards of the usual width take at the left and right, with the gap next to them.
const (
	LegendCard     = 252
	LegendWidth    = LegendCard + Margin
	InspectorWidth = DrawerWidth + Margin
	MapWidth       = 228 + Margin // at most
)
