package anttracks

import (
	"archive/zip"
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/wire/anttracks"
	"memcity/trace/wire/classfile"
)

type classesKey struct{}

// WithClasses returns a context that makes [Open] find line numbers in class files too: folders and JAR files with the classes of the
// recorded program, in search order.
func WithClasses(ctx context.Context, paths []string) context.Context {
	return context.WithValue(ctx, classesKey{}, paths)
}

// maxClass is the size in bytes of the largest class file that is read.
const maxClass = 16 << 20

// classLines finds lines in class files. It searches the file of class definitions first, then the user's folders.
type classLines struct {
	classes map[string]*classfile.Class // by name as in source; nil if there is none
	folders []fs.FS
	close   []io.Closer
}

// linesOf reads the class definitions of the run and opens the user's folders. Unreadable ones become warnings.
func (r *run) linesOf(ctx context.Context) (c *classLines, warnings []trace.Warning) {
	c = &classLines{classes: map[string]*classfile.Class{}}
	if r.classes != nil {
		if err := c.readDefinitions(ctx, r.classes); err != nil {
			warnings = append(warnings, trace.Warning{Source: r.classes.Base(), Text: "skipped: " + input.Error(err, r.classes.Name).Text})
		}
	}
	paths, _ := ctx.Value(classesKey{}).([]string)
	for _, path := range paths {
		info, err := os.Stat(path)
		if err == nil && info.IsDir() {
			c.folders = append(c.folders, os.DirFS(path))
			continue
		}
		archive, err := zip.OpenReader(path)
		if err != nil {
			warnings = append(warnings, trace.Warning{Source: filepath.Base(path), Text: "skipped: expected a folder of class files or a JAR file"})
			continue
		}
		c.folders, c.close = append(c.folders, archive), append(c.close, archive)
	}
	return c, warnings
}

func (c *classLines) readDefinitions(ctx context.Context, f *trace.File) error {
	content, err := f.Open()
	if err != nil {
		return err
	}
	defer content.Close()
	_, err = anttracks.ReadClasses(input.NewReader(ctx, io.NewSectionReader(content, 0, f.Size)), func(data []byte) {
		if x, err := classfile.Parse(data); err == nil {
			c.classes[strings.ReplaceAll(x.Name, "/", ".")] = x
		}
	})
	return err
}

// Close closes the user's archives.
func (c *classLines) Close() {
	for _, f := range c.close {
		f.Close()
	}
}

// find returns a class by its name as in source; nil if it is unknown.
func (c *classLines) find(name string) *classfile.Class {
	if x, ok := c.classes[name]; ok {
		return x
	}
	if c.classes == nil {
		c.classes = map[string]*classfile.Class{}
	}
	c.classes[name] = nil
	path := strings.ReplaceAll(name, ".", "/") + ".class"
	for _, folder := range c.folders {
		if !fs.ValidPath(path) {
			break
		}
		f, err := folder.Open(path)
		if err != nil {
			continue
		}
		data, err := io.ReadAll(io.LimitReader(f, maxClass))
		f.Close()
		if err != nil {
			continue
		}
		if x, err := classfile.Parse(data); err == nil {
			c.classes[name] = x
			break
		}
	}
	return c.classes[name]
}

// line returns the source file and the line of a bytecode index in a method, whose name is followed by its descriptor; 0 if unknown.
func (c *classLines) line(class, method string, bytecode int32) (file string, line int32) {
	x := c.find(class)
	if x == nil {
		return "", 0
	}
	method = strings.ReplaceAll(method, "/", ".")
	for i := range x.Methods {
		m := &x.Methods[i]
		if m.Name+strings.ReplaceAll(m.Descriptor, "/", ".") == method {
			if line = m.Line(bytecode); line > 0 {
				return trace.ClipName(x.Source), line
			}
		}
	}
	return "", 0
}
