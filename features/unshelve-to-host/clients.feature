@spec:unshelve-to-host @op:servers.unshelve
Feature: Unshelving to a host with the stock clients
  What was to be --unpin-az is --no-availability-zone; the library's helper takes the zone, with None to take the pin away, and the host.

  @since:2.91 @boundary @needs:client-unshelves-to-host @needs:pin @needs:two-zones
  Scenario Outline: <row> the command line with <options> for a server booted in <boot zone>
    Given a shelved-offloaded server booted in <boot zone>
    When the admin runs openstack server unshelve <options> on the server
    Then the command succeeds
    And the server ends on <lands on>, pinned to <pin>

    Examples: the command line, to a host
      | row     | boot zone | options      | lands on | pin    |
      | UTH-21a | AZ1       | --host host1 | host1    | AZ1    |
      | UTH-21f | no zone   | --host host2 | host2    | (none) |

    @needs:client-unpins
    Examples: the command line, into a zone and out of it
      | row     | boot zone | options                              | lands on | pin    |
      | UTH-21b | AZ1       | --availability-zone AZ2              | AZ2      | AZ2    |
      | UTH-21d | AZ1       | --no-availability-zone               | any host | (none) |
      | UTH-21e | AZ1       | --no-availability-zone --host host2  | host2    | (none) |

  @since:2.91 @boundary @needs:client-unshelves-to-host @needs:client-unpins @needs:pin @needs:two-zones @needs:choice-of-hosts
  Scenario: UTH-21c the command line with a zone and one of its hosts
    Given a choice of hosts in AZ2
    And a shelved-offloaded server booted in AZ1
    When the admin runs openstack server unshelve --availability-zone AZ2 --host other on the server
    Then the command succeeds
    And the server ends on the other host, pinned to AZ2

  @since:2.91 @boundary @needs:nova-client @needs:pin @needs:two-zones
  Scenario Outline: <row> the library's helper with <arguments> for a server booted in <boot zone>
    Given a shelved-offloaded server booted in <boot zone>
    When the admin calls novaclient's unshelve with <arguments> on the server
    Then the command succeeds
    And the server ends on <lands on>, pinned to <pin>

    Examples: the library's helper
      | row     | boot zone | arguments                          | lands on | pin    |
      | UTH-22a | AZ2       | nothing                            | AZ2      | AZ2    |
      | UTH-22b | AZ1       | availability_zone AZ2              | AZ2      | AZ2    |
      | UTH-22c | AZ1       | availability_zone None             | any host | (none) |
      | UTH-22d | AZ1       | host host1                         | host1    | AZ1    |
      | UTH-22f | AZ1       | availability_zone None, host host2 | host2    | (none) |
      | UTH-22g | no zone   | host host2                         | host2    | (none) |

  @since:2.91 @boundary @needs:nova-client @needs:pin @needs:two-zones @needs:choice-of-hosts
  Scenario: UTH-22e the library's helper with a zone and one of its hosts
    Given a choice of hosts in AZ2
    And a shelved-offloaded server booted in AZ1
    When the admin calls novaclient's unshelve with availability_zone AZ2, host other on the server
    Then the command succeeds
    And the server ends on the other host, pinned to AZ2
