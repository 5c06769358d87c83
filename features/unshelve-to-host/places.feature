@spec:unshelve-to-host @op:servers.unshelve
Feature: Zones and hosts that a server cannot be sent to
  Unknown ones, hosts outside the zone, and the zones that no aggregate makes.

  @since:2.91
  Scenario Outline: <row> <what> is refused
    Given a shelved-offloaded server booted in <boot zone>
    When the admin unshelves it at 2.91 with zone <zone> and host <host>
    Then the request is answered <status>
    And the fault is badRequest saying "<text>"
    And the server is still SHELVED_OFFLOADED

    Examples: places that are none
      | row      | what                           | boot zone | zone    | host    | status | text                                               |
      | UTH-60a  | an unknown host                | no zone   | absent  | unknown | 400    | could not be found.                                |
      | UTH-60b  | an unknown host without a zone | AZ1       | null    | unknown | 400    | could not be found.                                |
      | UTH-N14a | an unknown host in a zone      | no zone   | AZ1     | unknown | 400    | could not be found.                                |
      | UTH-61   | an unknown zone                | AZ1       | unknown | absent  | 400    | The requested availability zone is not available   |
      | UTH-N11a | an unknown zone for a host     | no zone   | unknown | host1   | 400    | The requested availability zone is not available   |

  @since:2.91
  Scenario Outline: <row> <what> is another name, which nothing has
    Given a shelved-offloaded server booted in AZ1
    When the admin unshelves it at 2.91 by the body
      """json
      <body>
      """
    Then the request is answered <status>
    And the fault is badRequest saying "<text>"
    And the server is still SHELVED_OFFLOADED

    Examples: names that are almost those of hosts and zones
      | row      | what                            | body                                                                       | status | text                                             |
      | UTH-60d  | a blank before a host's name    | {"unshelve": {"host": " {host:host1}"}}                                    | 400    | Compute host  {host:host1} could not be found.   |
      | UTH-60e  | a letter after a host's name    | {"unshelve": {"host": "{host:host1}x"}}                                    | 400    | Compute host {host:host1}x could not be found.   |
      | UTH-60f  | a host of 256 letters           | {"unshelve": {"host": "{text:256}"}}                                       | 400    | Compute host {text:256} could not be found.      |
      | UTH-61c  | a blank before a zone's name    | {"unshelve": {"availability_zone": " {zone:AZ1}"}}                         | 400    | The requested availability zone is not available |
      | UTH-61d  | a blank after a zone's name     | {"unshelve": {"availability_zone": "{zone:AZ1} "}}                         | 400    | The requested availability zone is not available |
      | UTH-61e  | a zone of 256 letters           | {"unshelve": {"availability_zone": "{text:256}"}}                          | 400    | The requested availability zone is not available |
      | UTH-N11c | a blank after a zone for a host | {"unshelve": {"availability_zone": "{zone:AZ1} ", "host": "{host:host1}"}} | 400    | The requested availability zone is not available |

  @since:2.77 @until:2.90 @before:202
  Scenario Outline: <row> up to 2.90, too, <what> is refused
    Given a shelved-offloaded server booted in AZ1
    When the member unshelves it at 2.77 with zone <zone>
    Then the request is answered <status>
    And the fault is badRequest saying "The requested availability zone is not available"
    And the server is still SHELVED_OFFLOADED

    Examples: zones that are none, up to 2.90
      | row     | what                                  | zone           | status |
      | UTH-61b | an unknown zone                       | unknown        | 400    |
      | UTH-N02l | a zone whose name is one character    | 1-character    | 400    |
      | UTH-N02m | a zone whose name is 255 characters   | 255-characters | 400    |

  @since:2.91 @needs:other-node-name
  Scenario: UTH-72 a host is known by its compute service, not by its hypervisor
    Given a shelved-offloaded server booted in no zone
    When the admin unshelves it at 2.91 with zone absent and host by its hypervisor's name
    Then the request is answered 400
    And the fault is badRequest saying "could not be found."
    And the server is still SHELVED_OFFLOADED

  @since:2.91 @needs:two-zones
  Scenario Outline: <row> a host that is not in the zone is refused: booted in <boot zone>, zone <zone>, host <host>
    Given a shelved-offloaded server booted in <boot zone>
    When the admin unshelves it at 2.91 with zone <zone> and host <host>
    Then the request is answered <status>
    And the fault is conflictingRequest saying "Host "{host:<host>}" is not in the availability zone "{zone:<not in>}"."
    And the server is still SHELVED_OFFLOADED

    Examples: hosts outside the zone
      | row      | boot zone | zone   | host  | not in | status |
      | UTH-20a  | AZ1       | absent | host2 | AZ1    | 409    |
      | UTH-20b  | no zone   | AZ2    | host1 | AZ2    | 409    |
      | UTH-N15a | AZ1       | AZ2    | host1 | AZ2    | 409    |

  @since:2.91 @needs:host-without-zone
  Scenario: UTH-74 a host of no zone is outside every zone
    Given a shelved-offloaded server booted in AZ1
    When the admin unshelves it at 2.91 with zone absent and host host0
    Then the request is answered 409
    And the fault is conflictingRequest saying "is not in the availability zone "{zone:AZ1}"."
    And the server is still SHELVED_OFFLOADED

  @since:2.91 @before:none
  Scenario Outline: <row> a pin to a zone without hosts, which an earlier unshelve left, keeps the server from every host that is named: pinned to <first zone>
    Given a shelved-offloaded server booted in AZ1
    And the admin has unshelved it with zone <first zone> and host absent
    And the server is shelved and offloaded again
    When the admin unshelves it at 2.91 with zone absent and host host1
    Then the request is answered <status>
    And the fault is conflictingRequest saying "<text>"
    And the server is still SHELVED_OFFLOADED

    Examples: a pin to the zone of the control services
      | row     | first zone | status | text                                       |
      | UTH-74b | internal   | 409    | is not in the availability zone "internal" |

    @shipped
    Examples: a pin to the empty zone
      | row     | first zone | status | text                                |
      | UTH-20f | ""         | 409    | is not in the availability zone "". |

  @since:2.91 @before:none @needs:host-without-zone
  Scenario Outline: <row> a server that an earlier unshelve pinned to the zone of hosts without a zone is kept from the hosts of others: <host>
    Given a shelved-offloaded server booted in AZ1
    And the admin has unshelved it with zone the default zone and host absent
    And the server is shelved and offloaded again
    When the admin unshelves it at 2.91 with zone <zone> and host <host>
    Then the request is answered <status>
    And the server ends on <lands on>

    Examples: a pin to the default zone
      | row     | zone   | host  | status | lands on  |
      | UTH-75h | absent | host1 | 409    | (shelved) |
      | UTH-75i | absent | host0 | 202    | host0     |
      | UTH-75j | null   | host1 | 202    | host1     |

  @since:2.91 @disruptive @needs:host-without-zone @needs:movable-host
  Scenario Outline: <row> a host is in the zone of one of its aggregates whatever others it is in: booted in <boot zone>, zone <zone>
    Given a host that is in an aggregate without a zone is put into AZ1
    And a shelved-offloaded server booted in <boot zone>
    When the admin unshelves it at 2.91 with zone <zone> and host the other host
    Then the request is answered <status>
    And the server ends on the other host

    Examples: hosts of several aggregates
      | row     | boot zone | zone   | status |
      | UTH-46e | AZ1       | absent | 202    |
      | UTH-43e | no zone   | AZ1    | 202    |

  @since:2.91 @needs:host-without-zone
  Scenario Outline: <row> the zone of hosts without a zone can be asked for: zone <zone>, host <host>
    Given a shelved-offloaded server booted in AZ1
    When the admin unshelves it at 2.91 with zone <zone> and host <host>
    Then the request is answered <status>
    And the server ends on <lands on>

    Examples: the default zone
      | row     | zone             | host   | status | lands on |
      | UTH-75a | the default zone | host0  | 202    | host0    |
      | UTH-75b | the default zone | absent | 202    | any host |
      | UTH-75c | null             | host0  | 202    | host0    |

  @since:2.91 @needs:host-without-zone @needs:pin-shown
  Scenario Outline: <row> the server is then pinned to the zone of hosts without a zone, whose name keeps it from none: host <host>
    Given a shelved-offloaded server booted in AZ1
    When the admin unshelves it at 2.91 with zone the default zone and host <host>
    Then the request is answered <status>
    And the server ends on <lands on>, pinned to <pin>

    Examples: pinned to the default zone
      | row     | host   | status | lands on | pin              |
      | UTH-75e | host0  | 202    | host0    | the default zone |
      | UTH-75f | absent | 202    | any host | the default zone |

  @since:2.91 @disruptive @needs:host-without-zone
  Scenario: UTH-75g the zone of hosts without a zone keeps a server from no host: where they are down it goes elsewhere
    Given a shelved-offloaded server booted in AZ1
    And the compute services of the default zone are down
    When the member unshelves it at 2.91 with zone the default zone
    Then the request is answered 202
    And the server ends on any host

  @since:2.91 @needs:host-without-zone
  Scenario: UTH-75d a host of a zone is outside the zone of hosts without one
    Given a shelved-offloaded server booted in no zone
    When the admin unshelves it at 2.91 with zone the default zone and host host1
    Then the request is answered 409
    And the fault is conflictingRequest saying "is not in the availability zone"
    And the server is still SHELVED_OFFLOADED

  @since:2.91
  Scenario Outline: <row> the zone of the control services can be asked for: a server goes anywhere
    Given a shelved-offloaded server booted in AZ1
    When the member unshelves it at 2.91 with zone <zone>
    Then the request is answered <status>
    And the server ends on any host

    Examples: the zone of the control services
      | row    | zone     | status |
      | UTH-73a | internal | 202    |

  @since:2.91 @disruptive @needs:two-zones
  Scenario: UTH-73c the zone of the control services keeps a server from no host: it leaves a zone that is closed
    Given a shelved-offloaded server booted in AZ1
    And the compute services of the zone that it was in are disabled
    When the member unshelves it at 2.91 with zone internal
    Then the request is answered 202
    And the server ends on another zone

  @since:2.91 @needs:pin-shown
  Scenario: UTH-73b the server is then pinned to the zone of the control services
    Given a shelved-offloaded server booted in AZ1
    When the member unshelves it at 2.91 with zone internal
    Then the request is answered 202
    And the server ends on any host, pinned to internal
