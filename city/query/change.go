package query

// What the views of change ask for, and what they are answered. Asks count GC points of the recording, from 0.
