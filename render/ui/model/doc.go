// Package model defines the input and output of panels: [Model] and [Event]. Both are values. A model is a snapshot and read-only once
// handed over.
package model
