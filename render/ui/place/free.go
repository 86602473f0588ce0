package place

import (
	"image"

	"memcity/render/ui/model"
)

// Bars selects the bars that are shown besides the top bar, the time bar and the rail.
type Bars struct {
	Live     bool // of a live recording
	Warnings bool // the line with warnings, above the time bar
}

// Free returns the part of a framebuffer not covered by bars while a recording is shown. Cards may be in that part.
func Free(size image.Point, scale float64, shown Bars) image.Rectangle {
	time := bars[model.TimeBar]
	time.H = TimeBarHeight(size, scale)
	wants := []Want{bars[model.Bar], time}
	if shown.Live {
		wants = append(wants, bars[model.LiveP])
	}
	if shown.Warnings {
		wants = append(wants, Want{ID: model.Problems, W: wholeWidth, H: LineHeight, MinH: LineHeight})
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
	for _, id := range []model.ID{model.TimeBar, model.Problems} {
		if bar, ok := placed[id]; ok {
			free.Max.Y = min(free.Max.Y, bar.Min.Y)
		}
	}
	if rail, ok := placed[model.RailP]; ok {
		free.Min.X = rail.Max.X
	}
	return free
}

// bars lists the default sizes of the bars.
var bars = map[model.ID]Want{
	model.Bar:     {ID: model.Bar, W: wholeWidth, H: topBarHeight, MinH: topBarLeast},
	model.TimeBar: {ID: model.TimeBar, W: wholeWidth, H: timeBarUsual, MinH: timeBarLeast},
	model.LiveP:   {ID: model.LiveP, W: wholeWidth, H: LiveBarHeight, MinH: LiveBarHeight},
	model.RailP:   {ID: model.RailP, W: railWidth, H: wholeWidth, MinH: railLeast},
}

// BarSize returns the default size of a bar; the zero Want for any other panel.
func BarSize(id model.ID) Want { return bars[id] }

// BarHeight is the height of the time bar without a chart, in dp.
const BarHeight = 44

// TimeBarHeight returns the height of the time bar in dp. It has no chart in low windows.
func TimeBarHeight(size image.Point, scale float64) float64 {
	if float64(size.Y) < CompactHeight*scale {
		return BarHeight
	}
	return timeBarUsual
}

// Between returns the part of a framebuffer not covered by bars and by drawers beside the city.
func Between(size image.Point, scale float64, sides Sides, shown Bars) image.Rectangle {
	return sides.between(Free(size, scale, shown), scale, GapOf(size, scale))
}

// Space of cards with the default width on the left and right, including the gap, in dp.
const (
	LegendCard     = 252
	LegendWidth    = LegendCard + Margin
	InspectorWidth = DrawerWidth + Margin
	MapWidth       = 228 + Margin // maximum
)
