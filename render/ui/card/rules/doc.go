// Package rules draws the rules that watch a recording that grows.
package rules
