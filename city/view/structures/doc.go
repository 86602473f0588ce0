// Package structures defines the structures view without its drawing: whole data structures and their growth. Package structure contains
// the analysis.
package structures
