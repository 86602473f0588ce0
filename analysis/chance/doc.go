// Package chance computes how likely chance alone explains the numbers of repeated measurements. Its tests and intervals are exact, and
// cost little for the few repeats that people make. It also fits lines to measurements over time.
package chance
