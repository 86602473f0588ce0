// Package canvas draws one panel: boxes, lines, texts, icons and pictures become operations of Gio, fingerprints of the
// bands of rows that they touch, and a list of the texts that can be seen. It knows no controls and nothing of heaps.
//
// Texts are set with the embedded fonts ([Typesetter]) and kept as pictures, as the outlines of glyphs cost most of the
// time in software renderers. A [Raster] paints many small shapes into one picture. [SvgPen] records what is drawn as an
// SVG. A [Surface] paints the operations off screen. Lengths are in dp, one dp being scale framebuffer pixels.
package canvas
