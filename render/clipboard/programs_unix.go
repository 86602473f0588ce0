//go:build unix && !darwin

package clipboard

// programs returns the commands for this session, the most likely to work first.
func programs(env func(string) string) []program {
	wayland := program{name: "wl-copy", args: []string{"--type", "image/png"}}
	x11 := program{name: "xclip", args: []string{"-selection", "clipboard", "-target", "image/png", "-in"}}
	var out []program
	if env("WAYLAND_DISPLAY") != "" {
		out = append(out, wayland)
	}
	if env("DISPLAY") != "" {
		out = append(out, x11)
	}
	return out
}
