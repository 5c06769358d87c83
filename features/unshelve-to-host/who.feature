@spec:unshelve-to-host @op:servers.unshelve
Feature: Who may unshelve, and who may name the host
  Members unshelve, into a zone and out of it; only an administrator names a host.

  @since:2.91
  Scenario Outline: <row> a <who> may not name the host: zone <zone>, host <host>
    Given a shelved-offloaded server booted in AZ1
    When the <who> unshelves it at 2.91 with zone <zone> and host <host>
    Then the request is answered <status>
    And the fault is forbidden saying "Policy doesn't allow os_compute_api:os-shelve:unshelve_to_host to be performed."
    And the server is still SHELVED_OFFLOADED

    Examples: who may not name the host
      | row      | who     | zone   | host    | status |
      | UTH-04a  | member  | absent | host1   | 403    |
      | UTH-04b  | member  | null   | host1   | 403    |
      | UTH-04c  | member2 | AZ1    | host1   | 403    |
      | UTH-04d  | manager | absent | host1   | 403    |
      | UTH-71   | member  | absent | unknown | 403    |

    @needs:two-zones
    Examples: who may not name a host of another zone, whatever is asked for
      | row      | who     | zone   | host    | status |
      | UTH-N13e | member  | AZ2    | host1   | 403    |
      | UTH-N13f | manager | AZ1    | host2   | 403    |

  @since:2.91 @needs:two-zones
  Scenario: UTH-N13a who may not name a host is told so before the host is found in another zone
    Given a shelved-offloaded server booted in AZ1
    When the member unshelves it at 2.91 with zone absent and host host2
    Then the request is answered 403
    And the fault is forbidden saying "os_compute_api:os-shelve:unshelve_to_host"
    And the server is still SHELVED_OFFLOADED

  @since:2.91 @needs:two-zones
  Scenario Outline: <row> a <who> may send a server into a zone, and out of it: zone <zone>
    Given a shelved-offloaded server booted in AZ1
    When the <who> unshelves it at 2.91 with zone <zone>
    Then the request is answered <status>
    And the server ends on <lands on>

    Examples: who may ask for a zone
      | row     | who     | zone | status | lands on |
      | UTH-12c | member2 | AZ2  | 202    | AZ2      |
      | UTH-12d | manager | AZ2  | 202    | AZ2      |
      | UTH-12e | member  | AZ2  | 202    | AZ2      |

  @since:2.91 @needs:two-zones
  Scenario Outline: <row> an administrator of another project names the host <host>
    Given a shelved-offloaded server booted in no zone
    When the outsider-admin unshelves it at 2.91 with zone absent and host <host>
    Then the request is answered <status>
    And the server ends on <host>

    Examples: an administrator of another project
      | row     | host  | status |
      | UTH-77a | host1 | 202    |
      | UTH-77b | host2 | 202    |

  @since:2.91 @needs:pin @needs:free-boot
  Scenario Outline: <row> an administrator of another project asks like one of its own: booted in <boot zone>, zone <zone>, host <host>
    Given a shelved-offloaded server booted in <boot zone>
    When the outsider-admin unshelves it at 2.91 with zone <zone> and host <host>
    Then the request is answered <status>
    And the server ends on <lands on>, pinned to <pin>

    Examples: the tables, by an administrator of another project
      | row     | boot zone | zone   | host   | status | lands on | pin    |
      | UTH-77c | no zone   | absent | absent | 202    | any host | (none) |
      | UTH-77d | no zone   | AZ1    | absent | 202    | AZ1      | AZ1    |
      | UTH-77e | no zone   | AZ1    | host1  | 202    | host1    | AZ1    |
      | UTH-77f | no zone   | null   | host1  | 202    | host1    | (none) |
      | UTH-77g | AZ1       | absent | absent | 202    | AZ1      | AZ1    |
      | UTH-77h | AZ1       | absent | host1  | 202    | host1    | AZ1    |
      | UTH-77i | AZ1       | null   | absent | 202    | any host | (none) |
      | UTH-77j | AZ1       | null   | host1  | 202    | host1    | (none) |

    @needs:two-zones
    Examples: another zone or a host of it, by an administrator of another project
      | row     | boot zone | zone   | host   | status | lands on  | pin    |
      | UTH-77k | no zone   | AZ1    | host2  | 409    | (shelved) | (none) |
      | UTH-77l | AZ1       | absent | host2  | 409    | (shelved) | AZ1    |
      | UTH-77m | AZ1       | null   | host2  | 202    | host2     | (none) |
      | UTH-77n | AZ1       | AZ2    | absent | 202    | AZ2       | AZ2    |
      | UTH-77o | AZ1       | AZ2    | host2  | 202    | host2     | AZ2    |
      | UTH-77p | AZ1       | AZ2    | host1  | 409    | (shelved) | AZ1    |

  @since:2.91 @before:same
  Scenario Outline: <row> <what> is not found
    Given a shelved-offloaded server booted in no zone
    When the <who> unshelves <which> at 2.91 with zone absent
    Then the request is answered <status>
    And the fault is itemNotFound saying "could not be found."
    And the server is still SHELVED_OFFLOADED

    Examples: servers that are not there
      | row      | what                        | who      | which             | status |
      | UTH-65   | a server of another project | outsider | it                | 404    |
      | UTH-N03a | a server that is none       | member   | an unknown server | 404    |

  @since:2.91 @needs:new-policy @before:same
  Scenario: UTH-66 a reader may not unshelve
    Given a shelved-offloaded server booted in no zone
    When the reader unshelves it at 2.91 with zone absent
    Then the request is answered 403
    And the fault is forbidden saying "Policy doesn't allow os_compute_api:os-shelve:unshelve to be performed."
    And the server is still SHELVED_OFFLOADED

  @since:2.91 @needs:new-policy
  Scenario Outline: <row> the <who>, whose token is of no project, may not unshelve: zone absent, host <host>
    Given a shelved-offloaded server booted in no zone
    When the <who> unshelves it at 2.91 with zone absent and host <host>
    Then the request is answered <status>
    And the server is still SHELVED_OFFLOADED

    Examples: users of the system
      | row     | who           | host   | status |
      | UTH-66b | system-admin  | absent | 403    |
      | UTH-66c | system-admin  | host1  | 403    |

  @since:2.91 @needs:new-policy
  Scenario: UTH-N04a a reader who names a host is refused for unshelving at all
    Given a shelved-offloaded server booted in no zone
    When the reader unshelves it at 2.91 with zone absent and host host1
    Then the request is answered 403
    And the fault is forbidden saying "Policy doesn't allow os_compute_api:os-shelve:unshelve to be performed."
    And the server is still SHELVED_OFFLOADED
