module plumbline/ci/tofu

go 1.26

require (
	github.com/opentofu/opentofu v1.8.8
	github.com/terraform-provider-openstack/terraform-provider-openstack/v3 v3.4.0
)
