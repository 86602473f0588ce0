// Package assets provides the files embedded in the program: bundled recordings, fonts and shaders. It does not import other packages of
// the project.
package assets
