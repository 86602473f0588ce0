// Package waste finds what a heap state holds for nothing: texts that are there many times, and slices that keep large arrays
// alive. It needs the values of fields.
package waste
