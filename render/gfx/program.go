package gfx

import (
	"fmt"

	"github.com/g3n/engine/gls"
	"github.com/g3n/engine/math32"
	"github.com/go-gl/gl/v3.3-core/gl"
)

// Program is a linked shader program with the locations and last values of its uniforms.
type Program struct {
	d        *Device
	name     string
	handle   *gls.Program
	uniforms map[string]int32
	ints     map[int32]int32
}

// NewProgram compiles and links a program. Vertex attributes need layout(location = n). Errors contain the compiler log. A driver may
// compile only at the first use, which takes 20 to 150 ms in software renderers.
func (d *Device) NewProgram(name, vertex, fragment string) (*Program, error) {
	p := &Program{d: d, name: name, handle: d.GS.NewProgram(), uniforms: map[string]int32{}, ints: map[int32]int32{}}
	p.handle.ShowSource = false
	p.handle.AddShader(gls.VERTEX_SHADER, vertex)
	p.handle.AddShader(gls.FRAGMENT_SHADER, fragment)
	if err := p.handle.Build(); err != nil {
		return nil, fmt.Errorf("shader %s: %w", name, err)
	}
	d.Counters.Programs++
	return p, nil
}

// Use makes p the current program.
func (p *Program) Use() { p.d.GS.UseProgram(p.handle) }

// location returns the location of a uniform; -1, which OpenGL ignores, if the compiler removed it.
func (p *Program) location(name string) int32 {
	loc, ok := p.uniforms[name]
	if !ok {
		loc = gl.GetUniformLocation(p.handle.Handle(), gl.Str(name+"\x00"))
		p.uniforms[name] = loc
	}
	return loc
}

// Int sets an integer or sampler uniform. All setters require that p is in use.
func (p *Program) Int(name string, v int32) {
	loc := p.location(name)
	if old, ok := p.ints[loc]; ok && old == v {
		return
	}
	p.ints[loc] = v
	gl.Uniform1i(loc, v)
}

// Float sets a float uniform.
func (p *Program) Float(name string, v float32) { gl.Uniform1f(p.location(name), v) }

// Vec2 sets a vec2 uniform.
func (p *Program) Vec2(name string, x, y float32) { gl.Uniform2f(p.location(name), x, y) }

// IVec2 sets an ivec2 uniform.
func (p *Program) IVec2(name string, x, y int32) { gl.Uniform2i(p.location(name), x, y) }

// Vec3 sets a vec3 uniform.
func (p *Program) Vec3(name string, v [3]float32) { gl.Uniform3f(p.location(name), v[0], v[1], v[2]) }

// Vec4 sets a vec4 uniform.
func (p *Program) Vec4(name string, v [4]float32) {
	gl.Uniform4f(p.location(name), v[0], v[1], v[2], v[3])
}

// Mat4 sets a mat4 uniform.
func (p *Program) Mat4(name string, m *math32.Matrix4) {
	gl.UniformMatrix4fv(p.location(name), 1, false, &m[0])
}

// Delete frees p.
func (p *Program) Delete() {
	if p == nil || p.handle == nil {
		return
	}
	p.d.GS.DeleteProgram(p.handle.Handle())
	p.d.Counters.Programs--
	p.handle = nil
}
