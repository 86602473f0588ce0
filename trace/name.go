package trace

import (
	"fmt"
	"hash/fnv"
	"strings"
	"unicode/utf8"
)

// MaxName is the largest length of a name in bytes. The JVM allows 65,535. A name is repeated in the key of every group below it, so longer
// names would let a small dump produce gigabytes of text.
const MaxName = 1000

// ClipName shortens a name to at most [MaxName] bytes. A longer name ends with "…" and a hash of the whole name, so that different names
// stay different.
func ClipName(name string) string {
	if len(name) <= MaxName {
		return name
	}
	hash := fnv.New64a()
	hash.Write([]byte(name))
	end := fmt.Sprintf("…%016x", hash.Sum64())
	at := MaxName - len(end)
	for at > 0 && !utf8.RuneStart(name[at]) {
		at--
	}
	return name[:at] + end
}

// lambdaClass is in the name of each class that a JVM makes for a lambda or method reference, after the class that contains it.
const lambdaClass = "$$Lambda"

// LambdaHost returns the class whose code contains a lambda or method reference, given the name of the lambda's own class; empty for other
// types, and for arrays.
func LambdaHost(t string) string {
	host, rest, ok := strings.Cut(t, lambdaClass)
	if !ok || strings.HasSuffix(rest, "[]") {
		return ""
	}
	return host
}

// PlainType returns the name of a type without the address of a hidden class and the number of a lambda's class, which differ from run to
// run: app.Main$$Lambda for app.Main$$Lambda$14/0x0000000800c03000. So the classes of all lambdas in a class have the same name.
func PlainType(name string) string {
	element := strings.TrimRight(name, "[]")
	plain := element
	if i := strings.LastIndex(plain, "/0x"); i > 0 && strings.Trim(plain[i+3:], "0123456789abcdef") == "" {
		plain = plain[:i]
	}
	if host, number, ok := strings.Cut(plain, lambdaClass+"$"); ok && strings.Trim(number, "0123456789./") == "" {
		plain = host + lambdaClass
	}
	return plain + name[len(element):]
}
