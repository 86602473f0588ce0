package native

// Columns of the chunks of a native trace, as indices into the columns in memcity.Specs.
const (
	infoName = iota
	infoText
)

const (
	typesNumber = iota
	typesName
	typesKind
	typesSuper
	typesBase
	typesElement
	typesFields
	typesStatics
	typesElements
	typesWeak
)

const (
	framesNumber = iota
	framesClass
	framesMethod
	framesFile
	framesLine
	framesNative
)

const (
	sitesNumber = iota
	sitesCaller
	sitesFrame
)

const (
	threadsNumber = iota
	threadsName
)

const (
	gcNumber = iota
	gcStart
	gcEnd
	gcPause
	gcCause
	gcKind
	gcBefore
	gcAfter
	gcCapacity
	gcConcurrent
)

// Numbers in the head of a state.
const (
	stateNumber = iota
	stateTime
	stateGC
	stateLevel
	stateAlign
	stateObjects
	stateBytes
	statePause
)

// Levels of states.
const (
	levelObjects = iota
	levelCounts
)

const (
	objectsType = iota
	objectsExtent
	objectsIdentity
	objectsBirth
	objectsSite
	objectsThread
	objectsSpace
	objectsReferences
	objectsSubsystem

	objectsFirst      = 1 // in the head
	objectsReferenced = 2
)

// Numbers in the head of references.
const (
	referencesState = iota
	referencesObject
	referencesSlot
)

const (
	classesType = iota
	classesObject
	classesLoader
)

const (
	stacksThread = iota
	stacksName
	stacksObject
	stacksFrames
)

const (
	rootsKind = iota
	rootsObject
	rootsStack
	rootsFrame
	rootsDetail
)

const (
	countsType = iota
	countsObjects
	countsBytes
	countsSite
)

const (
	allocationsType = iota
	allocationsSite
	allocationsThread
	allocationsObjects
	allocationsBytes

	allocationsAfter     = 0 // in the head
	allocationsUntil     = 1
	allocationsEstimated = 2
)

const (
	deathsIdentity = iota
	deathsType
	deathsBytes
	deathsSite
	deathsThread
	deathsBirth

	deathsGC = 0 // in the head
)

const (
	notesKey = iota
	notesText
	notesColor
)

const (
	reportTime = iota
	reportText
)

// Names in the info. Several rows "space" name the heap regions in order.
const (
	infoProgram  = "program"
	infoVM       = "vm"
	infoTool     = "tool"
	infoMode     = "mode"
	infoSource   = "source"
	infoStart    = "start"
	infoInterval = "interval"
	infoDepth    = "depth"
	infoKnows    = "knows"
	infoFinal    = "final" // number of the state taken at the end of the program
	infoSpace    = "space"
	infoLibrary  = "library"
	infoRuntime  = "runtime"
)

// References in rows: null, a reference to an object outside the state, or otherwise the distance.
const (
	refNull = iota
	refLost
	refFirst
)

func zigzag(d int64) uint64 { return uint64(d<<1) ^ uint64(d>>63) }

func unzigzag(u uint64) int64 { return int64(u>>1) ^ -int64(u&1) }

const (
	marksTime = iota
	marksText
)

const (
	useTextsNumber = iota
	useTextsText
)

const usesAggregated = 0

const (
	usesKind = iota
	usesCollection
	usesElement
	usesSize
	usesSite
	usesType
	usesTime
	usesCount
)
