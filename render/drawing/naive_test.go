package drawing

import (
	"testing"
	"unsafe"

	"github.com/g3n/engine/gls"
	"github.com/g3n/engine/math32"
	"github.com/go-gl/gl/v3.3-core/gl"

	"memcity/render/headless/gltest"
)

// The approach of an engine with one mesh per building, as in g3n 0.2.0. Each building has a vertex array of 24 vertices with normals. Three
// matrices, a material and the lights are uniforms. Each building has a draw call, lit in the fragment stage, in a framebuffer with four
// samples like g3n's window.

const naiveVertex = `#version 330 core
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
uniform mat4 ModelViewMatrix;
uniform mat3 NormalMatrix;
uniform mat4 MVP;
out vec4 Position;
out vec3 Normal;
void main() {
	Position = ModelViewMatrix * vec4(position, 1.0);
	Normal = normalize(NormalMatrix * normal);
	gl_Position = MVP * vec4(position, 1.0);
}`

const naiveFragment = `#version 330 core
in vec4 Position;
in vec3 Normal;
uniform vec3 Material[6];
uniform vec3 AmbientLight[1];
uniform vec3 DirLight[4];
out vec4 FragColor;
void main() {
	vec3 n = normalize(gl_FrontFacing ? Normal : -Normal), toEye = normalize(-Position.xyz);
	vec3 ambient = AmbientLight[0] * Material[0], diffuse = vec3(0.0), specular = vec3(0.0);
	for (int i = 0; i < 2; i++) {
		vec3 dir = normalize(DirLight[2 * i + 1]);
		diffuse += DirLight[2 * i] * Material[1] * max(dot(dir, n), 0.0);
		specular += DirLight[2 * i] * Material[2] * pow(max(dot(reflect(-dir, n), toEye), 0.0), Material[4].x);
	}
	FragColor = min(vec4(ambient + diffuse + specular + Material[3], Material[4].y), vec4(1.0));
}`

// mesh is the data of a building in a scene graph.
type mesh struct {
	array, vertices, indices uint32
	model                    math32.Matrix4
	material                 [18]float32
}

func newMesh(in *instance) mesh {
	w, h, d := in.Base1[2]-in.Base1[0], in.H1, in.Base1[3]-in.Base1[1]
	var vertices []float32
	var indices []uint32
	for axis := range 3 {
		for _, side := range []float32{0, 1} {
			first := uint32(len(vertices) / 6)
			for corner := range 4 {
				var p, n [3]float32
				p[axis], p[(axis+1)%3], p[(axis+2)%3] = side, float32(corner&1), float32(corner>>1)
				n[axis] = 2*side - 1
				vertices = append(vertices, p[0]*w, p[1]*h, p[2]*d, n[0], n[1], n[2])
			}
			order := []uint32{0, 1, 2, 2, 1, 3}
			if side == 0 {
				order = []uint32{0, 2, 1, 1, 2, 3}
			}
			for _, i := range order {
				indices = append(indices, first+i)
			}
		}
	}
	m := mesh{}
	m.model.MakeTranslation(in.Base1[0], in.Bottom, in.Base1[1])
	for k := range 3 {
		m.material[k], m.material[3+k] = float32(in.Color1[k])/255, float32(in.Color1[k])/255
	}
	m.material[12], m.material[13] = 30, 1
	gl.GenVertexArrays(1, &m.array)
	gl.GenBuffers(1, &m.vertices)
	gl.GenBuffers(1, &m.indices)
	gl.BindVertexArray(m.array)
	gl.BindBuffer(gl.ARRAY_BUFFER, m.vertices)
	gl.BufferData(gl.ARRAY_BUFFER, len(vertices)*4, unsafe.Pointer(&vertices[0]), gl.STATIC_DRAW)
	gl.BindBuffer(gl.ELEMENT_ARRAY_BUFFER, m.indices)
	gl.BufferData(gl.ELEMENT_ARRAY_BUFFER, len(indices)*4, unsafe.Pointer(&indices[0]), gl.STATIC_DRAW)
	for i := range uint32(2) {
		gl.EnableVertexAttribArray(i)
		gl.VertexAttribPointerWithOffset(i, 3, gl.FLOAT, false, 24, uintptr(i)*12)
	}
	return m
}

func (m *mesh) draw(gs *gls.GLS, p *gls.Program, view, projection *math32.Matrix4) {
	var modelView, mvp math32.Matrix4
	var normal math32.Matrix3
	modelView.MultiplyMatrices(view, &m.model)
	mvp.MultiplyMatrices(projection, &modelView)
	normal.GetNormalMatrix(&modelView)
	gs.UseProgram(p)
	gs.UniformMatrix4fv(p.GetUniformLocation("ModelViewMatrix"), 1, false, &modelView[0])
	gs.UniformMatrix3fv(p.GetUniformLocation("NormalMatrix"), 1, false, &normal[0])
	gs.UniformMatrix4fv(p.GetUniformLocation("MVP"), 1, false, &mvp[0])
	gs.Uniform3fv(p.GetUniformLocation("Material"), 6, &m.material[0])
	gs.Uniform3fv(p.GetUniformLocation("AmbientLight"), 1, &naiveLights[0])
	gs.Uniform3fv(p.GetUniformLocation("DirLight"), 4, &naiveLights[3])
	gs.BindVertexArray(m.array)
	gs.DrawElements(gls.TRIANGLES, 36, gls.UNSIGNED_INT, 0)
}

var naiveLights = [...]float32{0.4, 0.4, 0.4, 0.8, 0.8, 0.7, 0.6, 0.7, 0.4, 0.2, 0.2, 0.3, -0.5, 0.2, -0.4}

// multisampled creates and binds a framebuffer with four samples.
func multisampled(width, height int32) (frame uint32, buffers [2]uint32) {
	gl.GenFramebuffers(1, &frame)
	gl.BindFramebuffer(gl.FRAMEBUFFER, frame)
	gl.GenRenderbuffers(2, &buffers[0])
	for i, format := range []uint32{gl.RGBA8, gl.DEPTH_COMPONENT24} {
		gl.BindRenderbuffer(gl.RENDERBUFFER, buffers[i])
		gl.RenderbufferStorageMultisample(gl.RENDERBUFFER, 4, format, width, height)
		at := []uint32{gl.COLOR_ATTACHMENT0, gl.DEPTH_ATTACHMENT}[i]
		gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, at, gl.RENDERBUFFER, buffers[i])
	}
	return frame, buffers
}

// oneMeshPerBuilding draws each building with a separate draw call, as a scene graph would.
func oneMeshPerBuilding(b *testing.B, n int) {
	benchScene(b, n, 1, func(s *Scene, v View) {
		gs := s.d.GS
		p := gs.NewProgram()
		p.AddShader(gls.VERTEX_SHADER, naiveVertex)
		p.AddShader(gls.FRAGMENT_SHADER, naiveFragment)
		gltest.Check(p.Build())
		meshes := make([]mesh, len(s.packed.instances))
		for i := range meshes {
			meshes[i] = newMesh(&s.packed.instances[i])
		}
		frame, buffers := multisampled(int32(v.Width), int32(v.Height))
		view, projection := v.Camera.Matrices(v.aspect(), s.bounds)
		viewM, projectionM := math32.Matrix4(view), math32.Matrix4(projection)
		b.ResetTimer()
		fastest(b, func() {
			s.d.Clear(0.8, 0.85, 0.9, 1)
			s.d.SetMaterial(solidMaterial)
			for i := range meshes {
				meshes[i].draw(gs, p, &viewM, &projectionM)
			}
		}, s)
		b.StopTimer()
		for i := range meshes {
			gl.DeleteVertexArrays(1, &meshes[i].array)
			gl.DeleteBuffers(1, &meshes[i].vertices)
			gl.DeleteBuffers(1, &meshes[i].indices)
		}
		gl.DeleteFramebuffers(1, &frame)
		gl.DeleteRenderbuffers(2, &buffers[0])
	})
}
