// Package canvas draws one panel: boxes, lines, texts, icons and pictures become a list for package brush, and a list of the texts
// that can be seen. It knows no controls and nothing of heaps.
//
// Texts are set with the embedded fonts ([Typesetter]) and kept as masks. Lines with letters of other fonts are painted by Gio, off screen,
// on a [Surface]. A [Raster] collects the shapes of a chart. [SvgPen] records what is drawn as an
// SVG. Lengths are in dp, one dp being scale framebuffer pixels.
package canvas
