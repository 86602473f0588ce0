package tracetest

import "regexp"

// JavaWords matches words about Java, which say nothing to developers who use another language. A text about a recording of another
// runtime contains none of them.
var JavaWords = regexp.MustCompile(`\bJava\b|\bJVM\b|\bjcmd\b|\bjmap\b|\bJNI\b|\bjava\.|-Xlog|-XX|[Ss]tatic field|[Cc]lass loader|\bHashMap|\bArrayList|[Hh]eap dump|HPROF`)
