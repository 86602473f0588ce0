// Package regression writes a test that fails while a leak exists. The test calls an entry point of the program in rounds, collects garbage, counts
// the live objects of the type that piled up, and compares the slope over the rounds with the number of calls. It needs neither sizes nor times,
// and does not depend on Memory City. The templates are in assets/regression.
package regression
