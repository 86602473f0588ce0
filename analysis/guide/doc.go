// Package guide explores a recording on its own, as the first step of the guided exploration of "Guided Exploration: A Method
// for Guiding Novice Users in Interactive Memory Monitoring Tools" (DOI 10.1145/3461731): what grows and who holds it, what dies
// young, what stands out in the last heap state, and what is held for nothing. [Explore] makes a [findings.Report] of findings in
// sentences, each with what to look at next.
//
// It reads heap states through [Source], so it knows nothing of how they are opened, kept or shown. Growth is found by package
// leak, waste by package waste.
package guide
