package usage

// EventKind is the kind of an [Event]. The numbers are part of the trace format and are never reused.
type EventKind uint8

// Kinds of events, with the fields that they use besides Kind and Time.
const (
	TextEvent       EventKind = 1 + iota // Site becomes the number of Text; no Time
	AllocEvent                           // Collection, Size, Site, Type
	AddEvent                             // Collection, Element, Size, Site, Type
	GetEvent                             // Collection, Element, Size, Site, Count
	RemoveEvent                          // Collection, Element, Size, Site
	DeallocEvent                         // Collection
	GetAllEvent                          // Collection, Size, Site, Count
	ClearEvent                           // Collection, Site
	IntervalEvent                        // no fields
	OperationsEvent                      // Collection, Site, Element is the [Op], Count; no Time
	ScaleEvent                           // one in Count is followed; so far, Element of Collection were
	TroubleEvent                         // Text
	EndEvent                             // no fields: the program ended
	NumberEvent                          // Collection, Element is the identity of the object; no Time
	UnfollowedEvent                      // Collection; no Time
	SizeEvent                            // Collection, Size
)

// Event is a recorded operation on a collection. Sites and types are numbers defined by earlier text events.
type Event struct {
	Kind                EventKind
	Collection, Element uint64
	Size                int
	Site, Type          uint32
	Time                Millis
	Count               int64
	Text                string
}

// maxNumber is the limit for numbers of texts, so that a damaged number does not take memory.
const maxNumber = MaxStrings

// Take processes a recorded event. The recorder numbers the texts.
func (b *Builder) Take(e *Event) {
	site, typ := b.numbered(e.Site), b.numbered(e.Type)
	switch e.Kind {
	case TextEvent:
		b.name(e.Site, e.Text)
	case AllocEvent:
		b.Alloc(e.Collection, e.Size, site, typ, e.Time)
	case AddEvent:
		b.Add(e.Collection, e.Element, e.Size, site, typ, e.Time)
	case GetEvent:
		b.Get(e.Collection, e.Element, e.Size, site, e.Time, countOf(e.Count))
	case RemoveEvent:
		b.Remove(e.Collection, e.Element, e.Size, site, e.Time)
	case DeallocEvent:
		b.Dealloc(e.Collection, e.Time)
	case GetAllEvent:
		b.GetAll(e.Collection, e.Size, site, e.Time, countOf(e.Count))
	case ClearEvent:
		b.Clear(e.Collection, site, e.Time)
	case IntervalEvent:
		if b.options.Aggregated {
			b.Interval(e.Time)
		}
	case EndEvent:
		b.log.End = max(b.log.End, e.Time)
	case OperationsEvent:
		b.Operations(e.Collection, site, Op(min(e.Element, uint64(len(opNames)))), e.Count)
	case ScaleEvent:
		b.Scale(countOf(e.Count), int64(e.Element), int64(e.Collection), e.Time)
	case TroubleEvent:
		b.Trouble(e.Text, e.Time)
	case NumberEvent:
		b.Number(e.Collection, int64(e.Element))
	case UnfollowedEvent:
		b.MarkUnfollowed(e.Collection)
	case SizeEvent:
		b.Size(e.Collection, e.Size, e.Time)
	}
}

// name defines the number that events use for a text.
func (b *Builder) name(number uint32, text string) {
	if number == 0 || number >= maxNumber {
		b.trouble.strings++
		return
	}
	if n := int(number); n >= len(b.numbers) {
		b.numbers = append(b.numbers, make([]StringID, n+1-len(b.numbers))...)
	}
	b.numbers[number] = b.String(text)
}

// numbered returns the text with a number; 0 if it is undefined.
func (b *Builder) numbered(number uint32) StringID {
	if int(number) < len(b.numbers) {
		return b.numbers[number]
	}
	return 0
}

func countOf(n int64) int { return int(max(0, min(n, 1<<31-1))) }
