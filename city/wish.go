package city

// Wish is what the window wants to show.
type Wish struct {
	Settings Settings // what plans depend on is looked at
	Window   Window   // empty for all GC points
}

// Same reports whether w and o ask for the same plan.
func (w Wish) Same(o Wish) bool {
	return w.Window == o.Window && w.Settings.SamePlan(o.Settings)
}

// Result is what the session's worker has finished, and what it is doing. Its values are immutable.
type Result struct {
	Version uint64 // grows with every change

	// What is open. Opening counts the recordings opened so far, so that a change can be seen; 0 while nothing is open.
	Opening  int
	Name     string
	Format   string
	Grouped  bool     // the trees came ready-made, so no chain can be chosen
	Catalog  *Catalog // what can be chosen instead; nil if Grouped
	Warnings []string // about the input, oldest first

	Plan     *Plan // nil until there is one; made of Wish
	Wish     Wish
	Grouping Grouping // the plan's
	Whole    bool     // the plan covers all GC points, not only those read so far

	Busy     bool
	Progress Progress
	Err      error // why the newest opening or wish has no result; nil when it was cancelled

	Answers Answers
}

// Progress tells how far the work is, done out of total in any unit.
type Progress struct {
	Done, Total int64
	What        string
}
