// Package testrun controls the work that a test runs. It waits for events as long as the test may run, because a separate time limit would
// fail on a busy machine. It cancels work at every check of its context, damages inputs at every position, and measures resources other than
// time.
package testrun
