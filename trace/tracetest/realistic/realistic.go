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

// Options are what a dump is made from.
type Options struct {
	Objects int    // about how many; class objects and the like come on top, so 1000 make some hundred more
	Seed    uint64 // 0 is a seed like any other
	IDSize  int    // 4 or 8; 0 stands for 8. With 4 there is room for about 100 million objects.
}

// Stats is what a dump has.
type Stats struct {
	Objects    int64 // without class objects
	References int64 // that are not null, from objects to objects
	Classes    int
	Roots      int
	Bytes      int64 // of the file
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

// generator makes one dump.
type generator struct {
	*rand.Rand
	options Options
	out     *output
	classes
	jdk jdkClasses
	app appClasses

	// now is the cluster that is being made; late has what everything hangs from, which is written last and has addresses behind all
	// others, as dumps are in the order of addresses.
	now, late *cluster
	lateFirst uint64 // address of the first object of late

	// hung are the objects that hold the clusters made so far, by kind.
	hung map[clusterKind][]ref
	// pool are shared strings, and shared other objects that later ones refer to: symbols, users, status values.
	pool   []ref
	shared []ref
	small  []ref // objects of the many small classes
	terms  table // the search index
	held   table // the interned strings

	holders holders
	threads []thread
	roots   int
}

// lateAfter is how many bytes of address space each object has: more than objects take at the mean.
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

// head makes the classes and what everything hangs from, and writes what stands before the objects.
func (g *generator) head() {
	g.addJDK()
	g.addApp()
	g.terms = newTable(g.options.Objects / 30)
	g.held = newTable(g.options.Objects / 120)
	g.addHolders()
	g.addThreads()
	g.out.head(&g.classes, g.threads)
}

// finish makes the containers of what was made, and writes the rest.
func (g *generator) finish() {
	g.fillHolders()
	if g.now.flush(); g.now.next > g.lateFirst {
		g.out.err = fmt.Errorf("objects are larger than %d bytes at the mean", lateAfter)
	}
	g.late.flush()
	g.addRoots()
	g.out.finish()
}

// zipf returns a number below n, the small ones far more often: number i about 1/(i+1) as often as 0.
func (g *generator) zipf(n int) int {
	if n <= 1 {
		return 0
	}
	// Each power of two is equally likely to be the limit.
	return g.IntN(min(n, 1<<(1+g.IntN(bits.Len(uint(n-1))))))
}

// chance reports true in one of n cases.
func (g *generator) chance(n int) bool { return g.IntN(n) == 0 }

func (g *generator) root(kind hprof.Kind, values ...uint64) {
	g.roots++
	g.out.sub(kind, nil, values...)
}
