package trace

// Range is a confidence interval for a number, both ends inclusive.
type Range struct {
	Low  int64 `json:"low"`
	High int64 `json:"high"`
}

// Estimate bounds the error of a group's numbers when only a sample of the objects could be assigned to groups. The true numbers are in the
// ranges with a probability of about 95 %.
type Estimate struct {
	Samples int64 `json:"samples"` // sampled objects in the group
	Objects Range `json:"objects"`
	Bytes   Range `json:"bytes"` // shallow
}

// Around returns the largest possible error of v: the larger distance from v to an end of r.
func (r Range) Around(v int64) int64 { return max(v-r.Low, r.High-v, 0) }
