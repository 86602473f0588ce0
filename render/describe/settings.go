package describe

import (
	"encoding/json"
	"fmt"

	"memcity/city/scene"
)

// DescribedSettings are the settings in JSON, named as in the settings table.
type DescribedSettings struct{ scene.Settings }

// describedName returns the name of a setting in descriptions; "" if descriptions omit it.
func describedName(row *scene.Setting) string {
	switch row.Described {
	case "":
		return row.Name
	case "-":
		return ""
	}
	return row.Described
}

// MarshalJSON writes an object with rounded numbers.
func (d DescribedSettings) MarshalJSON() ([]byte, error) {
	out := map[string]any{}
	for _, row := range scene.Table() {
		value := row.Value.At(&d.Settings)
		if x, real := value.(*float64); real {
			value = RoundTo(*x, 4)
		}
		if name := describedName(&row); name != "" {
			out[name] = value
		}
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads the output of MarshalJSON. Missing settings get their defaults.
func (d *DescribedSettings) UnmarshalJSON(data []byte) error {
	var from map[string]json.RawMessage
	if err := json.Unmarshal(data, &from); err != nil {
		return err
	}
	d.Settings = scene.DefaultSettings()
	for _, row := range scene.Table() {
		if raw, has := from[describedName(&row)]; has {
			if err := row.Read(&d.Settings, raw); err != nil {
				return fmt.Errorf("%s: %w", row.Name, err)
			}
		}
	}
	return nil
}
