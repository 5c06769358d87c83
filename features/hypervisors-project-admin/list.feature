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
    And the hypervisor of host2 in the answer is <state> and <status>

    Examples: state and status
      | row     | how      | state | status   |
      | HYP-01g | disabled | up    | disabled |
      | HYP-01h | down     | down  | enabled  |
      | HYP-01bj | disabled in the old way               | up   | disabled |
      | HYP-01bk | disabled with a reason in the old way | up   | disabled |
      | HYP-01bl | down in the old way                   | down | enabled  |
      | HYP-01bm | disabled and enabled again            | up   | enabled  |
      | HYP-01bn | disabled and enabled again in the old way | up | enabled |

  @disruptive @until:2.104 @needs:two-hosts @needs:two-zones
  Scenario Outline: <row> of two hypervisors the one whose service is <how> shows <state> and <status>, and the other does not
    Given the compute service of host2 is <how>
    When the admin lists the hypervisors at 2.53
    Then the request is answered 200
    And the hypervisor of host2 in the answer is <state> and <status>
    And the hypervisor of host1 in the answer is up and enabled

    Examples: state and status, beside another one
      | row     | how                       | state | status   |
      | HYP-01o | disabled                  | up    | disabled |
      | HYP-01p | disabled without a reason | up    | disabled |
      | HYP-01q | down                      | down  | enabled  |
      | HYP-01ad | disabled and down        | down  | disabled |

  @since:2.33 @until:2.104 @boundary
  Scenario: HYP-01i a page that is full has a link to the next one
    When the admin lists the hypervisors at 2.33 by ?limit=1
    Then the request is answered 200
    And the answer has 1 hypervisor
    And the answer has hypervisors_links

  @until:2.104 @boundary @needs:two-hosts
  Scenario Outline: <row> at <at> the list goes on after the marker: <query>
    Given the admin has listed the hypervisors at <at> and taken the first
    When the admin lists the hypervisors at <at> by <query>
    Then the request is answered 200
    And the hypervisors in the answer are <which>
    And the answer has <links>

    Examples: the next page
      | row     | at   | query                                | which                    | links                |
      | HYP-01m | 2.33 | ?marker={hypervisor:taken}           | the rest of that list    | no hypervisors_links |
      | HYP-01n | 2.53 | ?marker={hypervisor:taken}           | the rest of that list    | no hypervisors_links |
      | HYP-01r | 2.53 | ?limit=1&marker={hypervisor:taken}   | the next one of that list | hypervisors_links    |
      | HYP-01s | 2.53 | ?limit=1000&marker={hypervisor:taken} | the rest of that list    | no hypervisors_links |
      | HYP-01z | 2.53 | ?marker={number:taken}               | the rest of that list    | no hypervisors_links |
      | HYP-01ae | 2.33 | ?marker=999999999&marker={hypervisor:taken} | the rest of that list | no hypervisors_links |

  @since:2.53 @until:2.104 @boundary @needs:two-hosts
  Scenario Outline: <row> the link of a page leads to the hypervisors that come after it: <query>
    Given the admin has listed the hypervisors at 2.53 and taken the first
    When the admin lists the hypervisors at 2.53 by <query>
    Then the request is answered 200
    And the answer has hypervisors_links
    And the link of the answer leads to <which>

    Examples: links
      | row     | query                      | which                     |
      | HYP-01t | ?limit=1                   | the next one of that list |
      | HYP-01u | ?limit=1&with_servers=true | the next one of that list |

  @since:2.53 @until:2.104 @boundary @needs:two-hosts
  Scenario: HYP-01ac the link of a page of details leads to the details that come after it
    Given the admin has listed the hypervisors at 2.53 and taken the first
    When the admin sends GET /os-hypervisors/detail?limit=1 at 2.53
    Then the request is answered 200
    And the link of the answer leads to the next one of that list

  @since:2.53 @until:2.104 @boundary
  Scenario Outline: <row> the last page has a link where it is full, and only there: <query>
    When the admin lists the hypervisors at 2.53 by <query>
    Then the request is answered 200
    And the hypervisors in the answer are those of all hosts
    And the answer has <links>

    Examples: the last page
      | row     | query                     | links                |
      | HYP-01v | ?limit={all-hypervisors}   | hypervisors_links    |
      | HYP-01w | ?limit={all-hypervisors+1} | no hypervisors_links |

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

  @since:2.53 @until:2.104 @boundary
  Scenario Outline: <row> at <at> a hypervisor shows the servers on it where they are asked for
    Given a server booted in no zone
    When the admin lists the hypervisors at <at> by ?with_servers=true
    Then the request is answered <status>
    And the hypervisor of the server's host shows the server, and no other does

    Examples: servers
      | row     | at   | status |
      | HYP-01x | 2.53 | 200    |
      | HYP-01y | 2.75 | 200    |

  @since:2.53 @until:2.74 @boundary
  Scenario Outline: <row> at <at> GET <path> tells of no servers where a hypervisor has none
    When the admin sends GET <path> at <at>
    Then the request is answered <status>
    And no hypervisor in the answer shows an empty list of servers

    Examples: hypervisors that have no servers
      | row      | at   | path                                                 | status |
      | HYP-01af | 2.53 | /os-hypervisors?with_servers=true                    | 200    |
      | HYP-01ag | 2.74 | /os-hypervisors?with_servers=true                    | 200    |
      | HYP-01ah | 2.53 | /os-hypervisors/detail?with_servers=true             | 200    |
      | HYP-01ai | 2.74 | /os-hypervisors/detail?with_servers=true             | 200    |
      | HYP-01aj | 2.53 | /os-hypervisors/{hypervisor:host1}?with_servers=true | 200    |
      | HYP-01ak | 2.74 | /os-hypervisors/{hypervisor:host1}?with_servers=true | 200    |

  @since:2.53 @until:2.104 @boundary @needs:two-zones
  Scenario Outline: <row> at <at> a hypervisor shows each of its servers by the name that it has there
    Given two servers on host1
    When the admin lists the hypervisors at <at> by ?with_servers=true
    Then the request is answered <status>
    And the hypervisor of host1 in the answer shows both servers, and no other does

    Examples: several servers
      | row      | at   | status |
      | HYP-01aa | 2.53 | 200    |
      | HYP-01ab | 2.75 | 200    |

  @since:2.53 @until:2.104 @boundary @needs:two-zones
  Scenario Outline: <row> at <at> a hypervisor shows the <who> the servers of another project, too
    Given two servers on host1
    When the <who> lists the hypervisors at <at> by ?with_servers=true
    Then the request is answered 200
    And the hypervisor of host1 in the answer shows both servers, and no other does

    Examples: several servers, and an administrator of another project
      | row      | who            | at   |
      | HYP-01al | outsider-admin | 2.53 |
      | HYP-01am | outsider-admin | 2.75 |

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
      | HYP-02k | member2  | 2.53  | /os-hypervisors                       | list        |
      | HYP-02l | system-reader | 2.53 | /os-hypervisors                   | list        |
      | HYP-02m | system-reader | 2.104 | /os-hypervisors/detail           | list-detail |
      | HYP-02n | manager  | 2.53  | /os-hypervisors/detail                | list-detail |
      | HYP-02o | manager  | 2.104 | /os-hypervisors/{unknown}             | show        |
      | HYP-02p | manager  | 2.87  | /os-hypervisors/{unknown}/uptime      | uptime      |
      | HYP-02q | manager  | 2.1   | /os-hypervisors/any/search            | search      |
      | HYP-02r | manager  | 2.52  | /os-hypervisors/any/servers           | servers     |
      | HYP-02s | member   | 2.87  | /os-hypervisors/statistics            | statistics  |
      | HYP-02t | member   | 2.53  | /os-hypervisors/{unknown}/uptime      | uptime      |
      | HYP-02u | reader   | 2.104 | /os-hypervisors/detail                | list-detail |
      | HYP-02v | reader   | 2.1   | /os-hypervisors/statistics            | statistics  |
      | HYP-02w | reader   | 2.53  | /os-hypervisors/{unknown}             | show        |
      | HYP-02x | reader   | 2.52  | /os-hypervisors/any/search            | search      |
      | HYP-02y | reader   | 2.1   | /os-hypervisors/any/servers           | servers     |

    Examples: outsiders and system readers, for each rule
      | row      | who           | at   | path                             | rule        |
      | HYP-02aa | outsider      | 2.53 | /os-hypervisors/detail           | list-detail |
      | HYP-02ab | outsider      | 2.1  | /os-hypervisors/statistics       | statistics  |
      | HYP-02ac | system-reader | 2.1  | /os-hypervisors/statistics       | statistics  |
      | HYP-02ad | outsider      | 2.53 | /os-hypervisors/{unknown}        | show        |
      | HYP-02ae | system-reader | 2.53 | /os-hypervisors/{unknown}        | show        |
      | HYP-02af | outsider      | 2.87 | /os-hypervisors/{unknown}/uptime | uptime      |
      | HYP-02ag | system-reader | 2.87 | /os-hypervisors/{unknown}/uptime | uptime      |
      | HYP-02ah | outsider      | 2.52 | /os-hypervisors/any/search       | search      |
      | HYP-02ai | system-reader | 2.52 | /os-hypervisors/any/search       | search      |
      | HYP-02aj | outsider      | 2.52 | /os-hypervisors/any/servers      | servers     |
      | HYP-02ak | system-reader | 2.52 | /os-hypervisors/any/servers      | servers     |

  @until:2.104 @needs:new-policy
  Scenario Outline: <row> at <at> the <who> sees none under the new policy defaults
    When the <who> lists the hypervisors at <at>
    Then the request is answered <status>
    And the fault is forbidden saying "Policy doesn't allow os_compute_api:os-hypervisors:list to be performed."

    Examples: system scope, new policy defaults
      | row     | who          | at    | status |
      | HYP-03a | system-admin | 2.53  | 403    |
      | HYP-03c | system-admin | 2.1   | 403    |
      | HYP-03d | system-admin | 2.104 | 403    |

  @until:2.104 @needs:legacy-policy
  Scenario Outline: <row> at <at> the <who> sees all under the legacy policy defaults
    When the <who> lists the hypervisors at <at>
    Then the request is answered <status>
    And the hypervisors in the answer are those of all hosts

    Examples: system scope, legacy policy defaults
      | row     | who          | at    | status |
      | HYP-03b | system-admin | 2.53  | 200    |
      | HYP-03e | system-admin | 2.1   | 200    |
      | HYP-03f | system-admin | 2.104 | 200    |

  @until:2.104 @needs:two-hosts @needs:two-zones
  Scenario Outline: <row> at <at> aggregates of the project do not narrow what the <who> sees
    Given an aggregate of host1 for the project
    When the <who> lists the hypervisors at <at>
    Then the request is answered 200
    And the hypervisors in the answer are those of all hosts
    And of each hypervisor in the answer only id, hypervisor_hostname, state and status have values

    Examples: an administrator of a project
      | row     | who            | at    |
      | HYP-04a | admin          | 2.1   |
      | HYP-04b | admin          | 2.53  |
      | HYP-04c | admin          | 2.93  |
      | HYP-04d | admin          | 2.100 |
      | HYP-04e | outsider-admin | 2.53  |

  @until:2.104
  Scenario Outline: <row> at <at> GET <path> shows of each hypervisor just these fields
    When the admin sends GET <path> at <at>
    Then the request is answered 200
    And each hypervisor in the answer has exactly the fields
      """
      cpu_info current_workload disk_available_least free_disk_gb free_ram_mb host_ip hypervisor_hostname hypervisor_type
      hypervisor_version id local_gb local_gb_used memory_mb memory_mb_used running_vms service state status vcpus vcpus_used
      """

    Examples: details up to 2.87
      | row      | at   | path                   |
      | HYP-01an | 2.1  | /os-hypervisors/detail |
      | HYP-01ao | 2.32 | /os-hypervisors/detail |
      | HYP-01ap | 2.53 | /os-hypervisors/detail |
      | HYP-01aq | 2.87 | /os-hypervisors/detail |

    @needs:two-zones
    Examples: one hypervisor up to 2.87
      | row      | at   | path                               |
      | HYP-01ar | 2.1  | /os-hypervisors/{number:host1}     |
      | HYP-01as | 2.53 | /os-hypervisors/{hypervisor:host1} |
      | HYP-01at | 2.87 | /os-hypervisors/{hypervisor:host1} |

  @until:2.104
  Scenario Outline: <row> from 2.88 on GET <path> shows of each hypervisor just these fields
    When the admin sends GET <path> at 2.88
    Then the request is answered <status>
    And each hypervisor in the answer has exactly the fields
      """
      host_ip hypervisor_hostname hypervisor_type hypervisor_version id service state status uptime
      """

    Examples: details from 2.88
      | row      | path                   | status |
      | HYP-01au | /os-hypervisors/detail | 200    |

    @needs:two-zones
    Examples: one hypervisor from 2.88
      | row      | path                               | status |
      | HYP-01av | /os-hypervisors/{hypervisor:host2} | 200    |

  @until:2.104 @op:hypervisors.statistics
  Scenario Outline: <row> at <at> an administrator is told what there is of all hypervisors
    When the admin sends GET /os-hypervisors/statistics at <at>
    Then the request is answered <status>
    And the answer has something at /hypervisor_statistics/count
    And the answer has something at /hypervisor_statistics/running_vms
    And the answer has something at /hypervisor_statistics/vcpus

    Examples: statistics
      | row      | at   | status |
      | HYP-10bq | 2.1  | 200    |
      | HYP-10br | 2.87 | 200    |

  @since:2.53 @until:2.104 @boundary @needs:two-zones
  Scenario Outline: <row> a hypervisor shows its servers whatever state they are in: <state>
    Given two servers on host1
    And the server is <state>
    When the admin sends GET /os-hypervisors<path> at <at>
    Then the request is answered <status>
    And the hypervisor of host1 in the answer shows both servers, and no other does

    Examples: servers that do not run
      | row      | state   | path                      | at   | status |
      | HYP-01aw | SHUTOFF | ?with_servers=true        | 2.53 | 200    |
      | HYP-01ax | PAUSED  | /detail?with_servers=true | 2.75 | 200    |

  @since:2.53 @until:2.104 @boundary @needs:two-zones
  Scenario Outline: <row> the word <word> asks for servers, too
    Given two servers on host1
    When the admin lists the hypervisors at 2.53 by ?with_servers=<word>
    Then the request is answered <status>
    And the hypervisor of host1 in the answer shows both servers, and no other does

    Examples: words that ask for servers
      | row      | word | status |
      | HYP-01ay | 1    | 200    |
      | HYP-01az | yes  | 200    |
      | HYP-01ba | on   | 200    |
      | HYP-01bb | TRUE | 200    |

  @since:2.75 @until:2.104
  Scenario Outline: <row> the word <word> for <path> asks for no servers
    When the admin sends GET <path>?with_servers=<word> at 2.75
    Then the request is answered <status>
    And no hypervisor in the answer tells of servers

    Examples: words that ask for no servers
      | row      | path                               | word  | status |
      | HYP-01bc | /os-hypervisors                    | false | 200    |
      | HYP-01bd | /os-hypervisors                    | 0     | 200    |
      | HYP-01be | /os-hypervisors                    | no    | 200    |
      | HYP-01bf | /os-hypervisors                    | off   | 200    |
      | HYP-01bg | /os-hypervisors/detail             | FALSE | 200    |
      | HYP-01bh | /os-hypervisors/detail             | Off   | 200    |

    @needs:two-zones
    Examples: words that ask for no servers of one hypervisor
      | row      | path                               | word  | status |
      | HYP-01bi | /os-hypervisors/{hypervisor:host1} | NO    | 200    |

  @until:2.104 @disruptive @needs:two-zones
  Scenario Outline: <row> a hypervisor whose service is <how> answers how long it has been up
    Given the compute service of host2 is <how>
    When the admin sends GET /os-hypervisors/{hypervisor:host2}/uptime at 2.53
    Then the request is answered 200 or 501

    Examples: uptime
      | row      | how                       |
      | HYP-10bs | disabled                  |
      | HYP-10bt | disabled without a reason |
