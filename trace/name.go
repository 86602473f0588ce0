package trace

import (
	"fmt"
	"hash/fnv"
	"slices"
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

// SplitType splits the full name of a type into its package and the rest: java.util and Map for java.util.Map. Runtimes whose packages are
// files separate them by a colon: src/cart.js and Item for src/cart.js:Item. The package is empty if there is none. Brackets of arrays, type
// arguments, and the slash and number of a hidden class, belong to the rest. In these runtimes a module is a type too: src and cart.js for
// src/cart.js. Packages of Go have slashes: example.com/shop and Cart for example.com/shop.Cart.
func SplitType(name string) (pkg, rest string) {
	if i := strings.LastIndexByte(name, ':'); i > 0 {
		return strings.TrimRight(name[:i], ":"), name[i+1:]
	}
	if isFile(name) {
		i := strings.LastIndexByte(name, '/')
		return name[:max(i, 0)], name[i+1:]
	}
	plain, _, _ := strings.Cut(name, "[")
	if arguments := strings.IndexByte(plain, '<'); arguments > 0 { // of a generic type
		plain = plain[:arguments]
	}
	dot := strings.LastIndexByte(plain, '.')
	if slash := strings.LastIndexByte(plain, '/'); slash >= 0 && (dot < slash || isDigit(plain[slash+1])) { // of a hidden class
		dot = strings.LastIndexByte(plain[:strings.IndexByte(plain, '/')], '.')
	}
	return name[:max(dot, 0)], name[dot+1:]
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isFile reports whether a type stands for a module and is named after its file.
func isFile(name string) bool {
	return slices.ContainsFunc(sourceEndings, func(end string) bool { return strings.HasSuffix(name, end) })
}

// sourceEndings are the endings of source files that are modules of their own.
var sourceEndings = []string{".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".vue", ".svelte", ".html", ".rb", ".php", ".lua"}

// Member returns the full name of a field or variable: app.Main.cache, or src/cart.js:items for a module that is a file.
func Member(of, name string) string {
	if isFile(of) {
		return of + ":" + name
	}
	return of + "." + name
}

// SplitMember splits the result of [Member]. It reports false if name has no type or module.
func SplitMember(name string) (of, member string, ok bool) {
	i := strings.LastIndexByte(name, '.')
	if colon := strings.LastIndexByte(name, ':'); colon > 0 && isFile(name[:colon]) && (i < colon || isFile(name)) {
		i = colon
	}
	if i <= 0 {
		return "", name, false
	}
	return name[:i], name[i+1:], true
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
