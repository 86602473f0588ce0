// Package drawing draws a [scene.City] with OpenGL 3.3: boxes, slabs, frustums, labels and tags, with light and shadow. It makes no
// decisions: the cities and the [View] determine the picture.
//
// A picture is made in separate steps, so that each is repeated only when its input changes:
//
//	shade map   per city, on the CPU: sun shadows and occlusion          ComputeShade
//	base        city, ground, sky, names on slabs and signs of change    Draw
//	refinement  more samples of the base, with subpixel offsets          Refine
//	overlay     hover, selection, frustums and tags over the base        Overlay
//	panels      the user interface over the picture                      Present
//
// A picture is a tree of the engine's nodes. Each layer is a node with its own draw calls: boxes, sky, ground, signs, ghosts, beacons,
// labels, frustums, routes, tags and others. Base and overlay draw parts of this tree. Each sample draws them again.
//
// All boxes need one instanced draw call, translucent ones two more, and signs another. An instance contains both ends of a tween, so a
// frame between two GC points uploads nothing.
//
// Call everything on the thread that owns the OpenGL context. On the same driver, the same calls give the same pictures, bit for bit.
package drawing
