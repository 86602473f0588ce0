// Package heaptrack reads recordings of heaptrack as points with counts by allocation site, at regular times and at the end. heaptrack records
// every allocation of a native program, so the counts are exact.
package heaptrack
