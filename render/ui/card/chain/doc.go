// Package chain draws the window in which a chain of classifiers and filters is put together.
package chain
