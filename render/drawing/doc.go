// Package drawing draws a [scene.City] with OpenGL 3.3: boxes, slabs, frustums, names and tags, light and shadow. It decides
// nothing: what is drawn follows from the cities and the [View].
//
// A picture is made in steps that are kept apart so that each is repeated only when its input changes:
//
//	shade map   per city, on the CPU: sun shadows and occlusion          ComputeShade
//	base        city, ground, sky, names on slabs and signs of change    Draw
//	refinement  more samples of the base, moved by parts of a pixel      Refine
//	overlay     hover, selection, frustums and tags over the base        Overlay
//	panels      the user interface over the picture                      Present
//
// All boxes are one instanced draw, see-through ones two more, signs of change another. An instance carries both ends of a
// tween, so a frame between two GC points uploads nothing.
//
// Everything must be called on the thread that owns the OpenGL context. The same calls give the same pictures, bit by
// bit, on the same driver.
package drawing
