@spec:unshelve-to-host @op:servers.unshelve
Feature: What depends on what the operator chose
  Quotas that count what is used, volumes that have to be in the zone, ports that ask for resources.

  @since:2.91 @disruptive @needs:extended-resources @before:none
  Scenario Outline: <row> a server with a port whose wishes a compute service is too old for: <what> is answered <status>
    Given a shelved-offloaded server with a port
    And it is <state>
    And ports ask for several resources at once, and the compute services are too old for that
    When the <who> unshelves it at 2.91 with zone absent and host <host>
    Then the request is answered <status>
    And the fault is badRequest saying "port-resource-request-groups neutron API extension is not supported by old nova compute service"
    And the server is still SHELVED_OFFLOADED

    Examples: old compute services
      | row      | what             | state               | who    | host   | status |
      | UTH-N05  | an administrator | not locked          | admin  | host1  | 400    |
      | UTH-N05b | a member         | not locked          | member | absent | 400    |
      | UTH-N05c | even a lock      | locked by its owner | member | absent | 400    |

  @since:2.91 @disruptive @needs:extended-resources @needs:new-policy @before:none
  Scenario: UTH-N05d who may not unshelve is told so before compute services are looked at
    Given a shelved-offloaded server with a port
    And ports ask for several resources at once, and the compute services are too old for that
    When the reader unshelves it at 2.91 with zone absent
    Then the request is answered 403
    And the fault is forbidden saying "os_compute_api:os-shelve:unshelve"
    And the server is still SHELVED_OFFLOADED

  @since:2.91 @disruptive @needs:extended-resources @before:none
  Scenario Outline: <row> ports that ask for <ask> and compute services that are <age> stop nobody
    Given a shelved-offloaded server with a port
    And ports ask for <ask>, and the compute services are <age>
    When the member unshelves it at 2.91 with zone absent
    Then the request is answered <status>
    And the server ends on any host

    Examples: ports and compute services that go together
      | row      | ask                       | age              | status |
      | UTH-N05e | nothing                   | too old for that | 202    |
      | UTH-N05f | several resources at once | of today         | 202    |

  @since:2.91 @disruptive @needs:extended-resources @before:none
  Scenario: UTH-N05g a server without ports is none that compute services are too old for
    Given a shelved-offloaded server booted in no zone
    And ports ask for several resources at once, and the compute services are too old for that
    When the member unshelves it at 2.91 with zone absent
    Then the request is answered 202
    And the server ends on any host

  @since:2.91 @disruptive @needs:deployment-settings
  Scenario Outline: <row> where usage is counted where it is taken an offloaded server has to fit in again: host <host>
    Given a shelved-offloaded server booted in no zone
    And usage is counted where it is taken, and no processor is left
    When the <who> unshelves it at 2.91 with zone absent and host <host>
    Then the request is answered <status>
    And the fault is forbidden saying "Quota exceeded for cores"
    And the server is still SHELVED_OFFLOADED

    Examples: no quota is left
      | row      | who    | host    | status |
      | UTH-N09a | admin  | host1   | 403    |
      | UTH-N09b | member | host1   | 403    |

  @since:2.91 @disruptive @needs:deployment-settings @before:none
  Scenario: UTH-N09d an offloaded server that just fits into the quota comes back
    Given a shelved-offloaded server booted in no zone
    And usage is counted where it is taken, and one processor is left
    When the member unshelves it at 2.91 with zone absent
    Then the request is answered 202
    And the server ends on any host

  @since:2.91 @disruptive @needs:deployment-settings @before:none
  Scenario: UTH-N09e what other users of the project have is counted, too
    Given a shelved-offloaded server booted in no zone
    And 2 other servers of the member2
    And usage is counted where it is taken, and the project may have 2 processors
    When the member unshelves it at 2.91 with zone absent
    Then the request is answered 403
    And the fault is forbidden saying "Quota exceeded for cores: Requested 1, but already used 2 of 2 cores"
    And the server is still SHELVED_OFFLOADED

  @since:2.91 @disruptive @needs:deployment-settings @before:none
  Scenario: UTH-N09f where usage is counted by what is recorded an offloaded server has never left the quota
    Given a shelved-offloaded server booted in no zone
    And usage is counted where it is recorded, and the project may have 0 processors
    When the member unshelves it at 2.91 with zone absent
    Then the request is answered 202
    And the server ends on any host

  @since:2.91 @disruptive @needs:deployment-settings @needs:block-storage @needs:host-without-zone @before:none
  Scenario: UTH-N12d a server goes to the zone that its volumes are in
    Given a volume-backed shelved-offloaded server booted in no zone
    And volumes must be in the zone of their server
    When the member unshelves it at 2.91 with zone the zone of its volume
    Then the request is answered 202

  @since:2.91 @disruptive @needs:deployment-settings @needs:block-storage @needs:two-zones
  Scenario: UTH-N12e a data volume, too, has to be in the zone
    Given a server booted in no zone
    And the server has a data volume
    And the server is shelved and offloaded again
    And volumes must be in the zone of their server
    When the member unshelves it at 2.91 with zone a zone without its volume
    Then the request is answered 409
    And the fault is conflictingRequest saying "The availability zone between the server and its attached volumes"
    And the server is still SHELVED_OFFLOADED

  @since:2.91 @shipped @disruptive @needs:deployment-settings @needs:block-storage @before:none
  Scenario: UTH-N12f no volume is looked at for an empty zone
    Given a volume-backed shelved-offloaded server booted in no zone
    And volumes must be in the zone of their server
    When the member unshelves it at 2.91 with zone "" and host absent
    Then the request is answered 202

  @since:2.91 @disruptive @needs:deployment-settings @needs:block-storage @needs:two-zones
  Scenario Outline: <row> volumes are compared with a zone that is asked for, not with that of the boot: zone <zone>
    Given a volume-backed shelved-offloaded server booted in AZ1
    And volumes must be in the zone of their server
    When the member unshelves it at 2.91 with zone <zone>
    Then the request is answered 202

    Examples: requests without a zone
      | row      | zone   |
      | UTH-N12g | absent |
      | UTH-N12h | null   |

  @since:2.91 @disruptive @needs:deployment-settings @needs:rests-shelved @before:none
  Scenario: UTH-N09c a server that rests on its host has never left the quota
    Given a shelved server booted in no zone
    And usage is counted where it is taken, and no processor is left
    When the member unshelves it at 2.91 with zone absent
    Then the request is answered 202
    And the server becomes ACTIVE

  @since:2.91 @disruptive @needs:deployment-settings @needs:block-storage @needs:two-zones
  Scenario Outline: <row> where volumes must be in their server's zone <earlier> is answered before <later>
    Given a volume-backed shelved-offloaded server booted in no zone
    And volumes must be in the zone of their server
    When the <who> unshelves it at 2.91 with zone <zone> and host <host>
    Then the request is answered <status>
    And the fault is <fault> saying "<text>"
    And the server is still SHELVED_OFFLOADED

    Examples: volumes of another zone
      | row      | earlier           | later            | who    | zone                      | host   | status | fault              | text                                                              |
      | UTH-N12a | the volume's zone | nothing else     | member | a zone without its volume | absent | 409    | conflictingRequest | The availability zone between the server and its attached volumes |
      | UTH-N12b | the volume's zone | who names a host | member | a zone without its volume | host1  | 409    | conflictingRequest | The availability zone between the server and its attached volumes |
      | UTH-N12c | an unknown zone   | the volume's     | member | unknown                   | absent | 400    | badRequest         | The requested availability zone is not available                  |
