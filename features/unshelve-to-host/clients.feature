@spec:unshelve-to-host @op:servers.unshelve
Feature: Unshelving to a host with the stock clients
  What was to be --unpin-az is --no-availability-zone; the library's helper takes the zone, with None to take the pin away, and the host.

  @since:2.91 @boundary @needs:client-unshelves-to-host @needs:pin @needs:two-zones
  Scenario Outline: <row> the command line with <options>
    Given a shelved-offloaded server booted in AZ1
    When the admin runs openstack server unshelve <options> on the server
    Then the command succeeds
    And the server ends on <lands on>, pinned to <pin>

    Examples: the command line, to a host
      | row     | options      | lands on | pin |
      | UTH-21a | --host host1 | host1    | AZ1 |

    @needs:client-unpins
    Examples: the command line, into a zone and out of it
      | row     | options                              | lands on | pin    |
      | UTH-21b | --availability-zone AZ2              | AZ2      | AZ2    |
      | UTH-21c | --availability-zone AZ2 --host host2 | host2    | AZ2    |
      | UTH-21d | --no-availability-zone               | any host | (none) |
      | UTH-21e | --no-availability-zone --host host2  | host2    | (none) |

  @since:2.91 @boundary @needs:nova-client @needs:pin @needs:two-zones
  Scenario Outline: <row> the library's helper with <arguments>
    Given a shelved-offloaded server booted in AZ1
    When the admin calls novaclient's unshelve with <arguments> on the server
    Then the command succeeds
    And the server ends on <lands on>, pinned to <pin>

    Examples: the library's helper
      | row     | arguments                          | lands on | pin    |
      | UTH-22a | nothing                            | AZ1      | AZ1    |
      | UTH-22b | availability_zone AZ2              | AZ2      | AZ2    |
      | UTH-22c | availability_zone None             | any host | (none) |
      | UTH-22d | host host1                         | host1    | AZ1    |
      | UTH-22e | availability_zone AZ2, host host2  | host2    | AZ2    |
      | UTH-22f | availability_zone None, host host2 | host2    | (none) |
