// Package exchange is what window and session say to each other: a [Request] for a plan goes in, a [Result] with the open
// recording, its plan and what is known of queries comes out. Recordings of running programs are requested and reported on
// with values of this package, too. All are values.
package exchange
