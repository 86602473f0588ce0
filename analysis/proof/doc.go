// Package proof judges whether a change of a program fixed a finding. It compares repeated recordings from before the change with
// recordings from after it.
package proof
