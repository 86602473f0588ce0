package trees

import "memcity/trace"

// Units and amounts, for packages that may not import package trace.
type (
	Amount = trace.Amount
	Metric = trace.Metric

	Estimate = trace.Estimate
)

// Units.
const (
	Objects = trace.Objects
	Bytes   = trace.Bytes

	UsualMetric = trace.UsualMetric
)
