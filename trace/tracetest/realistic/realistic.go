package realistic

import (
	"bytes"
	"fmt"
	"io"
	"math/bits"
	"math/rand/v2"

	"memcity/trace"
	"memcity/trace/wire/hprof"
)

// Options determine the content of a dump.
type Options struct {
	Objects int    // approximate number, plus class objects and others; 1000 gives some hundred more
	Seed    uint64 // 0 is a seed like any other
	IDSize  int    // 4 or 8; 0 means 8. 4 allows about 100 million objects.
}

// Stats contains the totals of a dump.
type Stats struct {
	Objects    int64 // without class objects
	References int64 // non-null references between objects
	Classes    int
	Roots      int
	Bytes      int64 // file size
}

// Write writes a dump.
func Write(w io.Writer, o Options) (Stats, error) {
	if o.IDSize == 0 {
		o.IDSize = 8
	}
	if o.IDSize != 4 && o.IDSize != 8 {
		return Stats{}, fmt.Errorf("id size is %d, not 4 or 8", o.IDSize)
	}
	g := newGenerator(w, o)
	g.head()
	for g.objects() < int64(o.Objects) && g.out.err == nil {
		g.cluster()
	}
	g.finish()
	return g.stats(), g.out.err
}

// File returns a dump in memory, for tests and benchmarks.
func File(o Options) trace.File {
	var dump bytes.Buffer
	if _, err := Write(&dump, o); err != nil {
		panic("realistic: " + err.Error())
	}
	return trace.MemoryFile(fmt.Sprintf("realistic-%d-%d.hprof", o.Objects, o.Seed), dump.Bytes())
}

// generator generates a dump.
type generator struct {
	*rand.Rand
	options Options
	out     *output
	classes
	jdk jdkClasses
	app appClasses

	// now is the cluster being created. late contains the holders of everything else. It is written last and has the highest addresses,
	// because dumps are in address order.
	now, late *cluster
	lateFirst uint64 // address of the first object of late

	// hung are the objects that hold the finished clusters, by kind.
	hung map[clusterKind][]ref
	// pool contains shared strings. shared contains other shared objects: symbols, users, status values.
	pool   []ref
	shared []ref
	small  []ref // objects of the many small classes
	terms  table // search index
	held   table // interned strings

	holders holders
	threads []thread
	roots   int
}

// lateAfter is the number of bytes of address space per object, which exceeds the mean object size.
const lateAfter = 38

func newGenerator(w io.Writer, o Options) *generator {
	g := &generator{
		Rand:    rand.New(rand.NewPCG(o.Seed, 0x7265616c)),
		options: o,
		out:     newOutput(w, o.IDSize),
		hung:    map[clusterKind][]ref{},
	}
	first := uint64(0x7_0000_0000)
	if o.IDSize == 4 {
		first = 0x1000_0000
	}
	g.lateFirst = first + 8<<20 + lateAfter*uint64(o.Objects)
	g.now, g.late = newCluster(g, first), newCluster(g, g.lateFirst)
	return g
}

func (g *generator) objects() int64 {
	return g.out.objects + int64(len(g.now.objects)+len(g.late.objects))
}

func (g *generator) stats() Stats {
	return Stats{g.out.objects, g.out.references, len(g.classes.list), g.roots, g.out.bytes}
}

// head creates the classes and holders, and writes the records before the objects.
func (g *generator) head() {
	g.addJDK()
	g.addApp()
	g.terms = newTable(g.options.Objects / 30)
	g.held = newTable(g.options.Objects / 120)
	g.addHolders()
	g.addThreads()
	g.out.head(&g.classes, g.threads)
}

// finish fills the holders and writes the rest.
func (g *generator) finish() {
	g.fillHolders()
	if g.now.flush(); g.now.next > g.lateFirst {
		g.out.err = fmt.Errorf("objects are larger than %d bytes at the mean", lateAfter)
	}
	g.late.flush()
	g.addRoots()
	g.out.finish()
}

// zipf returns a number less than n. Small numbers are far more frequent: number i is about 1/(i+1) as frequent as 0.
func (g *generator) zipf(n int) int {
	if n <= 1 {
		return 0
	}
	// Each power of two is equally likely to be the limit.
	return g.IntN(min(n, 1<<(1+g.IntN(bits.Len(uint(n-1))))))
}

// chance returns true in one of n cases.
func (g *generator) chance(n int) bool { return g.IntN(n) == 0 }

func (g *generator) root(kind hprof.Kind, values ...uint64) {
	g.roots++
	g.out.sub(kind, nil, values...)
}
