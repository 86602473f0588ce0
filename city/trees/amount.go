package trees

import "memcity/trace"

// What heaps are measured in, for those that may not import package trace.
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
