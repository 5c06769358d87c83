package lifecycles

import "slices"

// families are the rows, by service.
var families = map[string][]resource{
	"network":  slices.Concat(networkRows, addressRows, portRows, routerRows, securityRows, sharingRows, qosRows),
	"identity": slices.Concat(identityRows, roleRows),
	"storage":  storageRows,
	"compute":  slices.Concat(computeRows, serverRows),
	"image":    imageRows,
	"stacks":   stackRows,
}
