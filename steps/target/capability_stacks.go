package target

// Capabilities of a target's Heat.
const (
	// StackAbandon and StackAdopt: the operator lets stacks be abandoned and adopted.
	StackAbandon = "stack-abandon"
	StackAdopt   = "stack-adopt"
	// HeatNewPolicy: a reader may not suspend a stack (Heat's defaults since 2023.1); HeatLegacyPolicy: a reader may.
	HeatNewPolicy    = "heat-new-policy"
	HeatLegacyPolicy = "heat-legacy-policy"
)

var stackCapabilities = []string{StackAbandon, StackAdopt, HeatNewPolicy, HeatLegacyPolicy}
