package collect

// Kinds of messages, as in the agent's wire.h.
const (
	wireHello        = 1
	wireClasses      = 2
	wireMethods      = 3
	wireChains       = 4
	wireThreads      = 5
	wireGC           = 6
	wireWalk         = 7
	wireObjects      = 8
	wireReferences   = 9
	wireRoots        = 10
	wireStacks       = 11
	wireSeen         = 12
	wireRetyped      = 13
	wireWalkEnd      = 14
	wireCounts       = 15
	wireSamples      = 16
	wireAllocations  = 17
	wireDeaths       = 18
	wireLost         = 19
	wireReported     = 20
	wireBye          = 21
	wireLocalMethods = 22
	wireUses         = 23
	wireUseSlots     = 24
	wireAnswered     = 25
	wirePaused       = 26

	wirePoint = 64
	wireStop  = 65
)

// wireVersion is the version of the agent's protocol.
const wireVersion = 3

// Kinds of references and roots, as in JVMTI's jvmtiHeapReferenceKind. The last one is an extension by the agent.
const (
	refField       = 2
	refLoader      = 4
	refSigners     = 5
	refDomain      = 6
	refStatic      = 8
	refConstant    = 9
	refSuper       = 10
	rootJNIGlobal  = 21
	rootSystem     = 22
	rootMonitor    = 23
	rootStackLocal = 24
	rootJNILocal   = 25
	rootThread     = 26
	rootKept       = 100
)

// Limits of the stream.
const (
	maxMessage = 16 << 20 // bytes
	maxHello   = 64 << 10 // bytes
	maxText    = 4096     // bytes
	maxSlot    = 1 << 29
	maxNumber  = 1 << 24 // classes, methods, chains, threads
	maxFrames  = 1 << 10 // of a thread
	maxSupers  = 1000    // super classes followed per class
	maxLocals  = 1 << 13 // methods with local variables per walk
)
