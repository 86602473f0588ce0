package view

// Subject is the content of a view, for links from other views.
type Subject uint8

// Subjects of views.
const (
	Other         Subject = iota
	GroupTable            // all groups as a table
	GroupContents         // content of the selection, and its owners
	RootPaths             // paths from GC roots to the selection
	HeapOverTime          // the heap over time; the first view of a recording without heap states
	LastState             // the last heap state in words; the first view of a recording with one GC point
)

// That returns the view that shows a subject, or the city if there is none.
func That(shows Subject) ID {
	for _, v := range declared {
		if v.shows.Subject == shows {
			return ID{v}
		}
	}
	return ID{}
}

// Details selects whether the details of the selection are shown beside a view.
type Details uint8

// Places for the details of the selection.
const (
	Beside Details = iota // beside the view, or over it
	IfRoom                // only where they do not cover the view
	Never                 // the view contains them
)

// Shows declares the contents of a view.
type Shows[S any] struct {
	Subject Subject
	Details Details
	Errors  bool // true if it shows the errors of its queries; messages then omit them
	// Time reports whether it has a chart over time, given the number of GC points; then the time bar has none. Nil for never.
	Time func(s S, points int) bool
}

// Details returns where the details of the selection are shown.
func (v ID) Details() Details {
	if v.view == nil {
		return Beside
	}
	return v.view.shows.Details
}

// ShowsErrors reports whether the view shows the errors of its queries itself.
func (v ID) ShowsErrors() bool { return v.view != nil && v.view.shows.Errors }

// ShowsTime reports whether the view has a chart over time, given the number of GC points.
func (v ID) ShowsTime(states States, points int) bool {
	return v.view != nil && v.view.shows.Time != nil && v.view.shows.Time(states.of(v.view), points)
}

func showing[S any](s Shows[S]) Shows[any] {
	erased := Shows[any]{Subject: s.Subject, Details: s.Details, Errors: s.Errors}
	if s.Time != nil {
		erased.Time = func(state any, points int) bool { return s.Time(state.(S), points) }
	}
	return erased
}
