package native

// ChunkSlots is exported for tests in package native_test.
const ChunkSlots = chunkSlots
