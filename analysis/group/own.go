package group

import (
	"slices"
	"strings"

	"memcity/trace"
)

// mostGroups is how many groups of packages (com.acme) a JAR file of one program has; one with more contains its libraries.
const mostGroups = 3

// OwnDomain returns the domain of the program that a heap state is of. To [DefaultDomain] come, where they are known, the packages
// of the class that was started, of the classes of its JAR file or folder, and of those in folders of classes; and as foreign
// the packages of all other JAR files, unless their names begin as that of the class that was started does.
//
// The class that was started is known from the launcher of the JDK, or from a stack that ends in main. If it is one of a framework,
// such as a server, it counts only if nothing else belongs to the program. The cost is linear in the types, threads and sites; one
// text is read for each place that classes were loaded from.
func OwnDomain(h *trace.Heap) *Domain {
	e := evidence{own: map[string]bool{}, foreign: map[string]bool{}}
	e.addStarted(startedClass(h))
	for i := range h.Threads {
		e.addStack(h.Threads[i].Frames)
	}
	for i := range h.Sites {
		e.addSite(&h.Sites[i])
	}
	e.locate(loadedClasses(h))
	return e.domain()
}

// DomainOfSites is [OwnDomain] where only stacks are known.
func DomainOfSites(sites []trace.Site) *Domain {
	e := evidence{own: map[string]bool{}, foreign: map[string]bool{}}
	for i := range sites {
		e.addSite(&sites[i])
	}
	return e.domain()
}

// evidence is what says which packages are the program's own.
type evidence struct {
	started      []string        // classes, the one that the launcher of the JDK started first
	own, foreign map[string]bool // packages
}

// loadedClass is a class of which it is known where it was loaded from.
type loadedClass struct {
	name string
	location
}

// location is where classes were loaded from.
type location struct {
	source trace.ObjectID // code source
	path   string         // empty if not known
}

// isFolder reports whether classes were loaded from a folder of them, not from a library: target/classes/, WEB-INF/classes/,
// app.jar!/BOOT-INF/classes!/.
func (l *location) isFolder() bool {
	path := strings.TrimRight(l.path, "!/")
	return l.path != "" && !strings.HasSuffix(path, ".jar") && (strings.HasSuffix(l.path, "/") || strings.HasSuffix(path, "/classes"))
}

func (l *location) is(other *location) bool {
	return l.source == other.source || l.path != "" && l.path == other.path
}

// startedClass returns the class that the java command started; empty if it is not known.
func startedClass(h *trace.Heap) string {
	for t := range h.Types {
		if h.Types[t].Name == "sun.launcher.LauncherHelper" && h.Types[t].Class != trace.NoObject {
			if started := h.ClassOf(h.Referent(h.Types[t].Class, "appClass")); started != trace.NoType {
				return h.Types[started].Name
			}
		}
	}
	return ""
}

func (e *evidence) addStarted(class string) {
	if class != "" && !slices.Contains(e.started, class) {
		e.started = append(e.started, class)
	}
}

// addStack adds a class whose method main a thread is in, innermost frame first.
func (e *evidence) addStack(frames []string) {
	if len(frames) == 0 {
		return
	}
	method, _, _ := strings.Cut(frames[len(frames)-1], "(")
	if class, ok := strings.CutSuffix(method, ".main"); ok {
		e.addStarted(class)
	}
}

func (e *evidence) addSite(s *trace.Site) {
	if last := len(s.Frames) - 1; last >= 0 && s.Frames[last].Method == "main" {
		e.addStarted(s.Frames[last].Class)
	}
}

// locate sorts the packages by where their classes were loaded from.
func (e *evidence) locate(classes []loadedClass) {
	home := e.home(classes)
	groups := map[string]bool{} // of packages at home
	for i := range classes {
		if c := &classes[i]; home != nil && c.is(home) && !isListed(c.name) {
			groups[groupOf(c.name)] = true
		}
	}
	isProgram := len(groups) <= mostGroups
	// Where no path is known the others are taken for libraries, of which a program has more than folders of classes, unless
	// what started it comes with none of the program, as a server does.
	byStarter := home != nil && !isListed(e.started[0]) && !isLauncher(e.started[0])
	for i := range classes {
		c := &classes[i]
		isHome := home != nil && c.is(home)
		switch {
		case c.isFolder():
			e.own[packagePrefix(c.name)] = true
		case e.isOfStarted(c.name) || isListed(c.name):
		case isHome && isProgram:
			e.own[packagePrefix(c.name)] = true
		case isHome, home != nil && (c.path != "" || byStarter):
			e.foreign[packagePrefix(c.name)] = true
		}
	}
}

// home returns where the class that was started comes from; nil if that is not known.
func (e *evidence) home(classes []loadedClass) *location {
	for _, started := range e.started {
		if i := slices.IndexFunc(classes, func(c loadedClass) bool { return c.name == started }); i >= 0 {
			return &classes[i].location
		}
	}
	return nil
}

func (e *evidence) isOfStarted(name string) bool {
	return slices.ContainsFunc(e.started, func(class string) bool {
		own := groupOf(class)
		return own != "" && fits(name, own)
	})
}

// loadedClasses returns the classes of which the code source is known, in the order of their types. Each place is read once.
func loadedClasses(h *trace.Heap) (classes []loadedClass) {
	locations := map[trace.ObjectID]location{} // by protection domain
	for t := range h.Types {
		if h.Types[t].Class == trace.NoObject || h.Types[t].Kind != trace.Instance {
			continue
		}
		domain := h.Referent(h.Types[t].Class, "<domain>")
		if domain == trace.NoObject {
			continue
		}
		l, ok := locations[domain]
		if !ok {
			l = locationOf(h, domain)
			locations[domain] = l
		}
		if l.source != trace.NoObject {
			classes = append(classes, loadedClass{h.Types[t].Name, l})
		}
	}
	return classes
}

// locationOf returns where the classes of a protection domain were loaded from.
func locationOf(h *trace.Heap, domain trace.ObjectID) location {
	l := location{source: h.Referent(domain, "codesource")}
	if l.source == trace.NoObject || h.Values == nil || !h.Values.Ready() {
		return l
	}
	if url := h.Referent(l.source, "location"); url != trace.NoObject {
		if text := h.Referent(url, "path"); text != trace.NoObject {
			l.path, _ = h.Values.Text(text, longestPath) // without it the code source itself says who comes together
		}
	}
	return l
}

// longestPath is the longest path that is read, in characters.
const longestPath = 1 << 12

// domain makes rules of what was found.
func (e *evidence) domain() *Domain {
	delete(e.own, "") // what has no package is own anyway
	delete(e.foreign, "")
	others := len(e.own) > 0
	for _, class := range e.started {
		if isLauncher(class) || isListed(class) && others {
			continue
		}
		if g := groupOf(class); g != "" {
			e.own[g] = true
		}
	}
	if len(e.own)+len(e.foreign) == 0 {
		return DefaultDomain()
	}
	for p := range e.own {
		delete(e.foreign, p)
	}
	d := NewDomain(slices.Concat(foreign, sorted(e.foreign)), sorted(e.own))
	d.found = true
	return d
}

func sorted(set map[string]bool) []string {
	list := make([]string, 0, len(set))
	for p := range set {
		list = append(list, p)
	}
	slices.Sort(list)
	return list
}

// isLauncher reports whether a class starts the programs of others.
func isLauncher(class string) bool {
	return slices.ContainsFunc([]string{"java", "jdk", "sun", "com.sun", "com.intellij", "org.apache.maven", "org.gradle", "org.junit",
		"org.eclipse.jdt", "org.springframework.boot.loader", "org.testng", "worker.org.gradle"},
		func(p string) bool { return fits(class, p) })
}

// isListed reports whether a class belongs to a runtime or a framework by the list of them.
func isListed(class string) bool { return !DefaultDomain().Owns(class) }

func packagePrefix(class string) string { return class[:max(0, strings.LastIndexByte(class, '.'))] }

// shared are first parts of names that say nothing about who wrote a package, in two parts.
var shared = map[string]bool{"com.github": true, "com.gitlab": true, "io.github": true, "io.gitlab": true, "org.github": true,
	"com.google": true, "net.java": true, "co.uk": true, "org.bitbucket": true}

// groupOf returns the first parts of the package of a class, which those of one program or organisation share: com.acme,
// io.github.acme. Of a framework in the list it is one part more than there, as org.apache is the name of many.
func groupOf(class string) string {
	parts := strings.Split(packagePrefix(class), ".")
	n := 2
	if len(parts) > 2 && shared[parts[0]+"."+parts[1]] {
		n = 3
	}
	for _, p := range foreign {
		if fits(class, p) {
			n = max(n, strings.Count(p, ".")+2)
		}
	}
	return strings.Join(parts[:min(n, len(parts))], ".")
}
