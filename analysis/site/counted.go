package site

import (
	"math"

	"memcity/trace"
)

// Error is the sampling error of a number of objects and bytes that were extrapolated from samples. Samples of different sites are
// independent. The zero value is that of no objects.
type Error struct {
	samples, objects, bytes float64 // number of samples, variance of the objects, variance of the bytes
}

// ErrorOf returns the error of objects with the given bytes in total, extrapolated from samples at the given interval in bytes; see
// [Weight]. All of them are taken to have the mean size. If the number of objects is unknown, 0, they are taken to be small, which gives the
// largest error.
func ErrorOf(objects, bytes, interval int64) Error {
	switch {
	case bytes <= 0 || objects < 0 || objects == 0 && interval <= 0:
		return Error{}
	case objects == 0: // a sample stands for interval bytes
		return Error{samples: float64(bytes) / float64(interval), bytes: float64(bytes) * float64(interval)}
	}
	mean := float64(bytes) / float64(objects)
	weight := Weight(int64(math.Round(mean)), interval)
	variance := float64(objects) * (weight - 1)
	return Error{samples: float64(objects) / weight, objects: variance, bytes: variance * mean * mean}
}

// Add adds the error of other objects.
func (e *Error) Add(other Error) {
	e.samples += other.samples
	e.objects += other.objects
	e.bytes += other.bytes
}

// Estimate returns the 95 % limits of the given amount. The lower limit of the objects is at least the number of samples.
func (e *Error) Estimate(of trace.Amount) trace.Estimate {
	around := func(value int64, variance, least float64) trace.Range {
		v, off := float64(value), z*math.Sqrt(variance)
		return Limits{max(v-off, min(least, v)), v, v + off}.rounded()
	}
	return trace.Estimate{Samples: int64(math.Round(e.samples)), Objects: around(of.Objects, e.objects, e.samples), Bytes: around(of.Bytes, e.bytes, 0)}
}
