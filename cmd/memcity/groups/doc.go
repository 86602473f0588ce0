// Package groups contains the commands about one heap state: tree, paths and owners, and the list of classifiers.
package groups
