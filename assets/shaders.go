package assets

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"
)

//go:embed shaders
var shaders embed.FS

// maxIncludes is the maximum depth of includes in shaders.
const maxIncludes = 8

// Shader returns the GLSL 3.30 source of a file in assets/shaders, with includes resolved and the given names defined. Each file is
// included once.
func Shader(name string, defines ...string) (string, error) {
	var b strings.Builder
	b.WriteString("#version 330 core\n")
	for _, d := range defines {
		fmt.Fprintf(&b, "#define %s\n", d)
	}
	if err := includeShader(&b, name, map[string]bool{}, 0); err != nil {
		return "", err
	}
	return b.String(), nil
}

func includeShader(b *strings.Builder, name string, seen map[string]bool, depth int) error {
	if seen[name] {
		return nil
	}
	seen[name] = true
	text, err := fs.ReadFile(shaders, "shaders/"+name)
	if err != nil {
		return fmt.Errorf("shader %s: not found", name)
	}
	if depth > maxIncludes {
		return fmt.Errorf("shader %s: includes are nested too deeply", name)
	}
	for line := range strings.Lines(string(text)) {
		file, ok := strings.CutPrefix(strings.TrimSpace(line), "#include ")
		if !ok {
			b.WriteString(line)
			continue
		}
		if err := includeShader(b, strings.Trim(file, `"`), seen, depth+1); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}
