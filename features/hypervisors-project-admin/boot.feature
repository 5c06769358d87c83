@spec:hypervisors-project-admin @op:servers.create
Feature: How a new server is put on a host, as shipped
  By the zone field, which forces the host; by host or hypervisor_hostname, which the scheduler checks.

  @until:2.104
  Scenario Outline: <row> at <at> nobody can name a hypervisor by its uuid
    When the admin creates a server at <at> with {"hypervisor_uuid": "{unknown}", "flavorRef": "plumbline-no-such-flavor"}
    Then the request is answered 400
    And the fault is badRequest saying "Additional properties are not allowed ('hypervisor_uuid' was unexpected)"

    Examples: the field is unknown
      | row     | at    |
      | HYP-05a | 2.1   |
      | HYP-05b | 2.74  |
      | HYP-05c | 2.93  |
      | HYP-05d | 2.100 |
      | HYP-05e | 2.104 |

  @until:2.104 @needs:two-zones
  Scenario Outline: <row> at <at> the zone <zone> forces the host
    When the admin creates a server at <at> with {"availability_zone": "<zone>"}
    Then the request is answered 202
    And the new server comes up on <host>

    Examples: zone, host and node in the zone field
      | row     | at    | zone                                 | host  |
      | HYP-06a | 2.37  | {zone:AZ1}:{host:host1}              | host1 |
      | HYP-06b | 2.93  | {zone:AZ2}:{host:host2}              | host2 |
      | HYP-06c | 2.93  | {zone:AZ2}:{host:host2}:{node:host2} | host2 |
      | HYP-06d | 2.93  | {zone:AZ1}::{node:host2}             | host2 |
      | HYP-06e | 2.100 | {zone:AZ1}:{host:host1}              | host1 |
      | HYP-06k | 2.93  | {zone:AZ1}:{host:host2}              | host2 |

  @until:2.104 @disruptive @needs:two-zones
  Scenario Outline: <row> a forced host whose service is <how> <what>
    Given the compute service of host2 is <how>
    When the admin creates a server at 2.93 with {"availability_zone": "any:{host:host2}"}
    Then the request is answered <status>
    And the new server finds no host

    Examples: forced hosts and their services
      | row     | how      | what        | status |
      | HYP-06l | disabled | is not used | 202    |

  @until:2.104 @disruptive @needs:two-zones
  Scenario: HYP-06m a forced host whose service is down is used all the same: no filter is asked
    Given the compute service of host2 is down
    When the admin creates a server at 2.93 with {"availability_zone": "any:{host:host2}"}
    Then the request is answered 202
    And the new server comes up on host2

  @until:2.104 @disruptive @needs:two-zones @needs:deployment-settings
  Scenario: HYP-06n a forced host that is kept for another project is used all the same
    Given an aggregate of host2 for the other project
    And hosts are kept for the projects of their aggregates
    When the admin creates a server at 2.93 with {"availability_zone": "any:{host:host2}"}
    Then the request is answered 202
    And the new server comes up on host2

  @until:2.104 @disruptive @needs:two-zones @needs:placement
  Scenario Outline: <row> a forced host of which others have taken so much that a <what> is missing is not used
    Given others have left of host2 a <what> less than the server needs
    When the admin creates a server at 2.93 with {"availability_zone": "any:{host:host2}"}
    Then the request is answered <status>
    And the new server finds no host

    Examples: forced hosts without room
      | row     | what          | status |
      | HYP-06o | processor     | 202    |
      | HYP-06p | MiB of memory | 202    |

  @since:2.74 @until:2.104 @disruptive @needs:two-zones @needs:deployment-settings
  Scenario: HYP-08ab a host that is kept for another project, asked for by its name, is none that the scheduler finds
    Given an aggregate of host2 for the other project
    And hosts are kept for the projects of their aggregates
    When the admin creates a server at 2.74 with {"host": "{host:host2}"}
    Then the request is answered 202
    And the new server finds no host

  @until:2.104
  Scenario Outline: <row> at <at> the zone <zone> from a <who> is refused
    When the <who> creates a server at <at> with {"availability_zone": "<zone>"}
    Then the request is answered <status>
    And the fault is <fault> saying "<text>"

    Examples: who may not, and what cannot be read
      | row     | at   | who     | zone                    | status | fault      | text                                                                                 |
      | HYP-06f | 2.1  | member  | any:{host:host1}         | 403    | forbidden  | Policy doesn't allow os_compute_api:servers:create:forced_host to be performed.      |
      | HYP-06g | 2.93 | manager | any::{host:host1}        | 403    | forbidden  | Policy doesn't allow os_compute_api:servers:create:forced_host to be performed.      |
      | HYP-06h | 2.93 | admin   | any:{host:host1}:b:c     | 400    | badRequest | Invalid input received: Unable to parse availability_zone                            |
      | HYP-06i | 2.93 | member  | a:b:c:d                 | 400    | badRequest | Invalid input received: Unable to parse availability_zone                            |
      | HYP-07a | 2.1  | member  | plumbline-no-such-zone  | 400    | badRequest | The requested availability zone is not available                                     |
      | HYP-07b | 2.93 | admin   | plumbline-no-such-zone  | 400    | badRequest | The requested availability zone is not available                                     |
      | HYP-07c | 2.100 | member | plumbline-no-such-zone  | 400    | badRequest | The requested availability zone is not available                                     |

  @until:2.104 @disruptive @needs:two-zones
  Scenario: HYP-07d a zone whose compute services are all disabled is not available
    Given the compute services of AZ2 are disabled
    When the member creates a server at 2.93 with {"availability_zone": "{zone:AZ2}"}
    Then the request is answered 400
    And the fault is badRequest saying "The requested availability zone is not available"

  @until:2.104
  Scenario: HYP-06j a host that there is not is accepted, and the server finds no host
    When the admin creates a server at 2.93 with {"availability_zone": "any:plumbline-no-such-host"}
    Then the request is answered 202
    And the new server finds no host

  @since:2.74 @until:2.104 @needs:two-zones
  Scenario Outline: <row> a host asked for as <keys> is the one
    When the admin creates a server at 2.74 with <keys>
    Then the request is answered 202
    And the new server comes up on host2

    Examples: host and hypervisor_hostname
      | row     | keys                                                            |
      | HYP-08a | {"host": "{host:host2}"}                                        |
      | HYP-08b | {"hypervisor_hostname": "{node:host2}"}                         |
      | HYP-08c | {"host": "{host:host2}", "hypervisor_hostname": "{node:host2}"} |
      | HYP-08d | {"host": "{host:host2}", "availability_zone": "{zone:AZ2}"}     |

  @since:2.74 @until:2.104 @needs:two-zones
  Scenario: HYP-08aa another host asked for is the one, too
    When the admin creates a server at 2.74 with {"host": "{host:host1}"}
    Then the request is answered 202
    And the new server comes up on host1

  @since:2.74 @until:2.104 @needs:two-zones
  Scenario: HYP-08e the scheduler refuses a host that is not in the zone
    When the admin creates a server at 2.74 with {"host": "{host:host2}", "availability_zone": "{zone:AZ1}"}
    Then the request is answered 202
    And the new server finds no host

  @since:2.74 @until:2.104 @needs:two-zones
  Scenario Outline: <row> a host asked for by the <who> as <keys> is refused
    When the <who> creates a server at 2.74 with <keys>
    Then the request is answered <status>
    And the fault is <fault> saying "<text>"

    @before:400
    Examples: refused hosts
      | row     | who     | keys                                                                            | status | fault      | text                                                                                                                             |
      | HYP-08f | admin   | {"host": "plumbline-no-such-host"}                                              | 400    | badRequest | Compute host plumbline-no-such-host could not be found.                                                                          |
      | HYP-08g | admin   | {"hypervisor_hostname": "plumbline-no-such-host"}                               | 400    | badRequest | Compute host plumbline-no-such-host could not be found.                                                                          |
      | HYP-08h | admin   | {"host": "{host:host1}", "hypervisor_hostname": "{node:host2}"}                 | 400    | badRequest | Compute host {host:host1} could not be found.                                                                                    |
      | HYP-08i | admin   | {"host": "{host:host2}", "availability_zone": "{zone:AZ2}:{host:host2}"}        | 400    | badRequest | One mechanism with host and/or hypervisor_hostname and another mechanism with zone:host:node are mutually exclusive.             |
      | HYP-08y | admin   | {"hypervisor_hostname": "{node:host2}", "availability_zone": "{zone:AZ2}:{host:host2}"} | 400 | badRequest | One mechanism with host and/or hypervisor_hostname and another mechanism with zone:host:node are mutually exclusive. |
      | HYP-08z | admin   | {"hypervisor_hostname": "{node:host2}", "availability_zone": "{zone:AZ2}::{node:host2}"} | 400 | badRequest | One mechanism with host and/or hypervisor_hostname and another mechanism with zone:host:node are mutually exclusive. |
      | HYP-08j | member  | {"host": "{host:host2}"}                                                        | 403    | forbidden  | Policy doesn't allow compute:servers:create:requested_destination to be performed.                                               |
      | HYP-08k | manager | {"hypervisor_hostname": "{node:host2}"}                                         | 403    | forbidden  | Policy doesn't allow compute:servers:create:requested_destination to be performed.                                               |
      | HYP-08x | member  | {"host": "{host:host2}", "availability_zone": "any:{host:host2}"}               | 403    | forbidden  | Policy doesn't allow os_compute_api:servers:create:forced_host to be performed.                                                  |

  @since:2.74 @until:2.104
  Scenario Outline: <row> a name of <what> is looked at before any host: <keys>
    When the admin creates a server at 2.74 with <keys>
    Then the request is answered 400
    And the fault is badRequest saying "<text>"

    @before:400
    Examples: names of hosts
      | row     | what                  | keys                                      | text                                                     |
      | HYP-08l | no character          | {"host": ""}                              | Invalid input for field/attribute host.                  |
      | HYP-08m | 256 characters        | {"host": "{text:256}"}                    | Invalid input for field/attribute host.                  |
      | HYP-08n | 255 characters        | {"host": "{text:255}"}                    | Compute host {text:255} could not be found.              |
      | HYP-08o | one character         | {"host": "x"}                             | Compute host x could not be found.                       |
      | HYP-08p | two words             | {"host": "a b"}                           | Invalid input for field/attribute host.                  |
      | HYP-08q | another type          | {"host": 1}                               | Invalid input for field/attribute host.                  |
      | HYP-08r | no character, node    | {"hypervisor_hostname": ""}               | Invalid input for field/attribute hypervisor_hostname.   |
      | HYP-08s | 256 characters, node  | {"hypervisor_hostname": "{text:256}"}     | Invalid input for field/attribute hypervisor_hostname.   |
      | HYP-08t | 255 characters, node  | {"hypervisor_hostname": "{text:255}"}     | Compute host {text:255} could not be found.              |
      | HYP-08u | one character, node   | {"hypervisor_hostname": "x"}              | Compute host x could not be found.                       |
      | HYP-08v | two words, node       | {"hypervisor_hostname": "a b"}            | Invalid input for field/attribute hypervisor_hostname.   |
      | HYP-08w | another type, node    | {"hypervisor_hostname": 1}                | Invalid input for field/attribute hypervisor_hostname.   |

  @until:2.104 @needs:two-zones @needs:pin
  Scenario Outline: <row> at <at> the zone <zone> beside a forced host is dropped when it is not the host's
    When the admin creates a server at <at> with {"availability_zone": "<zone>"}
    Then the request is answered 202
    And the new server comes up on host2
    And the server is pinned to <pin>

    Examples: the zone beside a forced host
      | row     | at   | zone                                | pin    |
      | HYP-09a | 2.93 | {zone:AZ1}:{host:host2}              | (none) |
      | HYP-09b | 2.93 | plumbline-no-such-zone:{host:host2}  | (none) |
      | HYP-09c | 2.93 | :{host:host2}                        | (none) |
      | HYP-09d | 2.93 | {zone:AZ2}:{host:host2}              | AZ2    |
      | HYP-09e | 2.93 | {zone:AZ2}::{node:host2}             | (none) |

  @since:2.74 @until:2.104 @needs:two-zones @needs:pin
  Scenario Outline: <row> a host that is named by <keys> pins the server to no zone
    When the admin creates a server at 2.74 with <keys>
    Then the request is answered 202
    And the new server comes up on <host>
    And the server is pinned to <pin>

    Examples: what a server on a named host is pinned to
      | row      | keys                                    | host  | pin    |
      | HYP-08ac | {"host": "{host:host2}"}                | host2 | (none) |
      | HYP-08ad | {"hypervisor_hostname": "{node:host1}"} | host1 | (none) |

  @until:2.104 @needs:two-zones
  Scenario Outline: <row> an administrator of another project forces the host as well: <keys>
    When the outsider-admin creates a server at <at> with <keys>
    Then the request is answered 202
    And the new server comes up on host2

    Examples: hosts that an administrator of another project names
      | row     | at   | keys                                      |
      | HYP-06q | 2.37 | {"availability_zone": "any:{host:host2}"} |

    @since:2.74
    Examples: hosts that an administrator of another project asks for
      | row      | at   | keys                     |
      | HYP-08ae | 2.74 | {"host": "{host:host2}"} |

  @until:2.104 @disruptive @needs:two-zones @needs:placement
  Scenario: HYP-06r a forced host of which others have taken so much that a GiB of disk is missing is not used either
    Given others have left of host2 a GiB of disk less than the server needs
    When the admin creates a server at 2.93 with {"availability_zone": "any:{host:host2}"}
    Then the request is answered 202
    And the new server finds no host

  @until:2.104 @needs:host-without-zone
  Scenario Outline: <row> at <at> a hypervisor that is called otherwise than its host is forced by <zone>
    When the admin creates a server at <at> with {"availability_zone": "<zone>"}
    Then the request is answered 202
    And the new server comes up on host0

    Examples: forced by the name of the hypervisor
      | row     | at   | zone              |
      | HYP-06s | 2.37 | any::{node:host0} |
      | HYP-06t | 2.93 | any:{host:host0}  |
