package hostile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"memcity/trace/tracetest"
)

// objectLines is a small file of objects as JSON lines, by line.
var objectLines = []string{
	`{"format":"objects","version":1,"runtime":"python 3.11","time":1700000000.5,"uptime":2,"gc":3}`,
	`{"root":"module","name":"app","ref":1}`,
	`{"root":"variable","owner":"app.Cache","member":"all","ref":5}`,
	`{"root":"local","ref":6,"thread":"main","frame":0,"name":"order"}`,
	`{"thread":"main","name":"Main thread","object":7,"frames":["run(app.py:12)","main(app.py:3)"]}`,
	`{"site":9,"frames":["new(app.py:7)","run(app.py:12)"]}`,
	`{"class":"app.Order","super":"app.Base"}`,
	`{"id":1,"type":"module","size":72,"refs":[2],"names":["__dict__"],"name":"app"}`,
	`{"id":2,"type":"dict","size":232,"refs":{"cache":5,"limit":7}}`,
	`{"id":5,"type":"dict","size":400,"refs":[6,null,8]}`,
	`{"id":6,"type":"app.Order","size":56,"refs":[["id",7],["lines",9]],"site":9,"birth":2,"thread":"main"}`,
	`{"id":8,"type":"app.Order","size":56,"refs":[7],"names":["id"],"weak":{"owner":6}}`,
	`{"id":7,"type":"int","size":28}`,
	`{"id":9,"type":"list","size":88,"refs":[8,8],"weak":[6]}`,
	`{"id":10,"type":"type","size":1064,"kind":"class","name":"app.Order","refs":{"count":7}}`,
}

// Objects returns a file of objects as JSON lines.
func Objects(bytes []byte) []byte {
	s := script(bytes)
	form := s.byte()
	lines := slices.Clone(objectLines)
	for edits := s.next(40); edits > 0 && s.more(); edits-- {
		i, j := s.next(len(lines)), s.next(len(lines))
		switch s.next(7) {
		case 0:
			lines[i], lines[j] = lines[j], lines[i]
		case 1:
			lines = slices.Insert(lines, i, lines[j])
		case 2:
			lines = slices.Delete(lines, i, i+1)
			lines = append(lines, objectLines[j%len(objectLines)])
		case 3:
			lines[i] = replaceNumber(lines[i], s.next(6), strconv.FormatUint(s.extreme(), 10))
		case 4:
			lines[i] = strings.Replace(lines[i], `"app`, fmt.Sprintf("%q", s.name()+"app"), 1)
		case 5:
			lines[i] = strings.Replace(lines[i], "[", strings.Repeat("[7,", s.next(600)), 1)
		case 6:
			lines[i] = strings.Replace(lines[i], "{", `{"`+[]string{"refs", "weak", "names", "id", "kind", "name", "size", "site"}[s.next(8)]+`":`+
				[]string{"null", "1", `"app"`, "[1]", `{"a":1}`, "[[null,1]]", "1.5", "-1"}[s.next(8)]+",", 1)
		}
	}
	data := []byte(strings.Join(lines, "\n") + "\n")
	if form&1 != 0 {
		data = tracetest.Gzip(data, 0)
	}
	return s.finish(data)
}

// replaceNumber replaces the n-th number of a line, if there is one.
func replaceNumber(line string, n int, number string) string {
	isDigit := func(r rune) bool { return r >= '0' && r <= '9' }
	for from := 0; from < len(line); {
		at := strings.IndexFunc(line[from:], isDigit)
		if at < 0 {
			return line
		}
		at += from
		end := at + len(line[at:]) - len(strings.TrimLeftFunc(line[at:], isDigit))
		if n == 0 {
			return line[:at] + number + line[end:]
		}
		n--
		from = end
	}
	return line
}

// SoundObjects returns the sample that Objects changes.
func SoundObjects() []byte { return []byte(strings.Join(objectLines, "\n") + "\n") }
