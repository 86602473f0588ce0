// Package assets holds the files that are built into the program: bundled recordings, fonts and shaders. It imports
// nothing of the project.
package assets
