package place

// The bars, in dp.
const (
	topBarHeight  = 44
	topBarLeast   = 36
	timeBarUsual  = 124
	timeBarLeast  = 44
	LiveBarHeight = 38
	railLeast     = 100
	wholeWidth    = 1e5 // all there is
)

// CompactHeight is the height of the framebuffer in dp below which the time bar shows no chart.
const CompactHeight = 400

// BudgetsWidth is the width of the list of budgets, in dp.
const BudgetsWidth = 380

// Lengths of all panels, in dp.
const (
	Margin     = 12 // between cards, and around them
	Padding    = 14 // inside a card
	CardRadius = 8
	CardShadow = 6
	CtlRadius  = 6
)

// Lengths of the panel, in dp.
const (
	WithoutWidth   = 360
	withoutLeast   = 220 // in less room it is left out
	WithoutRows    = 190 // height from which on they are scrolled
	WithoutRoomy   = 600 // height of the window from which on one thing has a row of its own
	WithoutPutBack = 84
	WithoutLine    = 17
)
