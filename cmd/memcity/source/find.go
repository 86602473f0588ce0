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
	File string // below the folder as given by the user
	Line int    // 1-based
}

// Finder searches files below source folders.
type Finder struct{ roots []string }

// New returns a finder for source folders. It returns an error of the file system if one of them is not a folder.
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

// layouts lists the folders below a root that may contain packages: the root itself, or as in Maven, Gradle and sbt.
var layouts = []string{".", "src", "src/main/java", "src/test/java", "src/main/kotlin", "src/test/kotlin", "src/main/scala", "src/main/groovy",
	"*/src/main/java", "*/src/test/java", "*/src/main/kotlin", "*/src/test/kotlin"}

// sourceEndings lists the extensions of files that may declare a class.
var sourceEndings = []string{".java", ".kt", ".scala", ".groovy"}

// maxSource is the maximum number of bytes read from a file.
const maxSource = 4 << 20

// Frame returns the place of a frame such as com.example.Shop.load(Shop.java:42).
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
	if at := strings.LastIndexByte(class, '/'); at >= 0 { // after a module or a class loader
		class = class[at+1:]
	}
	pkg, _ := cutLast(class)
	found, ok := f.file(path.Join(strings.ReplaceAll(pkg, ".", "/"), file), file)
	return Place{found, line}, ok
}

// Field returns the place of the declaration of a field such as com.example.Registry.sessions. If the file does not show the field, it
// returns the class, else the first line.
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

// cutLast splits a name at its last dot. Without a dot, before is empty.
func cutLast(name string) (before, last string) {
	at := strings.LastIndexByte(name, '.')
	return name[:max(at, 0)], name[at+1:]
}

// file returns a file below the roots. The given name is its path below the folder of packages, and base its name without folders.
func (f *Finder) file(name, base string) (string, bool) {
	if base == "" || strings.ContainsAny(base, `/\:`) || !fs.ValidPath(name) || !filepath.IsLocal(filepath.FromSlash(name)) {
		return "", false
	}
	for _, root := range f.roots {
		r, err := os.OpenRoot(root) // does not follow links out of the root
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
			places, _ = fs.Glob(r.FS(), layout) // the pattern is valid
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

// declared returns the line that declares a field, else the line that declares the class, else 1.
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
