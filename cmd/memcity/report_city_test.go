package main

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"memcity/assets"
	"memcity/city/web"
	"memcity/cmd/memcity/clitest/browser"
	"memcity/words"
)

var (
	cityData   = regexp.MustCompile(`data-city="([^"]*)"`)
	pagePolicy = regexp.MustCompile(`http-equiv="Content-Security-Policy" content="([^"]*)"`)
)

// cityOf returns the city of a report.
func cityOf(t *testing.T, page string) *web.City {
	t.Helper()
	found := cityData.FindStringSubmatch(page)
	if found == nil {
		t.Fatal("the report has no city")
	}
	c, err := decodeCity(found[1])
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// withoutScript removes the script of a report. It must be the only script, and the one that its policy allows.
func withoutScript(t *testing.T, page string) string {
	t.Helper()
	before, rest, ok := strings.Cut(page, "</main>\n<script>")
	if !ok {
		return page
	}
	script, after, _ := strings.Cut(rest, "</script>")
	sum := sha256.Sum256([]byte(script))
	policy := html.UnescapeString(pagePolicy.FindStringSubmatch(page)[1])
	if want := "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; policy != want {
		t.Errorf("the policy is %s, want %s", policy, want)
	}
	return before + "</main>\n" + after
}

// TestReportCity: the report of each bundled recording has a city of at most 3 MB, with pins for the findings of analyze.
func TestReportCity(t *testing.T) {
	t.Parallel()
	for _, demo := range assets.Demos() {
		name := "demo:" + demo.Name
		r := memcity("report", name, "--pictures=false", "-o", "-")
		if r.err != nil {
			t.Fatalf("%s: %v", name, r.err)
		}
		c := cityOf(t, r.stdout)
		if len(r.stdout) > 1<<20 {
			t.Errorf("%s: %d bytes without pictures", name, len(r.stdout))
		}
		var printed struct {
			Buildings []struct{ Objects, Bytes int64 }
		}
		if err := json.Unmarshal([]byte(memcity("city", name, "--format", "json").stdout), &printed); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(printed.Buildings) != len(c.Buildings.Name) || len(c.Buildings.Name) < 20 {
			t.Errorf("%s: %d buildings, want %d", name, len(c.Buildings.Name), len(printed.Buildings))
		}
		leak := strings.Contains(memcity("analyze", name).stdout, "It leaks")
		if leak != (c.Mode == "findings") && !(c.Mode == "findings" && len(c.Findings) > 0) {
			t.Errorf("%s: shows %s, leak %v", name, c.Mode, leak)
		}
		for _, f := range c.Findings {
			if f.Head[0] == "" || len(f.Held) != len(c.Points) || !slices.ContainsFunc(f.Held[len(f.Held)-1], func(n int) bool { return n > 0 }) {
				t.Errorf("%s: finding %+v", name, f.Head)
			}
		}
	}
	if r := memcity("report", "demo:persons", "--pictures=false", "--city=false", "-o", "-"); r.err != nil || strings.Contains(r.stdout, "<script") || cityData.MatchString(r.stdout) {
		t.Errorf("--city=false: %v, or there is a city", r.err)
	}
}

// TestReportInBrowser: a browser draws the city from the file alone, and the city can be used.
func TestReportInBrowser(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report.html")
	if r := memcity("report", "demo:two-caches", "--pictures=false", "-o", path); r.err != nil {
		t.Fatal(r.err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	c := cityOf(t, string(text))
	for _, dark := range []bool{false, true} {
		p := browser.Open(t, path, 1280, 720, dark)
		p.Until(`document.querySelector(".town.runs") && document.querySelector(".town").city.frames.length > 1`)
		p.Eval(`window.town = document.querySelector(".town").city; town.picture.canvas.scrollIntoView(); null`, nil)
		checkDrawn(t, p, c, dark)
		if !dark {
			checkTime(t, p, c)
			checkClick(t, p, c)
			checkPace(t, p)
			checkNumbers(t, p)
		}
		logged, requested := p.Seen()
		if len(logged) > 0 || len(requested) != 1 {
			t.Errorf("logged %q, requested %q", logged, requested)
		}
	}
}

// checkDrawn checks that the picture has the color of the finding, and walls of other buildings.
func checkDrawn(t *testing.T, p *browser.Page, c *web.City, dark bool) {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(p.Screenshot()))
	if err != nil {
		t.Fatal(err)
	}
	red, shades := 0, map[color.Color]bool{}
	size := img.Bounds().Size()
	for y := 0; y < size.Y; y += 2 {
		for x := 0; x < size.X; x += 2 {
			r, g, b, _ := img.At(x, y).RGBA()
			if r > 0x6000 && g < r/3 && b < r/3 {
				red++
			}
			shades[img.At(x, y)] = true
		}
	}
	if red < 500 || len(shades) < 500 {
		_ = os.WriteFile(filepath.Join(t.ArtifactDir(), fmt.Sprintf("dark-%v.png", dark)), p.Screenshot(), 0o600)
		t.Errorf("dark %v: %d red places and %d colors in a picture of %v", dark, red, len(shades), image.Pt(size.X, size.Y))
	}
	var boxes int
	if p.Eval("town.picture.boxes.count", &boxes); boxes != len(c.Buildings.Name)+len(c.Districts)+len(c.Blocks.Plot) {
		t.Errorf("%d boxes are drawn", boxes)
	}
	var plate string
	if p.Eval(`document.querySelector(".plate").textContent`, &plate); plate != c.Findings[0].Head[len(c.Points)-1]+c.Findings[0].Detail[len(c.Points)-1] {
		t.Errorf("the plate says %q", plate)
	}
}

// checkTime moves the slider, and compares heights with the data.
func checkTime(t *testing.T, p *browser.Page, c *web.City) {
	t.Helper()
	at := c.Findings[0].Index
	height := func() (h float64) {
		p.Eval(fmt.Sprintf("town.town.height(town.town.buildings[%d], town.point)", at), &h)
		return h
	}
	last := height()
	p.Eval(`{ const s = document.querySelector(".time input"); s.value = 0; s.dispatchEvent(new Event("input")); }`, nil)
	p.Until("town.point === 0 && performance.now() - town.stepped > 300")
	objects := float64(c.Buildings.Objects[0][at])
	want := math.Sqrt(math.Sqrt(objects/float64(c.Buildings.Most[at]))) * float64(c.Buildings.High[at]) / web.Grid
	if c.Bytes {
		want = math.Sqrt(math.Sqrt(float64(c.Buildings.Bytes[0][at])/float64(c.Buildings.Most[at]))) * float64(c.Buildings.High[at]) / web.Grid
	}
	if first := height(); first >= last || math.Abs(first-want) > 1e-6 {
		t.Errorf("height %v at first, want %v, and %v at last", first, want, last)
	}
	var says string
	if p.Eval(`document.querySelector(".time output").textContent`, &says); !strings.HasPrefix(says, "GC point 1 of 10 ·") {
		t.Errorf("the slider says %q", says)
	}
	p.Eval(`town.picture.canvas.focus(); null`, nil)
	for range len(c.Points) {
		p.Key("]")
	}
	p.Until(fmt.Sprintf("town.point === %d && performance.now() - town.stepped > 300", len(c.Points)-1))
}

// checkClick clicks the building of the finding, turns the city, and clears the selection.
func checkClick(t *testing.T, p *browser.Page, c *web.City) {
	t.Helper()
	var at struct{ X, Y float64 }
	p.Eval(fmt.Sprintf(`(() => { const b = town.boxes[town.town.buildings[%d].number], r = town.picture.canvas.getBoundingClientRect();
		const p = town.camera.project([(b.x0 + b.x1) / 2, b.y1, (b.z0 + b.z1) / 2], town.aspect);
		return { x: r.left + (p.x + 1) / 2 * r.width, y: r.top + (1 - p.y) / 2 * r.height + 3 }; })()`, c.Findings[0].Index), &at)
	p.Mouse("mouseMoved", at.X, at.Y, "none", 0)
	var tip string
	if p.Eval(`document.querySelector(".tip").textContent`, &tip); !strings.HasPrefix(tip, "com.example.shop.Product7,810 objects") && !strings.HasPrefix(tip, "Product7,810 objects") {
		t.Errorf("the tooltip says %q", tip)
	}
	p.Mouse("mousePressed", at.X, at.Y, "left", 0)
	p.Mouse("mouseReleased", at.X, at.Y, "left", 0)
	var about string
	p.Eval(`document.querySelector(".about").textContent`, &about)
	for _, part := range []string{"Product", "7,810", c.Findings[0].Head[len(c.Points)-1], "Keeps it alive"} {
		if !strings.Contains(about, part) {
			t.Errorf("the selection says %q, without %q", about, part)
		}
	}
	p.Until("town.picture.tubeArray.instances > 0")
	var yaw, turned float64
	p.Eval("town.camera.yaw", &yaw)
	p.Mouse("mousePressed", at.X, at.Y, "left", 0)
	p.Mouse("mouseMoved", at.X+60, at.Y, "left", 0)
	p.Mouse("mouseReleased", at.X+60, at.Y, "left", 0)
	if p.Eval("town.camera.yaw", &turned); turned == yaw {
		t.Error("dragging does not turn the city")
	}
	p.Key("Escape")
	var hidden bool
	if p.Eval(`town.selected === null && document.querySelector(".about").hidden`, &hidden); !hidden {
		t.Error("Esc does not clear the selection")
	}
}

// checkPace: while frames are slow, the city is drawn more cheaply, then with fewer pixels, in a similar picture. At rest it is drawn in full
// quality.
func checkPace(t *testing.T, p *browser.Page) {
	t.Helper()
	p.Until("!town.asked && !town.flight")
	var out struct {
		Fine, Quick, Coarse, Rest float64
		Wide                      []int // pixels, of a coarse picture and one at rest
		Scale, RestScale          float64
		IsQuick                   bool
		Fault                     int
	}
	p.Eval(`(() => {
		const q = town.picture, gl = q.gl, wide = [];
		const mean = (still, scale, quick) => {
			q.resize(scale);
			wide.push(q.canvas.width);
			q.draw(town.camera, { theme: "light", shrunk: [0, 0, 1], mixed: 1, still, quick });
			gl.bindFramebuffer(gl.FRAMEBUFFER, null);
			const pixels = new Uint8Array(4 * q.canvas.width * q.canvas.height);
			gl.readPixels(0, 0, q.canvas.width, q.canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
			return pixels.reduce((sum, v) => sum + v, 0) / pixels.length;
		};
		const out = { fine: mean(false, 1, false), quick: mean(false, 1, true), coarse: mean(false, 0.5, true), rest: mean(true, 1, false), fault: gl.getError(), wide: wide.slice(2) };
		for (let now = 1; now < 5000; now += 50) town.pace.next(now, true);
		const slow = town.pace.next(5000, true);
		return { ...out, scale: slow.scale, isQuick: slow.quick, restScale: town.pace.next(5050, false).scale };
	})()`, &out)
	if out.Fault != 0 || math.Abs(out.Fine-out.Quick) > 2 || math.Abs(out.Quick-out.Coarse) > 1 || math.Abs(out.Fine-out.Rest) > 1 || out.Fine < 50 {
		t.Errorf("the means of pictures are %+v", out)
	}
	if out.Scale != 0.5 || !out.IsQuick || out.RestScale != 1 || out.Wide[0] > out.Wide[1]/2+1 {
		t.Errorf("slow frames are drawn as %+v", out)
	}
	p.Eval(`{ town.aim(town.camera.turned(0.1, 0)); window.drawn = town.frames.length; }`, nil)
	p.Until("town.frames.length >= Math.min(drawn + 2, 240) && !town.asked")
}

// checkNumbers: the page formats numbers like package words. The script exports no names, so the test reads the displayed text.
func checkNumbers(t *testing.T, p *browser.Page) {
	t.Helper()
	for _, n := range []int64{0, 1, 999, 1000, 9994, 9995, 99949, 99950, 999499, 999500, 1234567890} {
		var says string
		p.Eval(fmt.Sprintf(`{ const c = town.town.city; c.points[town.point].objects = %d; c.points[town.point].bytes = %d; town.changed("point"); }
			document.querySelector(".time output").textContent`, n, n), &says)
		if want := words.Counted(n, "object") + ", " + words.Size(n); !strings.HasSuffix(says, "· "+want) {
			t.Errorf("%q is shown, want %q", says, want)
		}
	}
}

// TestReportOfHostileNamesInBrowser: group names of a recording are text in the page and run nothing.
func TestReportOfHostileNamesInBrowser(t *testing.T) {
	const name = `</script><img src=x onerror="document.title='fault'"><script>document.title='fault'</script>`
	tree := `{"root":{"name":"Heap","role":"Heap","objects":9,"bytes":180,"children":[{"name":` + quoted(name) +
		`,"role":"Type","objects":5,"bytes":80},{"name":"b","role":"Type","objects":4,"bytes":100}]}}`
	dir := t.TempDir()
	file, path := filepath.Join(dir, "a.json"), filepath.Join(dir, "a.html")
	if err := os.WriteFile(file, []byte(tree), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := memcity("report", file, "--pictures=false", "-o", path); r.err != nil {
		t.Fatal(r.err)
	}
	p := browser.Open(t, path, 800, 600, false)
	p.Until(`document.querySelector(".town.runs") && document.querySelector(".town").city.frames.length > 0`)
	var seen struct {
		Title, About string
		Images       int
	}
	p.Eval(`(() => { const v = document.querySelector(".town").city; v.select(v.town.buildings.find((b) => v.town.name(b) !== "b"));
		return { title: document.title, about: document.querySelector(".about h3").textContent, images: document.images.length }; })()`, &seen)
	if !strings.HasPrefix(seen.Title, "a") || seen.About != name || seen.Images != 0 {
		t.Errorf("%+v", seen)
	}
	if logged, requested := p.Seen(); len(logged) > 0 || len(requested) != 1 {
		t.Errorf("logged %q, requested %q", logged, requested)
	}
}

// wideTree returns a memory tree with the given numbers of children per level, as JSON.
func wideTree(children ...int) []byte {
	seed := uint64(1)
	var write func(b *bytes.Buffer, name string, children []int) (objects int)
	write = func(b *bytes.Buffer, name string, children []int) (objects int) {
		if len(children) == 0 {
			seed = seed*6364136223846793005 + 1442695040888963407
			objects = 1 + int(seed>>33)%20_000
			fmt.Fprintf(b, `{"name":%q,"role":"Type","objects":%d,"bytes":%d}`, name, objects, 24*objects)
			return objects
		}
		var kids bytes.Buffer
		for i := range children[0] {
			if i > 0 {
				kids.WriteByte(',')
			}
			objects += write(&kids, fmt.Sprint(name, ".", i), children[1:])
		}
		fmt.Fprintf(b, `{"name":%q,"role":"Package","objects":%d,"bytes":%d,"children":[%s]}`, name, objects, 24*objects, &kids)
		return objects
	}
	var b bytes.Buffer
	b.WriteString(`{"root":`)
	write(&b, "Heap", children)
	b.WriteString("}")
	return b.Bytes()
}

// BenchmarkReportCity turns a city of 5,000 buildings in a picture of 640x360 pixels, and reports frames per second.
func BenchmarkReportCity(b *testing.B) {
	dir := b.TempDir()
	file, path := filepath.Join(dir, "wide.json"), filepath.Join(dir, "wide.html")
	if err := os.WriteFile(file, wideTree(5, 25, 40), 0o600); err != nil {
		b.Fatal(err)
	}
	if r := memcity("report", file, "--pictures=false", "-o", path); r.err != nil {
		b.Fatal(r.err)
	}
	p := browser.Open(b, path, 1280, 720, false)
	p.Until(`document.querySelector(".town.runs")`)
	p.Eval(`{ window.town = document.querySelector(".town").city; const s = town.picture.canvas.parentNode.style; s.width = "640px"; s.height = "360px"; s.minHeight = 0;
		town.picture.canvas.scrollIntoView(); town.picture.canvas.focus(); }`, nil)
	var out struct {
		Rate            float64
		W, H, Buildings int
	}
	for b.Loop() {
		p.Eval(`new Promise((done) => { let left = 240; town.frames.length = 0; const turn = () => { town.aim(town.camera.turned(0.01, 0)); if (--left) requestAnimationFrame(turn);
			else done({ rate: town.rate(), w: town.picture.canvas.width, h: town.picture.canvas.height, buildings: town.town.buildings.length }); }; turn(); })`, &out)
	}
	b.ReportMetric(out.Rate, "frames/s")
	b.Logf("%d buildings in %dx%d: %.1f frames a second", out.Buildings, out.W, out.H, out.Rate)
}

// decodeCity is the inverse of [web.City.Encode].
func decodeCity(text string) (*web.City, error) {
	c := &web.City{}
	r := flate.NewReader(base64.NewDecoder(base64.RawURLEncoding, bytes.NewBufferString(text)))
	if err := json.NewDecoder(io.LimitReader(r, 1<<30)).Decode(c); err != nil {
		return nil, err
	}
	return c, r.Close()
}
