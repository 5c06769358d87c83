@spec:hypervisors-project-admin @op:hypervisors.list @needs:project-hypervisors @needs:two-zones
Feature: Hypervisors that come to a project and go from it
  Each list is of the aggregates as they are then.

  @since:2.105
  Scenario Outline: <row> an aggregate that was for <first> and is for <then> now: the <who> sees <seen>
    Given an aggregate of host1 for <first>
    And the <who> has listed the hypervisors at 2.105
    And the aggregate is for <then> now
    When the <who> lists the hypervisors at 2.105
    Then the request is answered 200
    And the hypervisors in the answer are those of <seen>

    Examples: aggregates that change
      | row     | first             | then              | who            | seen    |
      | HYP-20p | the project       | the other project | admin          | no host |
      | HYP-20q | the other project | the project       | admin          | host1   |
      | HYP-21i | the project       | nobody            | admin          | no host |
      | HYP-20s | the project       | the other project | outsider-admin | host1   |

    @before:403
    Examples: aggregates that change, for managers
      | row     | first             | then              | who            | seen    |
      | HYP-20r | nobody            | the project       | manager        | host1   |

  @since:2.105
  Scenario: HYP-20t a host that has come into an aggregate is the project's, too
    Given an aggregate of host1 for the project
    And the admin has listed the hypervisors at 2.105
    And host2 has come into the aggregate, too
    When the admin lists the hypervisors at 2.105
    Then the request is answered 200
    And the hypervisors in the answer are those of host1 and host2

  @since:2.105
  Scenario Outline: <row> the hypervisors of a project by <query>
    Given an aggregate of host1 and host2 for the project
    When the admin lists the hypervisors at 2.105 by <query>
    Then the request is answered 200
    And the hypervisors in the answer are those of <seen>

    @HYP-20D
    Examples: pages of none and of all
      | row     | query       | seen            |
      | HYP-20u | ?limit=0    | no host         |
      | HYP-20v | ?limit=3    | host1 and host2 |
      | HYP-20w | ?limit=1000 | host1 and host2 |

  @since:2.105 @op:servers.create @needs:hypervisor-uuid
  Scenario: HYP-50d a hypervisor that was taken from the project is none of its any more
    Given an aggregate of host1 for the project
    And the aggregate is for nobody now
    When the admin creates a server at 2.105 with {"hypervisor_uuid": "{hypervisor:host1}"}
    Then the request is answered 400
    And the fault is badRequest saying "Hypervisor {hypervisor:host1} could not be found."
