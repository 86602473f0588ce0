package group

import (
	"slices"
	"strings"

	"memcity/trace"
)

// maxGroups is the maximum number of package groups (such as com.acme) in the JAR file of a single program. A file with more includes
// libraries.
const maxGroups = 3

// OwnDomain returns the domain of the program in a heap state. It extends [DefaultDomain] as far as the data allows. Own packages are those
// of the main class, of classes from its JAR file or folder, and of classes from other folders. Packages of all other JAR files are
// foreign, unless their names start like that of the main class.
//
// The main class is taken from the JDK launcher, or from a stack that ends in main. If it belongs to a framework, such as a server, it
// counts only if nothing else belongs to the program. Programs of other runtimes have a fixed list of foreign packages. The cost is linear
// in types, threads and sites, and one text is read per code source.
func OwnDomain(h *trace.Heap) *Domain {
	if d := domainOf(h); d != nil {
		return d
	}
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

// DomainOfSites is like [OwnDomain], for inputs that only have stacks.
func DomainOfSites(sites []trace.Site) *Domain {
	e := evidence{own: map[string]bool{}, foreign: map[string]bool{}}
	for i := range sites {
		e.addSite(&sites[i])
	}
	return e.domain()
}

// evidence collects what indicates that packages belong to the program or not.
type evidence struct {
	started      []string        // main classes, that of the JDK launcher first
	own, foreign map[string]bool // packages
}

// loadedClass is a class with a known code source.
type loadedClass struct {
	name string
	location
}

// location is the place that classes were loaded from.
type location struct {
	source trace.ObjectID // code source
	path   string         // empty if unknown
}

// isFolder reports whether classes were loaded from a class folder rather than a library. Examples are target/classes/, WEB-INF/classes/
// and app.jar!/BOOT-INF/classes!/.
func (l *location) isFolder() bool {
	path := strings.TrimRight(l.path, "!/")
	return l.path != "" && !strings.HasSuffix(path, ".jar") && (strings.HasSuffix(l.path, "/") || strings.HasSuffix(path, "/classes"))
}

func (l *location) is(other *location) bool {
	return l.source == other.source || l.path != "" && l.path == other.path
}

// startedClass returns the main class of the java command; empty if unknown.
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

// addStack adds the class whose method main is the outermost frame of a thread. Frames are innermost first.
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

// locate classifies packages by the place that their classes were loaded from.
func (e *evidence) locate(classes []loadedClass) {
	home := e.home(classes)
	groups := map[string]bool{} // of packages at home
	for i := range classes {
		if c := &classes[i]; home != nil && c.is(home) && !isListed(c.name) {
			groups[groupOf(c.name)] = true
		}
	}
	isProgram := len(groups) <= maxGroups
	// Without paths, classes from other places count as libraries, because a program has more of these than class folders. This does not
	// hold if the main class is loaded without the program, as for a server.
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

// home returns the place that the main class was loaded from; nil if unknown.
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

// loadedClasses returns the classes with a known code source, ordered by type. It reads each place once.
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

// locationOf returns the place that the classes of a protection domain were loaded from.
func locationOf(h *trace.Heap, domain trace.ObjectID) location {
	l := location{source: h.Referent(domain, "codesource")}
	if l.source == trace.NoObject || h.Values == nil || !h.Values.Ready() {
		return l
	}
	if url := h.Referent(l.source, "location"); url != trace.NoObject {
		if text := h.Referent(url, "path"); text != trace.NoObject {
			l.path, _ = h.Values.Text(text, longestPath) // without a path, the code source still identifies the place
		}
	}
	return l
}

// longestPath is the maximum length of a path that is read, in characters.
const longestPath = 1 << 12

// domain returns a domain for the collected evidence.
func (e *evidence) domain() *Domain {
	delete(e.own, "") // the default package is own anyway
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

// isLauncher reports whether a class launches other programs.
func isLauncher(class string) bool {
	return slices.ContainsFunc([]string{"java", "jdk", "sun", "com.sun", "com.intellij", "org.apache.maven", "org.gradle", "org.junit",
		"org.eclipse.jdt", "org.springframework.boot.loader", "org.testng", "worker.org.gradle"},
		func(p string) bool { return fits(class, p) })
}

// isListed reports whether a class belongs to a runtime or framework in the built-in list.
func isListed(class string) bool { return !DefaultDomain().Owns(class) }

func packagePrefix(class string) string { return class[:max(0, strings.LastIndexByte(class, '.'))] }

// shared contains two-part prefixes that do not identify the author of a package.
var shared = map[string]bool{"com.github": true, "com.gitlab": true, "io.github": true, "io.gitlab": true, "org.github": true,
	"com.google": true, "net.java": true, "co.uk": true, "org.bitbucket": true}

// groupOf returns the first parts of a class's package, which the packages of one program or organization share, such as com.acme or
// io.github.acme. For a listed framework, the result has one part more than the list entry, because many use prefixes such as org.apache.
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
