// Package ui draws the panels around the city: bars, cards, dialogs and tooltips. It lays them out with Gio and paints
// each into an opaque image of its own, on a goroutine of its own; the caller composes the images as rounded
// cards over the scene. The package decides nothing about the city: it is shown a [model.Model] and emits [model.Event]
// values, most of them actions of package state. It is the host of the panels: the list in panels.go is the only one, and the
// host knows no view by name. What a panel is, is in package widget; each view and card is a package of its own.
//
// The caller's loop:
//
//	panels, err := ui.New(widget.Options{Notify: wakeMainLoop})
//	defer panels.Close()
//
//	// when anything that is shown has changed; cheap, newest wins
//	panels.Show(model, framebufferSize, scale)
//
//	// input, in framebuffer pixels; panels that are hit get the pointer, the scene gets the rest
//	if panels.Hit(p) != "" || dragStartedInPanel { panels.Pointer(e) } else { scene… }
//	if panels.Takes(k) { panels.Key(k) } else { shortcuts… }
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
// A search is the caller's too: after [model.ToggleSearch] it sets Model.Search, and sets a new one for every [model.Find]. So are
// the camera, to which [model.MapTo] and the View commands speak, and the scale, which [model.Zoom] changes. The panels' own are
// the open menu, the part of the time that is shown, and how far tables are scrolled, with the filters that are being typed
// there; their rows are kept until what they are made of changes. Drawers are the caller's as well: it keeps their widths
// on [model.Widen], and which one is in front where only one has room; [place.Place] reports both sides where they go.
//
// [UI.Settle] waits until everything shown is painted; tests, scripts and pictures use it. [Render] paints chosen panels
// once, without a goroutine. [UI.Describe] lists visible texts and controls with their places.
//
// Nothing here reads a clock: the time comes with input events and [UI.Tick]. Text is drawn with the embedded fonts;
// fonts of the system serve as a fallback for other scripts only if [widget.Options.SystemFonts] is set, so that pictures are
// the same everywhere.
//
// A panel is painted again only where what it shows has changed: see package brush. At 1280 by 720 and scale 1, laying out all panels
// takes 0.4 to 1 ms of the processor; painting all of the top bar 0.3 ms, the legend 0.5, the time bar 1, the inspector 2, a chart that
// covers the window and changes everywhere 3. The rows of the heap view take 40 ms to make for 100,000 open groups, and 2 to lay out where
// they are scrolled.
//
// Lengths inside the package are in dp (density-independent pixels), 1 dp being scale framebuffer pixels.
package ui
