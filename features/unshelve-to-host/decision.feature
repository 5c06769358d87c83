@spec:unshelve-to-host @op:servers.unshelve
Feature: Where an unshelved server goes, and what it is pinned to
  The two tables of the specification, row by row. AZ1 and AZ2 are two zones, host1 a host of AZ1, host2 one of AZ2. Where a
  zone leaves a single host, landing on it proves nothing: such rows have a zone of two hosts and name the one that a server
  does not come up on by itself.

  @since:2.77 @until:2.90 @needs:pin @needs:free-boot
  Scenario Outline: <row> up to 2.90 a server booted in <boot zone> and unshelved with zone <zone>
    Given a shelved-offloaded server booted in <boot zone>
    When the member unshelves it at 2.77 with zone <zone>
    Then the request is answered <status>
    And the server ends on <lands on>, pinned to <pin>

    Examples: current behaviour
      | row    | boot zone | zone   | status | lands on | pin    |
      | UTH-30 | no zone   | absent | 202    | any host | (none) |
      | UTH-32 | AZ1       | absent | 202    | AZ1      | AZ1    |

    @needs:two-zones
    Examples: current behaviour, another zone
      | row     | boot zone | zone   | status | lands on | pin |
      | UTH-31  | no zone   | AZ2    | 202    | AZ2      | AZ2 |
      | UTH-31b | no zone   | AZ1    | 202    | AZ1      | AZ1 |
      | UTH-32b | AZ2       | absent | 202    | AZ2      | AZ2 |
      | UTH-33  | AZ1       | AZ2    | 202    | AZ2      | AZ2 |
      | UTH-33b | AZ2       | AZ1    | 202    | AZ1      | AZ1 |

  @since:2.91 @needs:pin @needs:free-boot
  Scenario Outline: <row> a server booted in <boot zone>, unshelved with zone <zone> and host <host>
    Given a shelved-offloaded server booted in <boot zone>
    When the admin unshelves it at 2.91 with zone <zone> and host <host>
    Then the request is answered <status>
    And the server ends on <lands on>, pinned to <pin>

    Examples: new behaviour, server booted in no zone
      | row     | boot zone | zone   | host   | status | lands on | pin    |
      | UTH-40a | no zone   | absent | absent | 202    | any host | (none) |
      | UTH-40b | no zone   | null   | absent | 202    | any host | (none) |
      | UTH-41a | no zone   | absent | host1  | 202    | host1    | (none) |
      | UTH-41b | no zone   | null   | host1  | 202    | host1    | (none) |
      | UTH-42  | no zone   | AZ1    | absent | 202    | AZ1      | AZ1    |

    @needs:two-zones
    Examples: new behaviour, server booted in no zone, a host of another zone
      | row     | boot zone | zone   | host   | status | lands on  | pin    |
      | UTH-43b | no zone   | AZ1    | host2  | 409    | (shelved) | (none) |
      | UTH-41c | no zone   | absent | host2  | 202    | host2     | (none) |
      | UTH-41d | no zone   | null   | host2  | 202    | host2     | (none) |
      | UTH-42b | no zone   | AZ2    | absent | 202    | AZ2       | AZ2    |
      | UTH-43d | no zone   | AZ2    | host1  | 409    | (shelved) | (none) |

    Examples: new behaviour, server booted in a zone
      | row     | boot zone | zone   | host   | status | lands on | pin    |
      | UTH-44  | AZ1       | absent | absent | 202    | AZ1      | AZ1    |
      | UTH-45  | AZ1       | null   | absent | 202    | any host | (none) |
      | UTH-47a | AZ1       | null   | host1  | 202    | host1    | (none) |
      | UTH-48b | AZ1       | AZ1    | absent | 202    | AZ1      | AZ1    |

    @needs:two-zones
    Examples: new behaviour, server booted in a zone, another zone or a host of it
      | row     | boot zone | zone   | host   | status | lands on  | pin    |
      | UTH-46b | AZ1       | absent | host2  | 409    | (shelved) | AZ1    |
      | UTH-47b | AZ1       | null   | host2  | 202    | host2     | (none) |
      | UTH-48  | AZ1       | AZ2    | absent | 202    | AZ2       | AZ2    |
      | UTH-49b | AZ1       | AZ2    | host1  | 409    | (shelved) | AZ1    |
      | UTH-49d | AZ1       | AZ1    | host2  | 409    | (shelved) | AZ1    |
      | UTH-44d | AZ2       | absent | absent | 202    | AZ2       | AZ2    |
      | UTH-47c | AZ2       | null   | host2  | 202    | host2     | (none) |

  @needs:pin @needs:two-zones @boundary
  Scenario Outline: <row> at <at> as at 2.91: a server booted in AZ1, unshelved with zone <zone> and host <host>
    Given a shelved-offloaded server booted in AZ1
    When the admin unshelves it at <at> with zone <zone> and host <host>
    Then the request is answered <status>
    And the server ends on <lands on>, pinned to <pin>

    @since:2.93
    Examples: new behaviour at later microversions
      | row     | at   | zone   | host   | status | lands on  | pin    |
      | UTH-13f | 2.92 | null   | absent | 202    | any host  | (none) |
      | UTH-13g | 2.93 | null   | absent | 202    | any host  | (none) |
      | UTH-47h | 2.92 | null   | host1  | 202    | host1     | (none) |
      | UTH-46j | 2.92 | absent | host2  | 409    | (shelved) | AZ1    |
      | UTH-46k | 2.93 | absent | host2  | 409    | (shelved) | AZ1    |

    @since:2.95
    Examples: new behaviour at microversions later still
      | row     | at   | zone   | host   | status | lands on  | pin    |
      | UTH-13h | 2.94 | null   | absent | 202    | any host  | (none) |
      | UTH-13i | 2.95 | null   | absent | 202    | any host  | (none) |
      | UTH-47i | 2.95 | null   | host1  | 202    | host1     | (none) |
      | UTH-46l | 2.94 | absent | host2  | 409    | (shelved) | AZ1    |
      | UTH-46m | 2.95 | absent | host2  | 409    | (shelved) | AZ1    |

  @since:2.91 @needs:pin @needs:free-boot @needs:choice-of-hosts @needs:two-zones
  Scenario Outline: <row> of two hosts of <choice> the one that is named is taken: booted in <boot zone>, zone <zone>
    Given a choice of hosts in <choice>
    And a shelved-offloaded server booted in <boot zone>
    When the admin unshelves it at 2.91 with zone <zone> and host the other host
    Then the request is answered <status>
    And the server ends on the other host, pinned to <pin>

    Examples: new behaviour, a host inside the zone
      | row     | choice | boot zone | zone   | status | pin    |
      | UTH-41g | AZ1    | no zone   | absent | 202    | (none) |
      | UTH-43a | AZ1    | no zone   | AZ1    | 202    | AZ1    |
      | UTH-43c | AZ2    | no zone   | AZ2    | 202    | AZ2    |
      | UTH-46a | AZ1    | AZ1       | absent | 202    | AZ1    |
      | UTH-46d | AZ2    | AZ2       | absent | 202    | AZ2    |
      | UTH-47d | AZ1    | AZ1       | null   | 202    | (none) |
      | UTH-49a | AZ2    | AZ1       | AZ2    | 202    | AZ2    |
      | UTH-49c | AZ1    | AZ1       | AZ1    | 202    | AZ1    |

  @since:2.77 @until:2.90 @disruptive @needs:free-boot @needs:two-zones @before:same
  Scenario: UTH-30b up to 2.90 a server without a pin leaves a zone that is closed
    Given a shelved-offloaded server booted in no zone
    And the compute services of the zone that it was in are disabled
    When the member unshelves it at 2.77 with zone absent
    Then the request is answered 202
    And the server ends on another zone

  @since:2.91 @disruptive @needs:free-boot @needs:two-zones @before:none
  Scenario Outline: <row> free to go anywhere, a server booted in <boot zone> leaves a zone that is closed: zone <zone>
    Given a shelved-offloaded server booted in <boot zone>
    And the compute services of the zone that it was in are disabled
    When the <who> unshelves it at 2.91 with zone <zone>
    Then the request is answered <status>
    And the server ends on another zone

    Examples: anywhere
      | row     | who    | boot zone | zone   | status |
      | UTH-13d | member | AZ1       | null   | 202    |
      | UTH-40c | admin  | no zone   | absent | 202    |
      | UTH-40d | member | no zone   | null   | 202    |
      | UTH-45b | admin  | AZ1       | null   | 202    |
      | UTH-45c | admin  | AZ2       | null   | 202    |

  @since:2.91 @needs:pin @needs:two-zones
  Scenario Outline: <row> a pin that an earlier unshelve left counts like one from the boot
    Given a shelved-offloaded server booted in <boot zone>
    And the admin has unshelved it with zone <first zone> and host <first host>
    And the server is shelved and offloaded again
    When the admin unshelves it at 2.91 with zone <zone> and host <host>
    Then the request is answered <status>
    And the server ends on <lands on>, pinned to <pin>

    Examples: a pin from an earlier unshelve
      | row     | boot zone | first zone | first host | zone   | host   | status | lands on  | pin    |
      | UTH-44b | AZ1       | AZ2        | absent     | absent | absent | 202    | AZ2       | AZ2    |
      | UTH-46c | no zone   | AZ2        | absent     | absent | host1  | 409    | (shelved) | AZ2    |
      | UTH-45d | no zone   | AZ2        | absent     | null   | absent | 202    | any host  | (none) |
      | UTH-41e | AZ1       | null       | absent     | absent | host2  | 202    | host2     | (none) |
      | UTH-41f | no zone   | absent     | host1      | absent | host2  | 202    | host2     | (none) |
