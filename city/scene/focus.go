package scene

import "math"

// arcRise is at least the height of a drawn frustum over the higher one of its roofs, as a share of its length over ground.
const arcRise = 0.2

// Among returns the box around a part of the city, the given references to and from it, and the GC root that holds the current finding, if
// that is the given target.
func (c *City) Among(box Box, t Target, refs []Reference) Box {
	from := box.Center()
	for _, r := range refs {
		end := Target{OnBuilding, r.other()}
		if end.Index < 0 {
			end = Target{OnDistrict, r.District}
		}
		other, ok := c.Box(end)
		if !ok {
			continue
		}
		at := other.Center()
		box = box.Union(other)
		box.Max.Y = max(box.Max.Y, other.Max.Y+arcRise*math.Hypot(at.X-from.X, at.Z-from.Z))
	}
	if pin, ok := c.Pinned.Current(); ok && c.Thread != nil && c.Plan.Shows(pin.Node) == t {
		root := c.Thread.Root
		box = box.Union(Box{Vec{root.X, 0, root.Z}, Vec{root.X + root.W, c.Thread.Height, root.Z + root.D}})
	}
	return box
}

// amongRoom is the room around the surroundings of a target, as in [Camera.Focus].
const amongRoom = 1.06

// FocusAmong moves the camera as Focus does or, if that does not show all of the surroundings, far enough to show them. The surroundings
// include the box.
func (c Camera) FocusAmong(box, surroundings Box, aspect float64, frame Frame) Camera {
	near := c.Focus(box, aspect, frame)
	if surroundings == box || near.shows(surroundings, aspect, frame.OrWhole()) {
		return near
	}
	return fit(c, surroundings, aspect, frame, amongRoom)
}

// shows reports whether all corners of a box are in a frame of the picture.
func (c Camera) shows(box Box, aspect float64, frame Frame) bool {
	for _, corner := range box.Corners() {
		x, y, _, ok := c.Project(corner, aspect)
		if !ok || x < frame.Left || x > frame.Right || y < frame.Bottom || y > frame.Top {
			return false
		}
	}
	return true
}
