package pictures

import (
	"fmt"
	"image"
	"image/color"
	"time"

	"memcity/assets"
	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/city/view/ages"
	"memcity/cmd/memcity/cli"
	"memcity/render/atomic"
	"memcity/render/film"
	"memcity/render/picture"
	"memcity/render/typeset"
	"memcity/trace/guard"
	"memcity/words"
)

// Limits and defaults of a film.
const (
	maxRate         = 50
	maxFilm         = 10 * time.Minute
	longestGIF      = 1 << 30 // pixels of all frames; the GIF encoder keeps a byte per pixel
	defaultSeconds  = 20
	defaultPerPoint = 900 * time.Millisecond
	movingShare     = 0.6 // of the time of a GC point
	legendWide      = 900 // smaller films have no legend by default
	legendHigh      = 500
	sampled         = 4 // number of frames that the colors of a GIF are sampled from
)

// filmFlags contains the options of film.
type filmFlags struct {
	city    cityFlags
	output  string
	format  string
	size    string
	path    string
	seconds float64
	rate    int
}

// makeFilm writes a film of a city over time.
func makeFilm(c *cli.Call) error {
	set := c.Flags()
	var f filmFlags
	f.city.register(c, set)
	set.StringVarP(&f.output, "output", "o", "city.gif", "")
	set.StringVar(&f.format, "format", "", "")
	set.StringVar(&f.size, "size", "960x540", "")
	set.StringVar(&f.path, "camera", picture.StillPath.String(), "")
	f.city.registerSettings(set, true)
	set.Float64Var(&f.seconds, "seconds", 0, "")
	set.IntVar(&f.rate, "rate", 20, "")
	legend := set.Bool("legend", true, "")
	caption := set.Bool("caption", true, "")
	paths, done, err := c.One(set)
	if err != nil || done {
		return err
	}
	out := picture.Film{Rate: f.rate}
	out.Legend, out.Caption = *legend, *caption
	format, err := f.check(&out)
	if err != nil {
		return err
	}
	out.Scale = picture.TextScale(out.Width, out.Height)
	if !set.Changed("legend") && (out.Width < legendWide || out.Height < legendHigh) {
		out.Legend = false
	}
	p, err := f.city.plan(c, paths)
	if err != nil {
		return err
	}
	out.Name, out.Settings, out.Selected = p.opened.Recording.Name, p.settings, p.selected
	out.Cities = p.cities(c)
	f.pace(&out)
	out.Fonts = typeset.System(assets.InterMedium, func() {})
	defer out.Fonts.Close()
	if format == film.GIF && out.Frames()*out.Width*out.Height > longestGIF {
		return cli.Usagef("gif: %d frames of %dx%d are too many; make it shorter or smaller, or use apng or mp4", out.Frames(),
			out.Width, out.Height)
	}
	if err := roll(c, &out, f.output, format); err != nil {
		return err
	}
	if p.found != nil {
		c.Notify(p.found.Line())
	}
	return nil
}

// cities returns the cities of a film: those in the window, or in the range of --diff.
func (p *cityPlan) cities(c *cli.Call) picture.Cities {
	points := p.plan.Meta.Window
	if p.flags.diff != "" {
		points = trees.Window{From: p.since, To: p.at}
	}
	return picture.Cities{Count: points.To - points.From + 1,
		At: func(number int) (*scene.City, error) { return p.city(c, points.From+number) }}
}

// check validates the options and stores them in out.
func (f *filmFlags) check(out *picture.Film) (format film.Format, err error) {
	if f.format == "" {
		format, err = film.FormatOf(f.output)
	} else {
		format, err = film.FormatOf("x." + f.format)
	}
	if err != nil {
		return "", cli.UsageError{Err: err}
	}
	if out.Width, out.Height, err = parseSize(f.size); err != nil {
		return "", err
	}
	if out.Path, err = picture.ParseCameraPath(f.path); err != nil {
		return "", cli.UsageError{Err: err}
	}
	if f.rate < 1 || f.rate > maxRate {
		return "", cli.Usagef("rate %d: expected 1 to %d frames a second", f.rate, maxRate)
	}
	if !(f.seconds >= 0 && f.seconds <= maxFilm.Seconds()) { // also refuses NaN
		return "", cli.Usagef("seconds %g: expected 0 for the default length, up to %.0f", f.seconds, maxFilm.Seconds())
	}
	return format, nil
}

// pace divides the length of the film among its GC points.
func (f *filmFlags) pace(out *picture.Film) {
	each := min(defaultPerPoint, defaultSeconds*time.Second/time.Duration(out.Cities.Count))
	if f.seconds > 0 { // the city does not move after the last one
		each = time.Duration(f.seconds * float64(time.Second) / (float64(out.Cities.Count) - movingShare))
	}
	out.Move = time.Duration(float64(each) * movingShare)
	out.Rest = each - out.Move
}

// roll draws the frames and writes them. An incomplete film leaves the existing file unchanged.
func roll(c *cli.Call, f *picture.Film, path string, format film.Format) (err error) {
	part, err := atomic.BeginFile(path, atomic.Private)
	if err != nil {
		return fmt.Errorf("film: %s: %w", path, atomic.Cause(err))
	}
	defer part.Abandon()
	var to film.Writer
	err = f.Shoot(c.Ctx, func(r *picture.Roll) (err error) {
		o := film.Options{Width: f.Width, Height: f.Height, Rate: f.Rate, Frames: f.Frames()}
		if format == film.GIF {
			if o.Sample, err = sample(c, r, o); err != nil {
				return err
			}
			o.Colors = signals(f.Settings.Palette())
		}
		if to, err = film.Create(part.Path, format, o); err != nil {
			return err
		}
		if err := rollFrames(c, r, to, o.Frames); err != nil {
			to.Close()
			return err
		}
		return to.Close()
	})
	if err == nil {
		err = atomic.Cause(part.Commit())
	}
	if err != nil {
		return fmt.Errorf("film: %w", err)
	}
	length := time.Duration(f.Frames()) * time.Second / time.Duration(f.Rate)
	c.Notify(fmt.Sprintf("%s, %s in %s", path, words.Points(f.Cities.Count), words.Duration(length)))
	return nil
}

// rollFrames draws frames, and writes each while the next is drawn.
func rollFrames(c *cli.Call, r *picture.Roll, to film.Writer, n int) error {
	frames, failed := make(chan *image.RGBA, 1), make(chan error, 1)
	guard.Go(func() error {
		var last *image.RGBA
		for img := range frames {
			write := func() error { return to.Add(img) }
			if img == last {
				write = to.Repeat
			}
			if err := write(); err != nil {
				return err
			}
			last = img
		}
		return nil
	}, func(err error) { failed <- err })
	progress := c.Progress()
	for i := range n {
		img, err := r.Frame(c.Ctx, i)
		if err == nil {
			select {
			case frames <- img:
			case err = <-failed:
				return err
			}
		}
		if err != nil {
			close(frames)
			<-failed
			return err
		}
		progress.Report(int64(i+1), int64(n), fmt.Sprintf("frame %d of %d", i+1, n))
	}
	close(frames)
	return <-failed
}

// signals returns the colors that have a meaning, which a film must distinguish like its legend.
func signals(p *scene.Palette) (out []color.RGBA) {
	all := []scene.RGB{p.Incoming, p.Outgoing, p.Selected, p.Shrunk, p.Budget, p.Kept, p.Before, p.Root, p.Leaf}
	for i := range 9 {
		all = append(all, p.Growth(float64(i)/8))
	}
	all = append(all, p.Dust)
	for i := range 9 {
		all = append(all, p.Stale(float64(i)/8))
	}
	for class := range ages.Class(ages.Classes) {
		all = append(all, p.Age(class))
	}
	for _, c := range all {
		out = append(out, color.RGBA{c.R, c.G, c.B, 255})
	}
	return out
}

// sample returns some frames of a film, one below the other at half size, to take the colors from.
func sample(c *cli.Call, r *picture.Roll, o film.Options) (*image.RGBA, error) {
	wide, high := (o.Width+1)/2, (o.Height+1)/2
	out := image.NewRGBA(image.Rect(0, 0, wide, high*sampled))
	for i := range sampled {
		img, err := r.Frame(c.Ctx, i*(o.Frames-1)/(sampled-1))
		if err != nil {
			return nil, err
		}
		for y := range high {
			from, to := img.Pix[2*y*img.Stride:], out.Pix[(i*high+y)*out.Stride:]
			for x := range wide {
				copy(to[4*x:4*x+4], from[8*x:])
			}
		}
	}
	return out, nil
}
