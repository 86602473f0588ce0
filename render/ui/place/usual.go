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

// CompactHeight is the height of the framebuffer in dp below which the time bar has no chart.
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
	WithoutWidth   = 360
	withoutLeast   = 220 // minimum width; below it the panel is left out
	WithoutRows    = 190 // height above which rows scroll
	WithoutRoomy   = 600 // window height from which a single removal has its own row
	WithoutPutBack = 84
	WithoutLine    = 17
)
