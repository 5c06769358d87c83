package storage

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/mockcloud/state"
)

// able is what the only pool can do, without how much is on it.
func able() ability {
	return ability{
		Pool: "file", Total: 4000, Free: 4000, OverSubscription: 20, Thin: true, Multiattach: true, Backend: "file", Protocol: "file",
		Vendor: vendor, Driver: "1.0",
	}
}

// The same by name, as the scheduler compares it with the extra specifications of types.
var (
	pool  = able()
	texts = map[string]string{
		"pool_name": pool.Pool, "volume_backend_name": pool.Backend, "storage_protocol": pool.Protocol, "vendor_name": pool.Vendor,
		"driver_version": pool.Driver,
	}
	numbers = map[string]float64{
		"total_capacity_gb": float64(pool.Total), "free_capacity_gb": float64(pool.Free), "reserved_percentage": float64(pool.Reserved),
		"provisioned_capacity_gb": float64(pool.Provisioned), "allocated_capacity_gb": 0, "max_over_subscription_ratio": pool.OverSubscription,
	}
	truths = map[string]bool{
		"thin_provisioning_support": pool.Thin, "thick_provisioning_support": pool.Thick, "multiattach": pool.Multiattach,
		"QoS_support": pool.QoS,
	}
)

// Fits tells whether the storage has what a type asks for. Extra specifications with another prefix than capabilities are for drivers.
func Fits(t *state.VolumeType) bool {
	if t.Backed {
		return true
	}
	for key, wanted := range t.ExtraSpecs {
		path := strings.Split(key, ":")
		switch {
		case path[0] == "capabilities" && len(path) > 1:
			path = path[1:]
		case len(path) > 1:
			continue
		}
		if len(path) > 1 || !matches(path[0], wanted) {
			return false
		}
	}
	return true
}

// matches tells whether an ability is what an extra specification wants: one of several texts, a truth, a part of a text, a comparison of
// texts or of numbers, or the text itself.
func matches(ability, wanted string) bool {
	words := append(strings.Fields(wanted), "", "")
	operator, operand := words[0], words[1]
	text, isText := texts[ability]
	number, isNumber := numbers[ability]
	truth, isTruth := truths[ability]
	switch operator {
	case "<or>":
		for i := 1; i < len(words); i += 2 {
			if isText && words[i] == text && text != "" {
				return true
			}
		}
		return false
	case "<is>":
		return (isText || isNumber || isTruth) && operand != "" && (truth || isTrue(text)) == isTrue(operand)
	case "<in>":
		return operand != "" && strings.Contains(text, operand)
	}
	if compares := ofTexts[operator]; compares != nil {
		return isText && operand != "" && compares(strings.Compare(text, operand))
	}
	if compares := ofNumbers[operator]; compares != nil {
		limit, err := strconv.ParseFloat(operand, 64)
		return isNumber && err == nil && compares(cmp.Compare(number, limit))
	}
	return isText && text == wanted
}

func isTrue(text string) bool {
	return slices.Contains([]string{"1", "t", "true", "on", "y", "yes"}, strings.ToLower(text))
}

// What comparisons make of the order of two values.
func equal(c int) bool   { return c == 0 }
func other(c int) bool   { return c != 0 }
func less(c int) bool    { return c < 0 }
func more(c int) bool    { return c > 0 }
func atMost(c int) bool  { return c <= 0 }
func atLeast(c int) bool { return c >= 0 }

var (
	ofNumbers = map[string]func(int) bool{"=": atLeast, "==": equal, "!=": other, ">=": atLeast, "<=": atMost}
	ofTexts   = map[string]func(int) bool{"s==": equal, "s!=": other, "s<": less, "s<=": atMost, "s>": more, "s>=": atLeast}
)
