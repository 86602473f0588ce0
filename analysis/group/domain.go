package group

import (
	"slices"
	"strings"
	"sync"

	"memcity/trace"
)

// Domain separates the types and call sites of the program under study from foreign ones, by prefixes of their names. It is immutable.
type Domain struct {
	foreign []string        // in the given order
	owns    map[string]bool // by prefix
	longest int             // length of the longest prefix in bytes
	found   bool            // see [Domain.Found]
}

// foreign contains the packages of the JDK, of Android and other runtimes, and of widely used frameworks.
var foreign = []string{
	"akka", "android", "androidx", "ch.qos.logback", "clojure", "com.amazonaws", "com.android", "com.azure", "com.couchbase",
	"com.esotericsoftware", "com.fasterxml", "com.github.benmanes", "com.google.common", "com.google.gson",
	"com.google.inject", "com.google.protobuf", "com.hazelcast", "com.ibm", "com.lmax", "com.mongodb", "com.mysql",
	"com.oracle", "com.squareup", "com.sun", "com.typesafe", "com.zaxxer", "dalvik", "freemarker", "gnu.trove", "groovy",
	"io.grpc", "io.helidon", "io.lettuce", "io.micrometer", "io.netty", "io.opentelemetry", "io.prometheus", "io.quarkus",
	"io.reactivex", "io.smallrye", "io.undertow", "io.vavr", "io.vertx", "it.unimi.dsi", "jakarta", "java", "javafx",
	"javassist", "javax", "jdk", "junit", "kotlin", "kotlinx", "libcore", "liquibase", "net.bytebuddy", "net.sf.cglib",
	"net.sf.ehcache", "net.sourceforge", "okhttp3", "okio", "oracle", "org.agrona", "org.antlr", "org.apache", "org.aspectj",
	"org.bouncycastle", "org.codehaus", "org.eclipse", "org.ehcache", "org.elasticsearch", "org.flywaydb", "org.glassfish",
	"org.graalvm", "org.h2", "org.hibernate", "org.hsqldb", "org.infinispan", "org.jboss", "org.jctools", "org.jetbrains",
	"org.jgrapht", "org.joda", "org.jooq", "org.json", "org.junit", "org.mapdb", "org.mariadb", "org.mockito", "org.mybatis",
	"org.netbeans", "org.objectweb.asm", "org.openjdk", "org.postgresql", "org.quartz", "org.reactivestreams",
	"org.roaringbitmap", "org.rocksdb", "org.slf4j", "org.springframework", "org.terracotta", "org.thymeleaf", "org.w3c",
	"org.xml", "org.yaml.snakeyaml", "reactor", "redis.clients", "retrofit2", "rx", "scala", "software.amazon", "sun",
}

// DefaultDomain returns the domain that contains everything except the JDK and widely used frameworks.
func DefaultDomain() *Domain { return defaultDomain() }

var defaultDomain = sync.OnceValue(func() *Domain { return NewDomain(foreign, nil) })

// NewDomain returns a domain with the given prefixes of foreign and of own names. A prefix matches whole parts of a name: "java" and
// "java.*" match "java.util.List" but not "javaproject.Main". The longest matching prefix decides. own takes precedence if both lists
// contain it. Names without a matching prefix belong to the program. An empty foreign prefix makes all names foreign that no own prefix
// matches.
func NewDomain(foreign, own []string) *Domain {
	d := &Domain{owns: make(map[string]bool, len(foreign)+len(own))}
	for _, p := range foreign {
		p = strings.TrimRight(p, ".*")
		d.foreign, d.owns[p] = append(d.foreign, p), false
	}
	for _, p := range own {
		d.owns[strings.TrimRight(p, ".*")] = true
	}
	for p := range d.owns {
		d.longest = max(d.longest, len(p))
	}
	return d
}

// Found reports whether the heap state determined the program's own packages, see [OwnDomain].
func (d *Domain) Found() bool { return d.found }

// Own returns the prefixes that belong to the program, in alphabetical order.
func (d *Domain) Own() (own []string) {
	for p, owns := range d.owns {
		if owns {
			own = append(own, p)
		}
	}
	slices.Sort(own)
	return own
}

// Foreign returns the foreign prefixes in the given order.
func (d *Domain) Foreign() []string { return slices.Clone(d.foreign) }

// Owns reports whether a type or method belongs to the program under study, by its full name. Arrays of primitives do not, nor do empty
// names, and names that start with a bracket, as plain objects of JavaScript have. The cost is linear in the length of the name.
func (d *Domain) Owns(name string) bool {
	element := strings.TrimRight(name, "[]")
	if element == "" || strings.ContainsAny(element[:1], "<({") || primitives[element] {
		return false
	}
	end := len(element)
	if end > d.longest { // without this, names with a million parts would take hours
		end = strings.LastIndexAny(element[:d.longest+1], separators)
	}
	for ; end >= 0; end = strings.LastIndexAny(element[:end], separators) {
		if own, ok := d.owns[element[:end]]; ok {
			return own
		}
	}
	own, ok := d.owns[""]
	return own || !ok
}

// separators separate the parts of names.
const separators = ".$/:"

// fits reports whether prefix is name or consists of its first whole parts.
func fits(name, prefix string) bool {
	if prefix == "" {
		return true
	}
	rest, ok := strings.CutPrefix(name, prefix)
	return ok && (rest == "" || strings.ContainsRune(separators, rune(rest[0])))
}

// OwnsFrame reports whether a frame belongs to the program under study.
func (d *Domain) OwnsFrame(f trace.Frame) bool {
	if f.Class == "" {
		return d.Owns(f.Method)
	}
	return d.Owns(f.Class)
}
