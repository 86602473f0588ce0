package drawing

import (
	"memcity/city/scene"
)

// mat4 is a 4x4 matrix in column-major order, as in OpenGL.
type mat4 [16]float32

// times returns m·o.
func (m *mat4) times(o *mat4) mat4 {
	var out mat4
	for col := range 4 {
		for row := range 4 {
			sum := float32(0)
			for k := range 4 {
				sum += m[k*4+row] * o[col*4+k]
			}
			out[col*4+row] = sum
		}
	}
	return out
}

// sidePlanes returns the left, right, bottom, top and near planes of the picture. A point is inside if its product with each plane is not
// negative (Gribb, Hartmann: Fast Extraction of Viewing Frustum Planes, 2001).
func (m *mat4) sidePlanes() [5][4]float32 {
	var out [5][4]float32
	for k := range 4 {
		x, y, z, w := m[k*4], m[k*4+1], m[k*4+2], m[k*4+3]
		out[0][k], out[1][k] = w+x, w-x
		out[2][k], out[3][k] = w+y, w-y
		out[4][k] = w + z
	}
	return out
}

// project returns the clip coordinates of p.
func (m *mat4) project(p [3]float32) (x, y, z, w float32) {
	return m[0]*p[0] + m[4]*p[1] + m[8]*p[2] + m[12], m[1]*p[0] + m[5]*p[1] + m[9]*p[2] + m[13],
		m[2]*p[0] + m[6]*p[1] + m[10]*p[2] + m[14], m[3]*p[0] + m[7]*p[1] + m[11]*p[2] + m[15]
}

func vec3(v scene.Vec) [3]float32 { return [3]float32{float32(v.X), float32(v.Y), float32(v.Z)} }
