package scene

// ColorAt returns the color of a group in the city at a GC point, and whether the group is a building. ok is false if it has no plot.
// ColorAt ignores colors set by the user.
func (p *Plan) ColorAt(node int32, point int, settings Settings) (color RGB, building, ok bool) {
	t := p.Target(node)
	switch t.Kind {
	case OnBuilding:
		var b Building
		p.buildingAt(&b, point, t.Index, &settings, settings.Palette(), 0)
		return b.Color, true, true
	case OnDistrict:
		return settings.Palette().level(p.districts[t.Index].level, p.levels), false, true
	}
	return RGB{}, false, false
}
