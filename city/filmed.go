package city

// Between mixes two poses, t from 0 to 1 of the way; distances are mixed by ratio, turns go the short way.
func Between(from, to Camera, t float64) Camera { return from.toward(to, t) }

// Of returns how large the group of a building is in a metric.
func (b *Building) Of(m Metric) int64 { return Amount{b.Objects, b.Bytes}.Of(m) }
