package trace

// Range is the lowest and the highest value that a number may have in truth.
type Range struct {
	Low  int64 `json:"low"`
	High int64 `json:"high"`
}

// Estimate says how far the numbers of a group may be from the truth because it was known of some of its objects only whether
// they belong to it. The true numbers are in the ranges with a probability of about 95 %.
type Estimate struct {
	Samples int64 `json:"samples"` // objects of the group of which it is known
	Objects Range `json:"objects"`
	Bytes   Range `json:"bytes"` // shallow
}

// Around returns how far v may be from the truth, to either side.
func (r Range) Around(v int64) int64 { return max(v-r.Low, r.High-v, 0) }
