package closure

import "memcity/trace"

// MadeLoaders reports, by type, whether its class was loaded by one of several loaders that the program made: applications that
// were deployed again and again, plugins, scripts. Their static fields are fields of the class, which lives as long as its
// loader, and no GC roots. The loaders that every program has are not meant, nor is the only one of its type, as of a program
// that starts from one jar with others inside. Nil if there is none.
func MadeLoaders(h *trace.Heap) []bool {
	loaders := map[trace.TypeID]map[trace.ObjectID]bool{} // by type of the loader
	for t := range h.Types {
		loader := h.Types[t].Loader
		if ComesWithProgram(h, trace.TypeID(t)) {
			continue
		}
		of := h.TypeOf.At(loader)
		if loaders[of] == nil {
			loaders[of] = map[trace.ObjectID]bool{}
		}
		loaders[of][loader] = true
	}
	var made []bool
	for t := range h.Types {
		if loader := h.Types[t].Loader; loader != trace.NoObject && len(loaders[h.TypeOf.At(loader)]) > 1 {
			if made == nil {
				made = make([]bool, len(h.Types))
			}
			made[t] = true
		}
	}
	return made
}

// ComesWithProgram reports whether a class was loaded by the loaders that every program has, not by one that the program made.
func ComesWithProgram(h *trace.Heap, t trace.TypeID) bool {
	loader := h.Types[t].Loader
	if loader == trace.NoObject {
		return true
	}
	switch h.Types[h.TypeOf.At(loader)].Name {
	case "jdk.internal.loader.ClassLoaders$AppClassLoader", "jdk.internal.loader.ClassLoaders$PlatformClassLoader",
		"jdk.internal.loader.ClassLoaders$BootClassLoader", "sun.misc.Launcher$AppClassLoader", "sun.misc.Launcher$ExtClassLoader",
		"java.lang.BootClassLoader", "dalvik.system.PathClassLoader":
		return true
	}
	return false
}
