// Package ui draws the panels around the city: bars, cards, dialogs and tooltips. It lays them out with Gio and paints each into its own
// opaque image, on its own goroutine. The caller draws the images as rounded cards over the scene. The package makes no decisions about the
// city: it shows a [model.Model] and emits [model.Event] values, most of which are actions of package state. The table of actions has their
// titles, hints and keys; see package actions. It hosts the panels listed in
// panels.go and knows no view by name. Package widget defines panels. Each view and card has its own package.
//
// The caller's loop:
//
//	panels, err := ui.New(widget.Options{Notify: wakeMainLoop})
//	defer panels.Close()
//
//	// when anything visible has changed; cheap, newest wins
//	panels.Show(model, framebufferSize, scale)
//
//	// input, in framebuffer pixels; panels get the pointer where they are hit, the scene gets the rest
//	if panels.Hit(p) != "" || dragStartedInPanel { panels.Pointer(e) } else { scene… }
//	if panels.Takes(k) { panels.Key(k) } else { run the action at k of panels.Actions() }
//	panels.Text(typed)          // when panels.Typing()
//	panels.Blur()               // a press went to the scene
//	panels.Pointer(leave)       // the pointer left the panels, so that nothing stays highlighted
//
//	// after Notify, and before a frame
//	for _, e := range panels.Events() { … }
//	for _, f := range panels.Frames() { upload f.Image if f.Version is new; draw at f.At }
//	setCursor(panels.Cursor())
//	if at, ok := panels.Wake(); ok { call panels.Tick(now) at that time }
//
// The caller keeps some of the state. After [model.Run] of panel.search it sets Model.Search, and it sets a new one for every [model.Find]. It
// moves the camera for [model.MapTo] and the actions of the camera, and sets the scale for [model.Zoom]. It keeps the widths of drawers for
// [model.Widen], and which drawer is in front if there is space for only one. [place.Place] returns the placement of drawers to both sides.
// The panels keep the open menu, the visible time range, and the scroll positions and filters of tables. Table rows are cached until their
// data changes.
//
// [UI.Settle] waits until everything is painted, for tests, scripts and pictures. [Render] paints chosen panels once, without a goroutine.
// [UI.Describe] lists visible texts and controls with their positions.
//
// The package reads no clock: times come with input events and [UI.Tick]. Text uses the embedded fonts. Fonts of the system serve as a
// fallback for other scripts only if [widget.Options.SystemFonts] is set, so that pictures are the same everywhere.
//
// A panel is repainted only where its content has changed; see package brush. At 1280 by 720 and scale 1, laying out all panels takes 0.4 to
// 1 ms of CPU time. Painting the whole top bar takes 0.3 ms, the legend 0.5, the time bar 1, the inspector 2, and a chart that covers the
// window 3. Creating the rows of the heap view takes 40 ms for 100,000 open groups, and laying out the visible ones 2 ms.
//
// Lengths inside the package are in dp (density-independent pixels). 1 dp is scale framebuffer pixels.
package ui
