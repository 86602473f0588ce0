// Package tiny has code of whose mutants it is known what becomes of them.
package tiny

func Above(n int) bool { return n > 10 }

func Greet(name string) string { return "Hello " + name }

func Lower(flag *bool) {
	for *flag {
		*flag = false
	}
}
