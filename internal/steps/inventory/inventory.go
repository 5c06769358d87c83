package inventory

// Inventory is what a cloud lists to a user. Aggregates and flavors are in the order of the service, all else by name.
type Inventory struct {
	Region string
	// Project is the project of the user who asked.
	Project     Project
	Projects    []Project
	Hosts       []Host
	Aggregates  []Aggregate
	Flavors     []Flavor
	Images      []Image
	Networks    []Network
	Routers     []Router
	VolumeTypes []VolumeType
	// Missing says in sentences what could not be read, and why.
	Missing []string
}

// Project is a project of any domain.
type Project struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Description string `json:"description"`
	IsDomain    bool   `json:"is_domain"`
}

// Host is a compute host with its hypervisor. RAM is MiB, disk GiB.
type Host struct {
	Name, Node         string
	VCPUs, RAM, Disk   int
	IsDisabled, IsDown bool
}

// Aggregate is a host aggregate.
type Aggregate struct {
	Name     string            `json:"name"`
	Hosts    []string          `json:"hosts"`
	Metadata map[string]string `json:"metadata"`
}

// Flavor is a flavor; RAM and swap are MiB, disks GiB. Access are ids of projects that may use a private one.
type Flavor struct {
	ID          string            `json:"id"`
	Name        string            `json:"name"`
	Description string            `json:"description"`
	VCPUs       int               `json:"vcpus"`
	RAM         int               `json:"ram"`
	Disk        int               `json:"disk"`
	Ephemeral   int               `json:"OS-FLV-EXT-DATA:ephemeral"`
	Swap        any               `json:"swap"`
	IsPublic    bool              `json:"os-flavor-access:is_public"`
	ExtraSpecs  map[string]string `json:"extra_specs"`
	Access      []string          `json:"-"`
}

// Image is an image, without its data.
type Image struct {
	ID         string `json:"id"`
	Name       string `json:"name"`
	Owner      string `json:"owner"`
	Status     string `json:"status"`
	Visibility string `json:"visibility"`
	MinDisk    int    `json:"min_disk"`
	MinRAM     int    `json:"min_ram"`
	// Properties are those that are not the service's own.
	Properties map[string]string `json:"-"`
}

// Network is a network with its subnets.
type Network struct {
	ID        string   `json:"id"`
	Name      string   `json:"name"`
	ProjectID string   `json:"project_id"`
	IsShared  bool     `json:"shared"`
	External  bool     `json:"router:external"`
	Subnets   []Subnet `json:"-"`
}

// Subnet is a range of addresses of a network.
type Subnet struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	NetworkID string `json:"network_id"`
	CIDR      string `json:"cidr"`
	Gateway   string `json:"gateway_ip"`
}

// Router is a router. Gateway is the id of its external network, Address its address there; Subnets are ids.
type Router struct {
	ID        string   `json:"id"`
	Name      string   `json:"name"`
	ProjectID string   `json:"project_id"`
	Gateway   string   `json:"-"`
	Address   string   `json:"-"`
	Subnets   []string `json:"-"`
}

// VolumeType is a type of volumes. Access are ids of projects that may use a private one.
type VolumeType struct {
	ID          string            `json:"id"`
	Name        string            `json:"name"`
	Description string            `json:"description"`
	IsPublic    bool              `json:"is_public"`
	ExtraSpecs  map[string]string `json:"extra_specs"`
	IsDefault   bool              `json:"-"`
	Access      []string          `json:"-"`
}
