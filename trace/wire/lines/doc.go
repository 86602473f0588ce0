// Package lines reads and writes objects as JSON lines, an open format for the heap of any program. The manual describes the format.
//
// Each line is a JSON object. reader finds the lines, parse and references read their members, and texts numbers names. write
// is the [Writer].
package lines
