// Package findings is what a guide says of a recording, as values: a [Report] with findings, what each is made of, what to look
// at next, and the stages of the way from a finding to what to change in the program. Who shows findings needs nothing of how
// they are made.
package findings
