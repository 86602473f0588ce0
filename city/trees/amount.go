package trees

// Amount is a number of objects and their shallow bytes.
type Amount struct{ Objects, Bytes int64 }

// Of returns the amount in a metric.
func (a Amount) Of(m Metric) int64 {
	if m == Bytes {
		return a.Bytes
	}
	return a.Objects
}
