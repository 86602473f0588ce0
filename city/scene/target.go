package scene

// Kinds of targets.
const (
	Nothing Kind = iota
	OnBuilding
	OnDistrict
	OnGround
)
