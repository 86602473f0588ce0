package scene

// Division is what the parts of the buildings show. All parts of the city show the same.
type Division uint8

// The divisions.
const (
	Undivided Division = iota
	ByFate             // what was born, died and is permanent since the start of the window
	ByAge              // storeys by the age of the objects
	ByCut              // what would be freed without what is removed
	ByBase             // another recording to compare with
	ByUse              // how stale the collections are that hold the objects
	ByVersion          // storeys by the version that pods of a fleet run
)

var divisionNames = []string{"none", "fate", "age", "cut", "base", "staleness", "version"}

// String returns the stable lower-case name.
func (d Division) String() string { return divisionNames[d] }

// Toggled returns to, or Undivided where d is that already.
func (d Division) Toggled(to Division) Division {
	if d == to {
		return Undivided
	}
	return to
}
