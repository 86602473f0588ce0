// Package proof contains the command prove, which judges whether a change of a program fixed a finding. It records both versions of the
// program, or reads recordings of them.
package proof
