// Package canvas draws a panel: boxes, lines, texts, icons and pictures become a list for package brush, and a list of the visible texts. It
// has no controls and does not depend on heap data.
//
// Texts use the embedded fonts ([Typesetter]) and are cached as masks. Gio paints lines with letters of other fonts offscreen on a
// [Surface]. A [Raster] collects the shapes of a chart. [SvgPen] records the drawing as an SVG. Lengths are in dp, where 1 dp is scale
// framebuffer pixels.
package canvas
