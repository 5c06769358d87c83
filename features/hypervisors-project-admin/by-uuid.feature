@spec:hypervisors-project-admin @op:servers.create @needs:hypervisor-uuid @needs:two-zones
Feature: A server is built on a hypervisor by its uuid
  The scheduler checks the hypervisor as it checks a host by name. The zone field takes zones only.

  @since:2.105
  Scenario Outline: <row> the <who> names a hypervisor of the project
    Given an aggregate of host1 and host2 for the project
    When the <who> creates a server at 2.105 with <keys>
    Then the request is answered 202
    And the new server comes up on <host>

    Examples: hypervisor_uuid
      | row     | who     | keys                                                                                 | host  |
      | HYP-40a | admin   | {"hypervisor_uuid": "{hypervisor:host1}"}                                            | host1 |
      | HYP-40b | admin   | {"hypervisor_uuid": "{hypervisor:host2}"}                                            | host2 |
      | HYP-40c | manager | {"hypervisor_uuid": "{hypervisor:host1}"}                                            | host1 |
      | HYP-51a | admin   | {"hypervisor_uuid": "{hypervisor:host2}", "availability_zone": "{zone:AZ2}"}         | host2 |
      | HYP-53a | admin   | {"hypervisor_uuid": "{hypervisor:host2}", "host": "{host:host2}"}                    | host2 |
      | HYP-53b | admin   | {"hypervisor_uuid": "{hypervisor:host2}", "hypervisor_hostname": "{node:host2}"}     | host2 |
      | HYP-40d | manager | {"hypervisor_uuid": "{hypervisor:host2}"}                                            | host2 |

  @since:2.105
  Scenario Outline: <row> the <who> names a hypervisor and says more of the server, which counts as ever
    Given an aggregate of host1 and host2 for the project
    When the <who> creates a server at 2.105 with {"hypervisor_uuid": "{hypervisor:host2}", "metadata": {"purpose": "first"}}
    Then the request is answered <status>
    And the new server comes up on host2
    And the server says at /server/metadata/purpose "first"

    Examples: hypervisor_uuid beside other parameters
      | row     | who     | status |
      | HYP-40h | admin   | 202    |
      | HYP-40i | manager | 202    |

  @since:2.105
  Scenario: HYP-40n a server on a hypervisor that was named has the key that was named, too
    Given an aggregate of host1 and host2 for the project
    And the admin has a key pair KA
    When the admin creates a server at 2.105 with {"hypervisor_uuid": "{hypervisor:host1}", "key_name": "{key:KA}"}
    Then the request is answered 202
    And the new server comes up on host1
    And the server has key KA

  @since:2.105
  Scenario Outline: <row> the <who> asks for two servers at once: both are built on what is named: <keys>
    Given an aggregate of host1 and host2 for the project
    When the <who> creates two servers at 2.105 with <keys>
    Then the request is answered 202
    And both new servers come up on <host>

    Examples: two servers on one hypervisor
      | row     | who     | keys                                      | host  |
      | HYP-40f | admin   | {"hypervisor_uuid": "{hypervisor:host1}"} | host1 |
      | HYP-40g | manager | {"hypervisor_uuid": "{hypervisor:host2}"} | host2 |
      | HYP-43d | admin   | {"host": "{host:host1}"}                  | host1 |
      | HYP-43e | admin   | {"hypervisor_hostname": "{node:host2}"}   | host2 |
      | HYP-51f | admin   | {"hypervisor_uuid": "{hypervisor:host2}", "availability_zone": "{zone:AZ2}"} | host2 |
      | HYP-43g | admin   | {"host": "{host:host2}", "availability_zone": "{zone:AZ2}"} | host2 |
      | HYP-40o | admin   | {"hypervisor_uuid": "{hypervisor:host2}", "metadata": {"purpose": "both"}, "description": "one of two"} | host2 |
      | HYP-40p | manager | {"hypervisor_uuid": "{hypervisor:host1}", "tags": ["one", "two"], "OS-DCF:diskConfig": "AUTO"} | host1 |
      | HYP-43j | admin   | {"host": "{host:host1}", "metadata": {"purpose": "both"}, "accessIPv4": "192.0.2.7"} | host1 |

  @since:2.105
  Scenario: HYP-40q both of two servers on a hypervisor that was named have the key that was named
    Given an aggregate of host1 and host2 for the project
    And the admin has a key pair KA
    When the admin creates two servers at 2.105 with {"hypervisor_uuid": "{hypervisor:host1}", "key_name": "{key:KA}"}
    Then the request is answered 202
    And both new servers come up on host1
    And the server has key KA

  @since:2.105
  Scenario Outline: <row> the <who> asks for two servers at once: neither is built on what is not in the zone: <keys>
    Given an aggregate of host1 and host2 for the project
    When the <who> creates two servers at 2.105 with <keys>
    Then the request is answered 202
    And neither new server finds a host

    Examples: two servers on no hypervisor
      | row     | who     | keys                                                                         |
      | HYP-51g | admin   | {"hypervisor_uuid": "{hypervisor:host1}", "availability_zone": "{zone:AZ2}"} |
      | HYP-51h | manager | {"hypervisor_uuid": "{hypervisor:host2}", "availability_zone": "{zone:AZ1}"} |
      | HYP-43h | admin   | {"host": "{host:host1}", "availability_zone": "{zone:AZ2}"}                  |
      | HYP-43i | admin   | {"hypervisor_hostname": "{node:host2}", "availability_zone": "{zone:AZ1}"}   |

  @since:2.105 @needs:block-storage
  Scenario Outline: <row> a server that boots from a volume is built on the hypervisor that the <who> names, too
    Given an aggregate of host1 and host2 for the project
    When the <who> creates a volume-backed server at 2.105 with {"hypervisor_uuid": "{hypervisor:<host>}"}
    Then the request is answered <status>
    And the new server comes up on <host>

    Examples: hypervisor_uuid of a volume-backed server
      | row     | who     | host  | status |
      | HYP-40j | admin   | host1 | 202    |
      | HYP-40k | manager | host2 | 202    |

  @since:2.105 @needs:host-without-zone
  Scenario Outline: <row> a hypervisor that is called otherwise than its host is found by its uuid: <keys>
    Given an aggregate of host0 for the project
    When the admin creates a server at 2.105 with <keys>
    Then the request is answered 202
    And the new server comes up on host0

    Examples: hypervisor_uuid of a host without a zone
      | row     | keys                                                                             |
      | HYP-40e | {"hypervisor_uuid": "{hypervisor:host0}"}                                        |
      | HYP-53e | {"hypervisor_uuid": "{hypervisor:host0}", "host": "{host:host0}"}                |
      | HYP-53f | {"hypervisor_uuid": "{hypervisor:host0}", "hypervisor_hostname": "{node:host0}"} |

  @since:2.105 @disruptive @needs:deployment-settings @before:400
  Scenario: HYP-50b who sees all hypervisors may ask for any of them
    Given an aggregate of host1 for the project
    And the operator lets administrators of projects list all hypervisors
    When the admin creates a server at 2.105 with {"hypervisor_uuid": "{hypervisor:host2}"}
    Then the request is answered 202
    And the new server comes up on host2

  @since:2.105 @needs:image
  Scenario: HYP-41a the scheduler finds the hypervisor unfit
    Given an aggregate of host1 for the project
    And an image X that no host can run
    When the admin creates a server at 2.105 with {"hypervisor_uuid": "{hypervisor:host1}", "imageRef": "{image:X}"}
    Then the request is answered 202
    And the new server finds no host

  @since:2.105 @needs:image @needs:placement
  Scenario: HYP-41m the hypervisor has the trait that the image asks for
    Given an aggregate of host1 for the project
    And an image X that asks for a trait that all hosts have
    When the admin creates a server at 2.105 with {"hypervisor_uuid": "{hypervisor:host1}", "imageRef": "{image:X}"}
    Then the request is answered 202
    And the new server comes up on host1

  @since:2.105 @disruptive
  Scenario Outline: <row> the scheduler uses no hypervisor whose service is <how>
    Given an aggregate of host2 for the project
    And the compute service of host2 is <how>
    When the admin creates a server at 2.105 with {"hypervisor_uuid": "{hypervisor:host2}"}
    Then the request is answered 202
    And the new server finds no host

    Examples: services that are not to be used
      | row     | how      |
      | HYP-41b | disabled |
      | HYP-41c | down     |

  @since:2.105 @disruptive @needs:placement @needs:deployment-settings
  Scenario Outline: <row> the scheduler uses no hypervisor with a <what> less than the server needs
    Given an aggregate of host1 for the project
    And host1 has room for a <what> less than the server needs
    When the admin creates a server at 2.105 with {"hypervisor_uuid": "{hypervisor:host1}"}
    Then the request is answered 202
    And the new server finds no host

    Examples: hypervisors that are full
      | row     | what          |
      | HYP-41d | MiB of memory |
      | HYP-41e | GiB of disk   |

  @since:2.105 @disruptive @needs:deployment-settings
  Scenario Outline: <row> where hosts are kept for projects, a hypervisor of <whose> <what>
    Given an aggregate of host2 for <whose>
    And hosts are kept for the projects of their aggregates
    And the operator lets administrators of projects list all hypervisors
    When the admin creates a server at 2.105 with {"hypervisor_uuid": "{hypervisor:host2}"}
    Then the request is answered 202
    And the new server <what>

    Examples: hypervisors that are kept for a project
      | row     | whose             | what              |
      | HYP-41f | the project       | comes up on host2 |
      | HYP-41g | the other project | finds no host     |

  @since:2.105
  Scenario: HYP-51b the scheduler finds the hypervisor in another zone
    Given an aggregate of host1 for the project
    When the admin creates a server at 2.105 with {"hypervisor_uuid": "{hypervisor:host1}", "availability_zone": "{zone:AZ2}"}
    Then the request is answered 202
    And the new server finds no host

  @until:2.104
  Scenario Outline: <row> at <at> the field does not exist
    Given an aggregate of host1 for the project
    When the admin creates a server at <at> with {"hypervisor_uuid": "{hypervisor:host1}"}
    Then the request is answered 400
    And the fault is badRequest saying "Additional properties are not allowed ('hypervisor_uuid' was unexpected)"

    Examples: before the field
      | row     | at    |
      | HYP-42a | 2.1   |
      | HYP-42b | 2.74  |
      | HYP-42c | 2.104 |

  @since:2.105
  Scenario Outline: <row> hosts are still asked for by <keys>
    Given an aggregate of host1 for the project
    When the admin creates a server at 2.105 with <keys>
    Then the request is answered 202
    And the new server comes up on <host>

    Examples: host and hypervisor_hostname as ever
      | row     | keys                                    | host  |
      | HYP-43a | {"host": "{host:host2}"}                | host2 |
      | HYP-43b | {"hypervisor_hostname": "{node:host2}"} | host2 |
      | HYP-43c | {"host": "{host:host1}"}                | host1 |

  @since:2.105
  Scenario Outline: <row> the <who> cannot ask for <what>
    Given an aggregate of host1 for the project
    When the <who> creates a server at 2.105 with <keys>
    Then the request is answered <status>
    And the fault is <fault> saying "<text>"

    @before:400
    Examples: refused hypervisors
      | row     | who    | what                          | keys                                                                             | status | fault      | text                                                |
      | HYP-44a | admin  | a uuid that is none           | {"hypervisor_uuid": "{unknown}"}                                                 | 400    | badRequest | Hypervisor {unknown} could not be found.            |
      | HYP-44b | admin  | what is no uuid               | {"hypervisor_uuid": "host1"}                                                     | 400    | badRequest | Invalid input for field/attribute hypervisor_uuid.  |
      | HYP-44c | admin  | null                          | {"hypervisor_uuid": null}                                                        | 400    | badRequest | Invalid input for field/attribute hypervisor_uuid.  |
      | HYP-44d | admin  | a number                      | {"hypervisor_uuid": 1}                                                           | 400    | badRequest | Invalid input for field/attribute hypervisor_uuid.  |
      | HYP-44e | admin  | a host that is none beside it | {"hypervisor_uuid": "{unknown}", "host": "plumbline-no-such-host"}               | 400    | badRequest | Compute host plumbline-no-such-host could not be found. |
      | HYP-50  | admin  | another project's hypervisor  | {"hypervisor_uuid": "{hypervisor:host2}"}                                        | 400    | badRequest | Hypervisor {hypervisor:host2} could not be found.   |
      | HYP-52a | member | a hypervisor                  | {"hypervisor_uuid": "{hypervisor:host1}"}                                        | 403    | forbidden  |                                                     |
      | HYP-52b | member | a hypervisor that is none     | {"hypervisor_uuid": "{unknown}"}                                                 | 403    | forbidden  |                                                     |
      | HYP-52d | member2 | a hypervisor                 | {"hypervisor_uuid": "{hypervisor:host1}"}                                        | 403    | forbidden  |                                                     |
      | HYP-50c | outsider-admin | another project's hypervisor | {"hypervisor_uuid": "{hypervisor:host1}"}                                | 400    | badRequest | Hypervisor {hypervisor:host1} could not be found.   |
      | HYP-52c | member | a hypervisor and a host       | {"hypervisor_uuid": "{hypervisor:host1}", "host": "{host:host1}"}                | 403    | forbidden  | Policy doesn't allow compute:servers:create:requested_destination to be performed. |
      | HYP-53c | admin  | two hosts at once             | {"hypervisor_uuid": "{hypervisor:host1}", "host": "{host:host2}"}                | 400    | badRequest | Compute host {host:host2} could not be found.       |
      | HYP-53d | admin  | two hypervisors at once       | {"hypervisor_uuid": "{hypervisor:host1}", "hypervisor_hostname": "{node:host2}"} | 400    | badRequest | Compute host {node:host2} could not be found.       |

  @since:2.105
  Scenario Outline: <row> the zone <zone> is none
    When the <who> creates a server at 2.105 with {"availability_zone": "<zone>"}
    Then the request is answered 404
    And the fault is itemNotFound saying "The requested availability zone is not available"

    @before:202
    Examples: what forced a host
      | row     | who   | zone                                 |
      | HYP-45a | admin | {zone:AZ1}:{host:host1}              |
      | HYP-45b | admin | {zone:AZ1}:{host:host1}:{node:host1} |
      | HYP-45c | admin | {zone:AZ1}::{node:host1}             |
      | HYP-45f | admin | {zone:AZ1}:                          |
      | HYP-45g | admin | {zone:AZ1}::                         |
      | HYP-45h | admin | :{host:host1}                        |

    @before:403
    Examples: what only administrators could say
      | row     | who    | zone                    |
      | HYP-45d | member | {zone:AZ1}:{host:host1} |

    @before:400
    Examples: zones that are none
      | row     | who    | zone                    |
      | HYP-45e | admin  | a:b:c:d                 |
      | HYP-46a | member | plumbline-no-such-zone  |
      | HYP-46b | admin  | plumbline-no-such-zone  |

  @since:2.105 @before:400
  Scenario: HYP-46c a hypervisor beside it does not make a zone of what is none
    Given an aggregate of host1 for the project
    When the admin creates a server at 2.105 with {"hypervisor_uuid": "{hypervisor:host1}", "availability_zone": "plumbline-no-such-zone"}
    Then the request is answered 404
    And the fault is itemNotFound saying "The requested availability zone is not available"

  @since:2.105 @disruptive @before:400
  Scenario: HYP-46d a zone whose compute services are all disabled is none that can be asked for
    Given the compute services of AZ2 are disabled
    When the member creates a server at 2.105 with {"availability_zone": "{zone:AZ2}"}
    Then the request is answered 404
    And the fault is itemNotFound saying "The requested availability zone is not available"

  @since:2.105 @needs:pin
  Scenario Outline: <row> a hypervisor that the <who> names pins the server to no zone
    Given an aggregate of host1 and host2 for the project
    When the <who> creates a server at 2.105 with {"hypervisor_uuid": "{hypervisor:host2}"}
    Then the request is answered <status>
    And the new server comes up on host2
    And the server is pinned to (none)

    Examples: what a server on a named hypervisor is pinned to
      | row     | who     | status |
      | HYP-40l | admin   | 202    |
      | HYP-40m | manager | 202    |

  @since:2.105 @needs:pin
  Scenario: HYP-47c a zone beside one of its hypervisors is taken: the server is pinned to it
    Given an aggregate of host2 for the project
    When the admin creates a server at 2.105 with {"hypervisor_uuid": "{hypervisor:host2}", "availability_zone": "{zone:AZ2}"}
    Then the request is answered 202
    And the new server comes up on host2
    And the server is pinned to AZ2

  @since:2.105
  Scenario Outline: <row> <zone> is one and is taken
    When the member creates a server at 2.105 with {"availability_zone": "{zone:<zone>}"}
    Then the request is answered <status>
    And the new server comes up in <zone>

    Examples: zones that are some
      | row     | zone | status |
      | HYP-47  | AZ2  | 202    |
      | HYP-47b | AZ1  | 202    |

  @until:2.104
  Scenario Outline: <row> at <at> the zone <zone> forces the host as ever
    When the admin creates a server at <at> with {"availability_zone": "<zone>"}
    Then the request is answered 202
    And the new server comes up on host2

    Examples: before, in the zone field
      | row     | at    | zone                                 |
      | HYP-48a | 2.104 | {zone:AZ1}:{host:host2}              |
      | HYP-48b | 2.104 | {zone:AZ2}:{host:host2}:{node:host2} |
      | HYP-48c | 2.74  | {zone:AZ1}::{node:host2}             |

  @since:2.105 @needs:project-hypervisors
  Scenario Outline: <row> the <who> lists, takes an id, and builds there
    Given an aggregate of host2 for the project
    And the <who> has listed the hypervisors at 2.105 and taken the only one
    When the <who> creates a server at 2.105 with {"hypervisor_uuid": "{hypervisor:taken}"}
    Then the request is answered 202
    And the new server comes up on host2

    Examples: the use case
      | row     | who     |
      | HYP-49a | admin   |
      | HYP-49b | manager |

  @since:2.105 @disruptive @needs:placement
  Scenario Outline: <row> the scheduler uses no hypervisor of which others have taken so much that a <what> is missing
    Given an aggregate of host1 for the project
    And others have left of host1 a <what> less than the server needs
    When the admin creates a server at 2.105 with {"hypervisor_uuid": "{hypervisor:host1}"}
    Then the request is answered 202
    And the new server finds no host

    Examples: hypervisors that others have filled
      | row     | what          |
      | HYP-41h | processor     |
      | HYP-41i | MiB of memory |

  @since:2.105 @disruptive @needs:placement
  Scenario Outline: <row> a hypervisor of which others have left just the <what> that the server needs will do
    Given an aggregate of host1 for the project
    And others have left of host1 every <what> that the server needs, and no more
    When the admin creates a server at 2.105 with {"hypervisor_uuid": "{hypervisor:host1}"}
    Then the request is answered 202
    And the new server comes up on host1

    Examples: hypervisors of which others have left enough
      | row     | what          |
      | HYP-41j | processor     |
      | HYP-41k | MiB of memory |
      | HYP-41l | GiB of disk   |

  @since:2.105
  Scenario Outline: <row> neither the <who> gets by the zone <zone> to a host, nor by what names one
    When the <who> creates a server at 2.105 with {"availability_zone": "<zone>"}
    Then the request is answered 404
    And the fault is itemNotFound saying "The requested availability zone is not available"

    @before:403
    Examples: zones that are none, of others
      | row     | who     | zone                     |
      | HYP-45i | manager | {zone:AZ1}:{host:host1}  |
      | HYP-45j | member2 | {zone:AZ1}::{node:host1} |

    @before:202
    Examples: zones that are none, of another project's administrator
      | row     | who            | zone                    |
      | HYP-45k | outsider-admin | {zone:AZ1}:{host:host1} |

  @since:2.105
  Scenario Outline: <row> the <who> names no hypervisor, in whatever project
    Given an aggregate of host1 for the project
    When the <who> creates a server at 2.105 with {"hypervisor_uuid": "{hypervisor:host1}"}
    Then the request is answered 403
    And the fault is forbidden

    @before:400
    Examples: who may not name a hypervisor
      | row     | who      |
      | HYP-52e | outsider |

  @since:2.105
  Scenario Outline: <row> who is shown a hypervisor by the aggregate's <key> for <whom> may name it
    Given an aggregate of host2 for <whom> under the key <key>
    When the admin creates a server at 2.105 with {"hypervisor_uuid": "{hypervisor:host2}"}
    Then the request is answered 202
    And the new server comes up on host2

    Examples: hypervisors of a project by other keys and lists
      | row     | whom                           | key               |
      | HYP-30e | the project                    | filter_tenant_id3 |
      | HYP-30f | the other project, the project | filter_tenant_id  |
