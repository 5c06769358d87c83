// Package proxies holds the operations that compute passes on to other services, as long as they live: images, networks, floating
// addresses, security groups, volumes and their snapshots up to 2.35, the metadata of images up to 2.38, the floating addresses of
// servers up to 2.43. What they answer is the other service's state, asked for in the caller's name, in the form that compute had when
// it kept such resources itself. Clouds without a bare metal service and without one for shares have something to answer too.
package proxies
