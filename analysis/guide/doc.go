// Package guide explores a recording, as the first step of the method in "Guided Exploration: A Method for Guiding Novice Users in
// Interactive Memory Monitoring Tools" (DOI 10.1145/3461731). It looks into lasting growth and its holders, objects that die young, large
// holders in the last heap state, and waste. [Explore] returns a [findings.Report] whose findings are sentences with next steps.
//
// Heap states come from a [Source], so that the package does not depend on how they are opened, stored or shown. Package leak finds growth
// and package waste finds waste.
package guide
