package group_test

import (
	"slices"
	"testing"

	"memcity/analysis/group"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// loaded is a class in a made-up heap, and the path of the URL that it was loaded from. The path is "?" or "??" if it cannot be read, and
// empty for classes of the runtime.
type loaded struct{ name, from string }

// classesFrom returns a heap of classes. The class started was started, unless started is empty. Classes from the same place share a
// protection domain, as with the loader of the class path.
func classesFrom(started string, classes ...loaded) *tracetest.HeapBuilder {
	b := tracetest.NewHeap()
	domains := map[string]trace.ObjectID{}
	domain, source, url := b.Type("java.security.ProtectionDomain", 16, "codesource"), b.Type("java.security.CodeSource", 16, "location"),
		b.Type("java.net.URL", 16, "path")
	for _, c := range classes {
		class := b.Class(b.Type(c.name, 16), 16, trace.NoObject)
		if c.name == started {
			launcher := b.Class(b.Type("sun.launcher.LauncherHelper", 16), 16, trace.NoObject)
			b.Refer(launcher, "appClass", class)
		}
		if c.from == "" {
			continue
		}
		if _, ok := domains[c.from]; !ok {
			d, s := b.Object(domain), b.Object(source)
			b.Refer(d, "codesource", s)
			if c.from[0] != '?' {
				u := b.Object(url)
				b.Refer(s, "location", u)
				b.Refer(u, "path", b.String(c.from))
			}
			domains[c.from] = d
		}
		b.Refer(class, "<domain>", domains[c.from])
	}
	return b
}

func TestOwnDomain(t *testing.T) {
	const app, lib = "/srv/app.jar", "/srv/lib/x.jar"
	for what, c := range map[string]struct {
		started string
		classes []loaded
		own     []string // names that must be the program's own
		foreign []string
	}{
		"nothing is known": {"", []loaded{{"com.acme.A", ""}}, []string{"com.acme.A", "com.unlisted.B"}, []string{"org.apache.C"}},
		"started, no places": {"com.acme.shop.Main", []loaded{{"com.acme.shop.Main", ""}}, []string{"com.acme.bill.A", "com.unlisted.B"},
			[]string{"org.apache.C"}},
		"a JAR file beside a library": {"com.acme.shop.Main", []loaded{{"com.acme.shop.Main", app}, {"net.tools.T", app}, {"com.unlisted.B", lib}},
			[]string{"com.acme.bill.A", "net.tools.T", "net.tools.sub.T", "other.X"}, []string{"com.unlisted.B", "com.unlisted.sub.C", "org.apache.C"}},
		"a library with the program's name": {"com.acme.shop.Main", []loaded{{"com.acme.shop.Main", app}, {"com.acme.db.D", lib}},
			[]string{"com.acme.db.D"}, nil},
		"places that cannot be read": {"com.acme.shop.Main", []loaded{{"com.acme.shop.Main", "?"}, {"net.tools.T", "?"}, {"com.unlisted.B", "??"},
			{"com.acme.db.D", "??"}}, []string{"net.tools.T", "com.acme.db.D"}, []string{"com.unlisted.B"}},
		"a server's places that cannot be read": {"org.apache.catalina.startup.Bootstrap", []loaded{{"org.apache.catalina.startup.Bootstrap", "?"},
			{"com.shop.S", "??"}}, []string{"com.shop.S"}, nil},
		"a launcher's places that cannot be read": {"org.springframework.boot.loader.JarLauncher", []loaded{
			{"org.springframework.boot.loader.JarLauncher", "?"}, {"com.shop.S", "??"}}, []string{"com.shop.S"}, nil},
		"a folder of classes": {"", []loaded{{"org.apache.mine.M", "/home/me/classes/"}, {"com.unlisted.B", lib}},
			[]string{"org.apache.mine.M", "com.unlisted.B"}, []string{"org.apache.C"}},
		"classes of a web application": {"org.apache.catalina.startup.Bootstrap", []loaded{{"org.apache.catalina.startup.Bootstrap", app},
			{"com.shop.S", "/srv/shop/WEB-INF/classes/"}, {"com.unlisted.B", "/srv/shop/WEB-INF/lib/b.jar"}},
			[]string{"com.shop.S"}, []string{"org.apache.catalina.X", "com.unlisted.B"}},
		"a nested folder": {"org.springframework.boot.loader.JarLauncher", []loaded{
			{"org.springframework.boot.loader.JarLauncher", app}, {"org.h2.demo.D", "file:/srv/app.jar!/BOOT-INF/classes!/"},
			{"com.unlisted.B", "file:/srv/app.jar!/BOOT-INF/lib/b.jar!/"}},
			[]string{"org.h2.demo.D"}, []string{"org.springframework.boot.X", "com.unlisted.B"}},
		"a framework is the program": {"org.apache.activemq.console.Main", []loaded{{"org.apache.activemq.console.Main", app},
			{"org.apache.commons.C", lib}}, []string{"org.apache.activemq.broker.B"}, []string{"org.apache.commons.C"}},
		"a JAR file with three groups": {"com.acme.shop.Main", []loaded{{"com.acme.shop.Main", app}, {"net.a.A", app}, {"net.b.B", app}},
			[]string{"net.a.A", "net.b.B"}, nil},
		"a JAR file with its libraries": {"com.acme.shop.Main", []loaded{{"com.acme.shop.Main", app}, {"net.a.A", app}, {"net.b.B", app},
			{"net.c.C", app}}, []string{"com.acme.x.A"}, []string{"net.a.A", "net.c.C"}},
		"a shared first part": {"io.github.acme.shop.Main", []loaded{{"io.github.acme.shop.Main", app}, {"io.github.other.O", lib}},
			[]string{"io.github.acme.bill.B"}, []string{"io.github.other.O"}},
		"no package": {"Main", []loaded{{"Main", app}, {"com.unlisted.B", lib}}, []string{"Main", "Other"}, []string{"com.unlisted.B"}},
	} {
		d := group.OwnDomain(classesFrom(c.started, c.classes...).Heap())
		for _, name := range c.own {
			if !d.Owns(name) {
				t.Errorf("%s: %s should be the program's own", what, name)
			}
		}
		for _, name := range c.foreign {
			if d.Owns(name) {
				t.Errorf("%s: %s should be foreign", what, name)
			}
		}
	}
}

// TestOwnOfStacks checks that a stack that ends in main names the program, while one of a thread does not.
func TestOwnOfStacks(t *testing.T) {
	b := tracetest.NewHeap()
	o := b.Object(b.Type("org.apache.activemq.A", 16))
	b.Thread("main", o, "java.lang.Object.wait(Object.java)", "org.apache.activemq.Broker.main(Broker.java:1)")
	b.Thread("pool", o, "org.h2.Server.run(Server.java:1)")
	b.Thread("none", o)
	d := group.OwnDomain(b.Heap())
	for name, want := range map[string]bool{"org.apache.activemq.X": true, "org.apache.Y": false, "org.h2.Server": false} {
		if got := d.Owns(name); got != want {
			t.Errorf("%s belongs to the program: %v", name, got)
		}
	}
	sites := []trace.Site{{Frames: []trace.Frame{{Class: "java.util.List", Method: "add"}, {Class: "org.hsqldb.Server", Method: "main"}}},
		{Frames: []trace.Frame{{Class: "org.postgresql.P", Method: "main"}, {Class: "java.lang.Thread", Method: "run"}}}, {}}
	d = group.DomainOfSites(sites)
	for name, want := range map[string]bool{"org.hsqldb.X": true, "org.postgresql.Y": false, "com.acme.Z": true} {
		if got := d.Owns(name); got != want {
			t.Errorf("%s belongs to the program by its sites: %v", name, got)
		}
	}
	if got, want := group.DomainOfSites(nil).Foreign(), group.DefaultDomain().Foreign(); !slices.Equal(got, want) {
		t.Errorf("without stacks the foreign packages are %v", got)
	}
}
