// Package waste finds memory that a heap state wastes on duplicate strings and on slices that keep large arrays alive. It needs the values
// of fields.
package waste
