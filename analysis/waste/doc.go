// Package waste finds what a heap state holds for nothing: texts that are there many times, and collections with little in
// them. It needs the values of fields.
package waste
