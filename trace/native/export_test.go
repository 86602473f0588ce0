package native

// For tests in package native_test.
const ChunkSlots = chunkSlots
