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

// decodeSettings returns base with the values in r applied. Rejected values keep those of base. It does not check that a lower limit is
// below its upper limit, as it reads values one by one.
func decodeSettings(r reader, base scene.Settings) scene.Settings {
	for _, row := range scene.Table() {
		if raw, has := r.from[row.Name]; has && row.Read(&base, raw) != nil {
			r.reject(row.Name)
		}
	}
	if _, has := r.from["reduced_motion"]; !has {
		var tween *bool // older name, with the opposite meaning
		if json.Unmarshal(r.from["tween"], &tween) == nil && tween != nil {
			base.ReducedMotion = !*tween
		}
	}
	return base
}
