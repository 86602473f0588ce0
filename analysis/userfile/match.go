package userfile

import "unicode/utf8"

// Match reports whether a whole text matches a pattern, in which * stands for any text and ? for any character. It backtracks only to the
// last star, because an earlier one cannot lead to a better match. The cost is at most the product of the lengths.
func Match[T string | []byte](pattern string, text T) bool {
	p, t := 0, 0
	star, resume := -1, 0 // position of the last star, and the next end of its run
	for t < len(text) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, resume = p, t
			p++
		case p < len(pattern) && pattern[p] == '?':
			p++
			t = nextRune(text, t)
		case p < len(pattern) && pattern[p] == text[t]:
			p++
			t++
		case star >= 0:
			resume = nextRune(text, resume)
			p, t = star+1, resume
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}

// nextRune returns the start of the rune after the one at i.
func nextRune[T string | []byte](text T, i int) int {
	for i++; i < len(text) && !utf8.RuneStart(text[i]); i++ {
	}
	return i
}
