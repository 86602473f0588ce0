package trace

// For tests in package trace_test.
const ChunkSlots = chunkSlots
