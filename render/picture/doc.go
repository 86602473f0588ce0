// Package picture draws cities into pictures and films without a window: [Shot] and [Film].
package picture
