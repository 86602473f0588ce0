// Package picture draws pictures and films of cities without a window; see [Shot] and [Film].
package picture
