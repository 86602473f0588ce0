package trees

import "memcity/trace"

// Units and amounts, for packages that may not import package trace.
type (
	Amount = trace.Amount
	Unit   = trace.Unit

	Estimate = trace.Estimate
)

// Units.
const (
	Objects = trace.Objects
	Bytes   = trace.Bytes

	DefaultUnit = trace.DefaultUnit
)
