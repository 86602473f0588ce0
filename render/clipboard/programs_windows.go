package clipboard

// programs returns the command that comes with Windows. The clipboard requires a single-threaded apartment (-STA).
func programs(func(string) string) []program {
	script := `$ErrorActionPreference = 'Stop'
Add-Type -AssemblyName System.Windows.Forms, System.Drawing
$picture = [System.Drawing.Image]::FromFile($env:` + pictureVariable + `)
try { [System.Windows.Forms.Clipboard]::SetImage($picture) } finally { $picture.Dispose() }`
	return []program{{name: "powershell", args: []string{"-NoProfile", "-NonInteractive", "-STA", "-Command", script}, file: true}}
}
