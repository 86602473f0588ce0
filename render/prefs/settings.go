package prefs

import (
	"encoding/json"

	"memcity/city/scene"
)

func encodeSettings(s scene.Settings) object {
	s = s.Normal()
	o := object{}
	for _, row := range scene.Table() {
		o.set(row.Name, row.Value.At(&s))
	}
	return o
}

// decodeSettings returns base with the values that r has. Those that are not accepted stay as in base. That the least of two
// limits is not above the most is not checked here, as values are read one after the other.
func decodeSettings(r reader, base scene.Settings) scene.Settings {
	for _, row := range scene.Table() {
		if raw, has := r.from[row.Name]; has && row.Read(&base, raw) != nil {
			r.reject(row.Name)
		}
	}
	if _, has := r.from["reduced_motion"]; !has {
		var tween *bool // its older name, for the opposite
		if json.Unmarshal(r.from["tween"], &tween) == nil && tween != nil {
			base.ReducedMotion = !*tween
		}
	}
	return base
}
