package phrases

// Actor matches the name of an actor in a sentence.
const Actor = `(\w[\w-]*)`
