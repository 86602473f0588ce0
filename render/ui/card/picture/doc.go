// Package picture draws the dialog that makes pictures.
package picture
