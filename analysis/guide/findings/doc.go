// Package findings defines the results of a guide as plain values. A [Report] contains findings with their evidence, next steps, and the
// stages from a finding to the change in the program. Code that shows findings needs only this package.
package findings
