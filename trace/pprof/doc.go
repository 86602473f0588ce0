// Package pprof reads heap profiles in the format of pprof as points with counts by allocation site: the protobuf of Go, jemalloc, tcmalloc and
// profiling services, and the texts of Go, gperftools, tcmalloc and jemalloc. Package github.com/google/pprof/profile decodes them.
package pprof
