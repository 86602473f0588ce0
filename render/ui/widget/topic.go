package widget

// A Topic is a kind of message between panels. Declare each as a variable that sender and receivers share.
type Topic[T any] struct{ _ byte } // not empty, so that each topic has its own address

// Hearer receives the messages of a topic; see [Topic.Hear].
type Hearer interface{ hearer() }

// hearer receives the messages of one topic.
type hearer[T any] struct {
	topic *Topic[T]
	do    func(c *Canvas, message T)
}

func (hearer[T]) hearer() {}

// Hear returns a receiver for a panel.
func (t *Topic[T]) Hear(do func(c *Canvas, message T)) Hearer { return hearer[T]{t, do} }

// Send sends a message to every panel that hears the topic, in their order.
func (t *Topic[T]) Send(c *Canvas, message T) {
	for _, p := range c.list {
		for _, h := range p.Hears {
			if own, ok := h.(hearer[T]); ok && own.topic == t {
				own.do(c, message)
			}
		}
	}
}
