package place

// Sizes of the bars, in dp.
const (
	topBarHeight  = 44
	topBarLeast   = 36
	timeBarUsual  = 124
	timeBarLeast  = 44
	LiveBarHeight = 38
	railLeast     = 100
	wholeWidth    = 1e5 // all available space
)

// CompactHeight is the minimum height of the framebuffer, in dp, for a chart in the time bar.
const CompactHeight = 400

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
