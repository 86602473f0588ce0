package source

import (
	"bufio"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// Place is a line of a file.
type Place struct {
	File string // below the folder as the user named it
	Line int    // from 1
}

// Finder looks for files below folders.
type Finder struct{ roots []string }

// New returns a finder for folders of source. An error is one of the file system: something is no folder.
func New(roots []string) (*Finder, error) {
	for _, root := range roots {
		r, err := os.OpenRoot(root)
		if err != nil {
			return nil, err
		}
		_ = r.Close() // nothing was written
	}
	return &Finder{roots}, nil
}

// layouts are where folders of packages begin below a root: there, or as Maven, Gradle and sbt have it.
var layouts = []string{".", "src", "src/main/java", "src/test/java", "src/main/kotlin", "src/test/kotlin", "src/main/scala", "src/main/groovy",
	"*/src/main/java", "*/src/test/java", "*/src/main/kotlin", "*/src/test/kotlin"}

// sourceEndings are those of files that may declare a class.
var sourceEndings = []string{".java", ".kt", ".scala", ".groovy"}

// maxSource bounds what is read of a file, in bytes.
const maxSource = 4 << 20

// Frame finds the place of a frame such as com.example.Shop.load(Shop.java:42).
func (f *Finder) Frame(frame string) (Place, bool) {
	open := strings.LastIndexByte(frame, '(')
	if open < 0 || !strings.HasSuffix(frame, ")") {
		return Place{}, false
	}
	file, number, _ := strings.Cut(frame[open+1:len(frame)-1], ":")
	line, err := strconv.Atoi(number)
	class, _ := cutLast(frame[:open])
	if err != nil || line < 1 || class == "" {
		return Place{}, false
	}
	if at := strings.LastIndexByte(class, '/'); at >= 0 { // a module or a class loader
		class = class[at+1:]
	}
	pkg, _ := cutLast(class)
	found, ok := f.file(path.Join(strings.ReplaceAll(pkg, ".", "/"), file), file)
	return Place{found, line}, ok
}

// Field finds where a field is declared, by the name of its class and its own, as in com.example.Registry.sessions. Where the field cannot be
// found in the file of the class it is the class, or the first line.
func (f *Finder) Field(name string) (Place, bool) {
	class, field := cutLast(name)
	class, _, _ = strings.Cut(class, "$")
	pkg, simple := cutLast(class)
	if simple == "" {
		return Place{}, false
	}
	for _, ending := range sourceEndings {
		file, ok := f.file(path.Join(strings.ReplaceAll(pkg, ".", "/"), simple+ending), simple+ending)
		if ok {
			return Place{file, declared(file, simple, field)}, true
		}
	}
	return Place{}, false
}

// cutLast cuts a name at its last dot. Without one the first part is empty.
func cutLast(name string) (before, last string) {
	at := strings.LastIndexByte(name, '.')
	return name[:max(at, 0)], name[at+1:]
}

// file finds a file below the roots, by its path from where packages begin. Its name alone must be a name.
func (f *Finder) file(name, base string) (string, bool) {
	if base == "" || strings.ContainsAny(base, `/\:`) || !fs.ValidPath(name) || !filepath.IsLocal(filepath.FromSlash(name)) {
		return "", false
	}
	for _, root := range f.roots {
		r, err := os.OpenRoot(root) // what links lead out of is not found
		if err != nil {
			continue
		}
		found := below(r, name)
		_ = r.Close()
		if found != "" {
			return filepath.Join(root, filepath.FromSlash(found)), true
		}
	}
	return "", false
}

func below(r *os.Root, name string) string {
	for _, layout := range layouts {
		places := []string{layout}
		if strings.HasPrefix(layout, "*") {
			places, _ = fs.Glob(r.FS(), layout) // the pattern is right
		}
		for _, place := range places {
			at := path.Join(place, name)
			if info, err := r.Stat(filepath.FromSlash(at)); err == nil && info.Mode().IsRegular() {
				return at
			}
		}
	}
	return ""
}

// declared returns the line of a file that declares a field, else that which declares the class, else the first.
func declared(file, class, field string) int {
	r, err := os.Open(file)
	if err != nil {
		return 1
	}
	defer r.Close()
	fields := regexp.MustCompile(`(^|[\s>\]])` + regexp.QuoteMeta(field) + `\s*(=([^=]|$)|;|,|:|$)`)
	classes := regexp.MustCompile(`\b(class|interface|enum|record|object)\s+` + regexp.QuoteMeta(class) + `\b`)
	at := 0
	lines := bufio.NewScanner(io.LimitReader(r, maxSource))
	lines.Buffer(nil, maxSource)
	for n := 1; lines.Scan(); n++ {
		text, _, _ := strings.Cut(lines.Text(), "//")
		if at == 0 && classes.MatchString(text) {
			at = n
		}
		if field != "" && fields.MatchString(text) && !strings.HasPrefix(strings.TrimSpace(text), "return") {
			return n
		}
	}
	return max(at, 1)
}
