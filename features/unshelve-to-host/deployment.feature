@spec:unshelve-to-host @op:servers.unshelve
Feature: What depends on what the operator chose
  Quotas that count what is used, volumes that have to be in the zone, ports that ask for resources.

  @since:2.91 @needs:extended-resources
  Scenario: UTH-N05 a port asks for what a compute service is too old to give
    Given a shelved-offloaded server booted in no zone
    And it has a port that asks for what its host's compute service is too old to give
    When the admin unshelves it at 2.91 with zone absent and host host1
    Then the request is answered 400
    And the fault is badRequest
    And the server is still SHELVED_OFFLOADED

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
      | row      | earlier           | later            | who    | zone    | host  | status | fault              | text                                                                      |
      | UTH-N12a | the volume's zone | nothing else     | member | AZ1     | absent | 409   | conflictingRequest | The availability zone between the server and its attached volumes         |
      | UTH-N12b | the volume's zone | who names a host | member | AZ1     | host1 | 409    | conflictingRequest | The availability zone between the server and its attached volumes         |
      | UTH-N12c | an unknown zone   | the volume's     | member | unknown | absent | 400   | badRequest         | The requested availability zone is not available                          |
