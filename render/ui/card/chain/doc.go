// Package chain draws the window for composing a chain of classifiers and filters.
package chain
