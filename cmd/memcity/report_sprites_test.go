package main

import (
	"os"
	"path/filepath"
	"testing"

	"memcity/cmd/memcity/clitest/browser"
)

// TestSpritesInBrowser: buildings of a few pixels are drawn as points. From every side they look like triangles: the pictures differ only
// at edges.
func TestSpritesInBrowser(t *testing.T) {
	dir := t.TempDir()
	file, path := filepath.Join(dir, "wide.json"), filepath.Join(dir, "wide.html")
	if err := os.WriteFile(file, wideTree(4, 10, 15), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := memcity("report", file, "--pictures=false", "-o", path); r.err != nil {
		t.Fatal(r.err)
	}
	p := browser.Open(t, path, 1280, 720, false)
	p.Until(`document.querySelector(".town.runs") && document.querySelector(".town").city.frames.length > 1`)
	var out []struct {
		Points, Buildings  int     // number drawn as points; number of all
		Mean, Apart, Empty float64 // mean channel with points; difference to triangles; difference to a picture without buildings
		Fault              int
	}
	p.Eval(`(() => {
		const town = document.querySelector(".town").city, q = town.picture, gl = q.gl, mesh = q.mesh, draw = q.sprites.draw, start = town.camera;
		let points = 0;
		const picture = (camera) => {
			q.draw(camera, { theme: "light", shrunk: [0, 0, 1], mixed: 1, still: false, quick: true });
			const pixels = new Uint8Array(4 * q.canvas.width * q.canvas.height);
			gl.readPixels(0, 0, q.canvas.width, q.canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
			return pixels;
		};
		const apart = (a, b) => a.reduce((sum, v, i) => sum + Math.abs(v - b[i]), 0) / a.length;
		q.resize(0.4);
		return [0, 0.7, 1.9, 3.3, 4.6].map((turn, i) => {
			const camera = start.turned(turn, i === 4 ? 1 - start.pitch - 0.01 : 0);
			q.sprites.draw = function (boxes, values) { points = boxes.length; draw.call(this, boxes, values); };
			const with_ = picture(camera);
			q.sprites.draw = () => {};
			const without = picture(camera);
			delete q.sprites.draw;
			mesh.draw = function (order, eye, leaves, m) { return Object.getPrototypeOf(mesh).draw.call(mesh, order, eye, leaves, m, 1e9); };
			const triangles = picture(camera);
			delete mesh.draw;
			return { points, buildings: town.town.buildings.length, mean: with_.reduce((sum, v) => sum + v, 0) / with_.length,
				apart: apart(with_, triangles), empty: apart(triangles, without), fault: gl.getError() };
		});
	})()`, &out)
	for _, o := range out {
		if o.Fault != 0 || o.Points < o.Buildings/3 || o.Mean < 50 || o.Apart > o.Empty/8 || o.Empty < 2 {
			t.Errorf("%+v", o)
		}
	}
	if logged, _ := p.Seen(); len(out) != 5 || len(logged) > 0 {
		t.Errorf("%d pictures, logged %q", len(out), logged)
	}
}
