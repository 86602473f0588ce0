// Package pprof reads heap profiles as points with counts by allocation site: the protobuf of pprof, which Go, jemalloc, tcmalloc and profiling
// services write, the texts of Go, gperftools, tcmalloc and jemalloc, and profiles of OpenTelemetry. Package
// github.com/google/pprof/profile decodes most of them. The others are converted to its types.
package pprof
