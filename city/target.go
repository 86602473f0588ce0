package city

// Kind tells what a [Target] is.
type Kind uint8

// Kinds of targets.
const (
	Nothing Kind = iota
	OnBuilding
	OnDistrict
	OnGround
)

// Target is something in a [City] that can be pointed at. Targets are for one city value; what has to survive a step in
// time or a new plan is kept by key.
type Target struct {
	Kind  Kind
	Index int32 // into Buildings or Districts
}
