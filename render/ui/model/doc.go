// Package model is what panels show and what they report: a [Model] goes in, [Event] values come out. All of it is values;
// a model is a snapshot that nobody writes to once it was handed in.
package model
