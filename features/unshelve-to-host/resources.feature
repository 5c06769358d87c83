@spec:unshelve-to-host @op:servers.unshelve
Feature: What a server takes, and what is beside it
  Its resources are taken from the host that it comes up on, and from no other; what it came from goes, and nobody else's.

  @since:2.91 @needs:two-zones @needs:placement @before:none
  Scenario Outline: <row> a server that comes up on <host> takes its resources there, and nothing elsewhere
    Given a shelved-offloaded server booted in no zone
    When the admin unshelves it at 2.91 with zone absent and host <host>
    Then the request is answered <status>
    And the server ends on <host>
    And the admin sees that placement has what the server takes on its host, and on no other

    Examples: where resources are taken
      | row     | host  | status |
      | UTH-01i | host1 | 202    |
      | UTH-01j | host2 | 202    |

  @op:servers.shelve @needs:placement
  Scenario: UTH-76e an offloaded server takes nothing
    Given a shelved-offloaded server booted in no zone
    When the member sends GET /servers/{server} at 2.1
    Then the request is answered 200
    And the admin sees that placement has nothing that the server takes

  @since:2.91 @needs:two-zones @needs:placement @before:none
  Scenario: UTH-14n where a server was before, nothing of it is left
    Given a shelved-offloaded server booted in no zone
    And the admin has unshelved it with zone absent and host host1
    And the server is shelved and offloaded again
    When the admin unshelves it at 2.91 with zone absent and host host2
    Then the request is answered 202
    And the server ends on host2
    And the admin sees that placement has what the server takes on its host, and on no other

  @since:2.91 @disruptive @needs:placement
  Scenario: UTH-64zi a server for which no host was found takes nothing
    Given a shelved-offloaded server booted in no zone
    And the compute service of host1 is disabled
    When the admin unshelves it at 2.91 with zone absent and host host1
    Then the request is answered 202
    And the server ends on (shelved)
    And the action ended in Error at schedule_instances
    And the admin sees that placement has nothing that the server takes

  @since:2.91 @disruptive
  Scenario: UTH-N16d a server for which no host was found still has the copy of its disk
    Given a shelved-offloaded server booted in no zone
    And the compute service of host1 is disabled
    When the admin unshelves it at 2.91 with zone absent and host host1
    Then the request is answered 202
    And the server ends on (shelved)
    And the action ended in Error at schedule_instances
    And the image that shelving made of it is active

  @since:2.91 @needs:two-zones
  Scenario: UTH-01k the copy of another server's disk stays
    Given the member has a key pair K1
    And a shelved-offloaded server booted in no zone
    And another shelved-offloaded server with key K1
    When the admin unshelves it at 2.91 with zone absent and host host1
    Then the request is answered 202
    And the server ends on host1
    And the image that shelving made of it is gone
    And the image that shelving made of the other server is still there
    And the other server stays as it was

  @since:2.91 @before:none
  Scenario Outline: <row> a server that comes up is shown as changed since: host <host>
    Given a shelved-offloaded server booted in no zone
    And a second has gone by
    When the admin unshelves it at 2.91 with zone absent and host <host>
    Then the request is answered <status>
    And the server ends on any host
    And the server is shown as changed since

    Examples: when a server has changed
      | row     | host   | status |
      | UTH-01l | host1  | 202    |
      | UTH-11c | absent | 202    |

  @since:2.91 @needs:two-zones
  Scenario Outline: <row> a server group that keeps its servers <how>, with one on host1: asked for <host>, the server ends on <lands on>
    Given a shelved-offloaded server in a server group that keeps its servers <how>, with one of the admin on host1
    When the admin unshelves it at 2.91 with zone absent and host <host>
    Then the request is answered <status>
    And the server ends on <lands on>
    And the server shows no fault

    Examples: the rule of a server group
      | row      | how      | host  | status | lands on  |
      | UTH-64zj | apart    | host1 | 202    | (shelved) |
      | UTH-64zk | apart    | host2 | 202    | host2     |
      | UTH-64zl | together | host1 | 202    | host1     |
      | UTH-64zm | together | host2 | 202    | (shelved) |

  @since:2.91 @needs:block-storage @needs:two-zones
  Scenario Outline: <row> <what> comes up on <host> with each of its three data volumes
    Given <what> booted in no zone
    And the server has three data volumes
    And the server is shelved and offloaded again
    When the admin unshelves it at 2.91 with zone absent and host <host>
    Then the request is answered 202
    And the server ends on <host>
    And the data volume becomes in-use
    And each data volume is attached as it was before

    Examples: three data volumes
      | row     | what                   | host  |
      | UTH-68o | a server               | host2 |
      | UTH-68p | a volume-backed server | host1 |

  @since:2.91 @needs:rests-shelved @before:same
  Scenario: UTH-08g a server that rests SHELVED and starts where it is still has what it had
    Given a server booted in no zone
    And the server has the tag plumbline
    And the server has access addresses and metadata of its own
    And the server is described as "before"
    And the server is shelved
    When the member unshelves it at 2.91 with zone absent
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server says at /server/tags/0 "plumbline"
    And the server says at /server/description "before"

  @since:2.95 @boundary
  Scenario Outline: <row> at <at>, too, the <who> is answered <status>: zone <zone>, host <host>
    Given a shelved-offloaded server booted in AZ1
    When the <who> unshelves it at <at> with zone <zone> and host <host>
    Then the request is answered <status>
    And the fault is <fault> saying "<text>"
    And the server is still SHELVED_OFFLOADED

    Examples: refusals at later microversions
      | row     | at   | who     | zone    | host    | status | fault      | text                                             |
      | UTH-04f | 2.92 | member  | absent  | host1   | 403    | forbidden  | os_compute_api:os-shelve:unshelve_to_host        |
      | UTH-04g | 2.95 | manager | null    | host1   | 403    | forbidden  | os_compute_api:os-shelve:unshelve_to_host        |
      | UTH-60g | 2.92 | admin   | absent  | unknown | 400    | badRequest | could not be found.                              |
      | UTH-60h | 2.95 | admin   | null    | unknown | 400    | badRequest | could not be found.                              |
      | UTH-61f | 2.93 | member  | unknown | absent  | 400    | badRequest | The requested availability zone is not available |
      | UTH-61g | 2.95 | admin   | unknown | host1   | 400    | badRequest | The requested availability zone is not available |

  @since:2.95 @boundary
  Scenario Outline: <row> at <at>, too, the body <body> is refused
    Given a shelved-offloaded server booted in AZ1
    When the admin unshelves it at <at> by the body
      """json
      <body>
      """
    Then the request is answered 400
    And the fault is badRequest saying "is not valid under any of the given schemas"
    And the server is still SHELVED_OFFLOADED

    Examples: bodies at later microversions
      | row      | at   | body                                               |
      | UTH-19c  | 2.92 | {"unshelve": {"foo": "x"}}                         |
      | UTH-19d  | 2.95 | {"unshelve": {"host": "{host:host1}", "foo": "x"}} |
      | UTH-N02p | 2.95 | {"unshelve": {"host": null}}                       |

  @since:2.91 @needs:block-storage @needs:pin @needs:two-zones
  Scenario Outline: <row> a volume-backed server loses its pin by null alone, too
    Given a volume-backed shelved-offloaded server booted in AZ1
    When the <who> unshelves it at 2.91 with zone null
    Then the request is answered <status>
    And the server ends on any host, pinned to (none)

    Examples: null for a volume-backed server
      | row     | who    | status |
      | UTH-45g | admin  | 202    |
      | UTH-45h | member | 202    |

  @since:2.91 @needs:network @needs:host-without-zone
  Scenario: UTH-01m the port of the server is bound to the host by the name of its compute service
    Given a shelved-offloaded server with a port
    When the admin unshelves it at 2.91 with zone absent and host host0
    Then the request is answered 202
    And the server ends on host0
    And the port of the server is bound to its host

  @since:2.91 @disruptive @needs:deployment-settings @before:none
  Scenario: UTH-N09g servers that are stopped are counted, too
    Given a shelved-offloaded server booted in no zone
    And 2 other stopped servers of the member2
    And usage is counted where it is taken, and the project may have 2 processors
    When the member unshelves it at 2.91 with zone absent
    Then the request is answered 403
    And the fault is forbidden saying "Quota exceeded for cores: Requested 1, but already used 2 of 2 cores"
    And the server is still SHELVED_OFFLOADED

  @since:2.91 @needs:block-storage @needs:two-zones
  Scenario Outline: <row> <what> comes up with a data volume that is <fate> with it as before
    Given <what> booted in no zone
    And the server has a data volume that is <fate> with it
    And the server is shelved and offloaded again
    When the admin unshelves it at 2.91 with zone absent and host <host>
    Then the request is answered 202
    And the server ends on <host>
    And the data volume becomes in-use
    And the data volume is attached as it was before

    Examples: the fate of a data volume
      | row     | what                   | fate    | host  |
      | UTH-68q | a server               | deleted | host2 |
      | UTH-68r | a volume-backed server | deleted | host1 |
