package place

import "image"

// Sizes of the bars, in dp.
const (
	topBarHeight  = 44
	topBarLeast   = 36
	timeBarUsual  = 124
	timeBarLeast  = 44
	LiveBarHeight = 38
	railLeast     = 100
	wholeWidth    = 1e5 // all available space
	LineHeight    = 38  // of warnings in one line
)

// CompactHeight is the minimum height of the framebuffer, in dp, for a chart in the time bar.
const CompactHeight = 400

// In windows smaller than this, in dp, the legend is folded and there is no map, so that the city has all space between the bars.
const (
	smallWidth  = 1000
	smallHeight = 640
)

// IsSmall reports whether cards would take too much of the city's space.
func IsSmall(size image.Point, scale float64) bool {
	return float64(size.X) < smallWidth*scale || float64(size.Y) < smallHeight*scale
}

// BudgetsWidth is the width of the list of rules, in dp.
const BudgetsWidth = 380

// Lengths of all panels, in dp.
const (
	Margin     = 12 // between and around cards
	Padding    = 14 // inside a card
	CardRadius = 8
	CardShadow = 6
	CtlRadius  = 6
)

// Lengths of the what-if panel, in dp.
const (
	WhatIfWidth   = 360
	whatIfLeast   = 220 // minimum width; below it the panel is left out
	WhatIfRows    = 190 // maximum height before rows scroll
	WhatIfRoomy   = 600 // minimum window height for a separate row of a single removal
	WhatIfPutBack = 84
	WhatIfLine    = 17
)
