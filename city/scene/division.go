package scene

// Division selects what the parts of buildings show. It applies to the whole city.
type Division uint8

// Divisions.
const (
	Undivided  Division = iota
	ByFate              // objects born, died and survived since the start of the window
	ByAge               // storeys by object age
	ByCut               // objects that the what-if would free
	ByBaseline          // baseline
	ByUse               // staleness of the collections that hold the objects
	ByVersion           // storeys by the version of a fleet's pods
)

var divisionNames = []string{"none", "fate", "age", "cut", "base", "staleness", "version"}

// String returns the stable lower-case name.
func (d Division) String() string { return divisionNames[d] }

// Toggled returns to, or Undivided if d is already to.
func (d Division) Toggled(to Division) Division {
	if d == to {
		return Undivided
	}
	return to
}
