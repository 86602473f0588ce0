package group

import (
	"slices"
	"strings"
	"sync"

	"memcity/trace"
)

// Domain says which types and call sites belong to the program under study: all that no prefix calls foreign. It is a
// value: nothing changes it once it is made.
type Domain struct {
	foreign []string        // in the order given
	owns    map[string]bool // by prefix
	longest int             // bytes of the longest prefix
	found   bool            // see [Domain.Found]
}

// foreign are the packages of the JDK, of Android's and other runtimes, and of widely used frameworks.
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

// DefaultDomain is everything but the JDK and widely used frameworks.
func DefaultDomain() *Domain { return defaultDomain() }

var defaultDomain = sync.OnceValue(func() *Domain { return NewDomain(foreign, nil) })

// NewDomain makes a domain of prefixes of names that are foreign and prefixes that belong to the program after all. A
// prefix fits whole parts of a name: "java", or "java.*", fits "java.util.List", not "javaproject.Main". The longest one
// that fits decides; own wins over foreign of the same length. What none fits is own, so an empty foreign prefix makes
// everything foreign that no own prefix fits.
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

// Found reports whether a heap state said which packages are the program's own, see [OwnDomain].
func (d *Domain) Found() bool { return d.found }

// Own lists the prefixes that belong to the program after all, in alphabetical order.
func (d *Domain) Own() (own []string) {
	for p, owns := range d.owns {
		if owns {
			own = append(own, p)
		}
	}
	slices.Sort(own)
	return own
}

// Foreign lists the prefixes that are foreign, in the order given.
func (d *Domain) Foreign() []string { return slices.Clone(d.foreign) }

// Owns reports whether a type or a method, by its full name, belongs to the program under study. Arrays of primitive
// values and names in angle brackets or without letters do not. Cost is linear in the length of the name.
func (d *Domain) Owns(name string) bool {
	element := strings.TrimRight(name, "[]")
	if element == "" || strings.HasPrefix(element, "<") || strings.HasPrefix(element, "(") || primitives[element] {
		return false
	}
	end := len(element)
	if end > d.longest { // else a name of a million parts takes hours
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

// separators stand between the parts of names.
const separators = ".$/:"

// fits reports whether prefix is name or whole parts from its start.
func fits(name, prefix string) bool {
	if prefix == "" {
		return true
	}
	rest, ok := strings.CutPrefix(name, prefix)
	return ok && (rest == "" || strings.ContainsRune(separators, rune(rest[0])))
}

// OwnsFrame reports whether a place in the code belongs to the program under study.
func (d *Domain) OwnsFrame(f trace.Frame) bool {
	if f.Class == "" {
		return d.Owns(f.Method)
	}
	return d.Owns(f.Class)
}
