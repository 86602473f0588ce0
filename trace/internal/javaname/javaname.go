package javaname

import (
	"strings"

	"memcity/trace"
)

// Of converts a class name from a dump to the name used in source code: java/lang/String, [Ljava/lang/String; and [[I become
// java.lang.String, java.lang.String[] and int[][]. The addresses and numbers of hidden classes are removed, see [trace.PlainType].
func Of(raw string) string {
	dims := len(raw) - len(strings.TrimLeft(raw, "["))
	if dims > 255 {
		return raw
	}
	name := raw[dims:]
	if dims > 0 {
		if basic, ok := basicByLetter[name]; ok {
			name = basic
		} else if strings.HasPrefix(name, "L") && strings.HasSuffix(name, ";") {
			name = name[1 : len(name)-1]
		}
	}
	name = strings.ReplaceAll(name, "/", ".")
	if i := strings.LastIndex(name, "+0x"); i >= 0 {
		name = name[:i] + "/" + name[i+1:]
	} else if i := strings.LastIndex(name, ".0x"); i >= 0 {
		name = name[:i] + "/" + name[i+1:]
	}
	if dot := strings.LastIndexByte(name, '.'); dot > 0 && dot < len(name)-1 && strings.Trim(name[dot+1:], "0123456789") == "" {
		name = name[:dot] // a number that some JVMs print after the name or address of a hidden class
	}
	return trace.ClipName(trace.PlainType(name)) + strings.Repeat("[]", dims)
}

var basicByLetter = map[string]string{"Z": "boolean", "C": "char", "F": "float", "D": "double", "B": "byte", "S": "short",
	"I": "int", "J": "long"}

// IsPrimitive reports whether name is the name of a primitive type in source code.
func IsPrimitive(name string) bool {
	for _, basic := range basicByLetter {
		if basic == name {
			return true
		}
	}
	return false
}

// Kind returns the kind of a type from its name in the VM.
func Kind(raw string) trace.TypeKind {
	switch {
	case strings.HasPrefix(raw, "[[") || strings.HasPrefix(raw, "[L"):
		return trace.ObjectArray
	case strings.HasPrefix(raw, "["):
		return trace.PrimitiveArray
	case raw == "java.lang.Class" || raw == "java/lang/Class":
		return trace.ClassObject
	}
	return trace.Instance
}
