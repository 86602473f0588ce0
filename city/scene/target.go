package scene

// Kinds of targets.
const (
	Nothing Kind = iota
	OnBuilding
	OnDistrict
	OnGround
	OnBlock // the block of groups without a plot of their own
)

// OfGroup reports whether a target is the building or district of one group.
func (t Target) OfGroup() bool { return t.Kind == OnBuilding || t.Kind == OnDistrict }
