@spec:hypervisors-project-admin @op:hypervisors.list
Feature: Who sees which hypervisors, as shipped
  Administrators see all of them, whatever project they are in; nobody else sees any.

  @until:2.104
  Scenario Outline: <row> at <at> an administrator sees all hypervisors
    When the admin lists the hypervisors at <at>
    Then the request is answered 200
    And the hypervisors in the answer are those of all hosts
    And each hypervisor in the answer has exactly the fields
      """
      id hypervisor_hostname state status
      """
    And each hypervisor in the answer is shown by <id>
    And the answer has no hypervisors_links

    Examples: the list by microversion
      | row     | at    | id     |
      | HYP-01a | 2.1   | number |
      | HYP-01b | 2.52  | number |
      | HYP-01c | 2.53  | uuid   |
      | HYP-01d | 2.74  | uuid   |
      | HYP-01e | 2.88  | uuid   |
      | HYP-01f | 2.100 | uuid   |

  @disruptive @until:2.104 @needs:two-hosts @needs:two-zones
  Scenario Outline: <row> a hypervisor whose service is <how> shows <state> and <status>
    Given the compute service of host2 is <how>
    When the admin lists the hypervisors at 2.53 by ?hypervisor_hostname_pattern={node:host2}
    Then the request is answered 200
    And each hypervisor in the answer is <state> and <status>

    Examples: state and status
      | row     | how      | state | status   |
      | HYP-01g | disabled | up    | disabled |
      | HYP-01h | down     | down  | enabled  |

  @since:2.33 @until:2.104 @boundary
  Scenario: HYP-01i a page that is full has a link to the next one
    When the admin lists the hypervisors at 2.33 by ?limit=1
    Then the request is answered 200
    And the answer has 1 hypervisor
    And the answer has hypervisors_links

  @until:2.104
  Scenario: HYP-01j before there are pages the limit is ignored
    When the admin lists the hypervisors at 2.32 by ?limit=1
    Then the request is answered 200
    And the hypervisors in the answer are those of all hosts
    And the answer has no hypervisors_links

  @since:2.75 @until:2.104 @boundary
  Scenario: HYP-01k servers that are asked for are there, if only as an empty list
    When the admin lists the hypervisors at 2.75 by ?with_servers=true
    Then the request is answered 200
    And each hypervisor in the answer has exactly the fields
      """
      id hypervisor_hostname state status servers
      """

  @since:2.88 @until:2.104 @boundary
  Scenario: HYP-01l servers that are asked for are there among the details, too
    When the admin sends GET /os-hypervisors/detail?with_servers=true at 2.88
    Then the request is answered 200
    And each hypervisor in the answer has exactly the fields
      """
      id hypervisor_hostname state status servers hypervisor_type hypervisor_version host_ip service uptime
      """

  @until:2.104
  Scenario Outline: <row> at <at> <who> sees no hypervisors by <path>
    When the <who> sends GET <path> at <at>
    Then the request is answered 403
    And the fault is forbidden saying "Policy doesn't allow os_compute_api:os-hypervisors:<rule> to be performed."

    Examples: who may not
      | row     | who      | at    | path                                  | rule        |
      | HYP-02a | manager  | 2.1   | /os-hypervisors                       | list        |
      | HYP-02b | member   | 2.53  | /os-hypervisors                       | list        |
      | HYP-02c | reader   | 2.93  | /os-hypervisors                       | list        |
      | HYP-02d | outsider | 2.1   | /os-hypervisors                       | list        |
      | HYP-02e | member   | 2.53  | /os-hypervisors/detail                | list-detail |
      | HYP-02f | manager  | 2.87  | /os-hypervisors/statistics            | statistics  |
      | HYP-02g | member   | 2.53  | /os-hypervisors/{unknown}             | show        |
      | HYP-02h | reader   | 2.87  | /os-hypervisors/{unknown}/uptime      | uptime      |
      | HYP-02i | member   | 2.52  | /os-hypervisors/any/search            | search      |
      | HYP-02j | member   | 2.1   | /os-hypervisors/any/servers           | servers     |

  @until:2.104 @needs:new-policy
  Scenario: HYP-03a a system-scoped administrator sees none under the new policy defaults
    When the system-admin lists the hypervisors at 2.53
    Then the request is answered 403
    And the fault is forbidden saying "Policy doesn't allow os_compute_api:os-hypervisors:list to be performed."

  @until:2.104 @needs:legacy-policy
  Scenario: HYP-03b a system-scoped administrator sees all under the legacy policy defaults
    When the system-admin lists the hypervisors at 2.53
    Then the request is answered 200
    And the hypervisors in the answer are those of all hosts

  @until:2.104 @needs:two-hosts @needs:two-zones
  Scenario Outline: <row> at <at> aggregates of the project do not narrow what its administrator sees
    Given an aggregate of host1 for the project
    When the admin lists the hypervisors at <at>
    Then the request is answered 200
    And the hypervisors in the answer are those of all hosts
    And of each hypervisor in the answer only id, hypervisor_hostname, state and status have values

    Examples: an administrator of a project
      | row     | at    |
      | HYP-04a | 2.1   |
      | HYP-04b | 2.53  |
      | HYP-04c | 2.93  |
      | HYP-04d | 2.100 |
