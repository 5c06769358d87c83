@spec:hypervisors-project-admin
Feature: What hypervisors can be asked for
  Queries and ids that the service refuses, and those that it understands.

  @until:2.104 @op:hypervisors.list
  Scenario Outline: <row> at <at> a list by <query> is refused
    When the admin lists the hypervisors at <at> by <query>
    Then the request is answered <status>
    And the fault is <fault> saying "<text>"

    Examples: refused queries
      | row     | at   | query                                                               | status | fault        | text                                                             |
      | HYP-10a | 2.53 | ?hypervisor_hostname_pattern=no-such-name                           | 404    | itemNotFound | No hypervisor matching 'no-such-name' could be found.            |
      | HYP-10b | 2.53 | ?hypervisor_hostname_pattern={node:host1}&limit=1                   | 400    | badRequest   |                                                                  |
      | HYP-10c | 2.53 | ?hypervisor_hostname_pattern={node:host1}&marker={hypervisor:host1} | 400    | badRequest   |                                                                  |
      | HYP-10d | 2.53 | ?hypervisor_hostname_pattern=                                       | 400    | badRequest   | Invalid input for query parameters hypervisor_hostname_pattern.  |
      | HYP-10e | 2.53 | ?hypervisor_hostname_pattern=a%2Fb                                  | 400    | badRequest   | Invalid input for query parameters hypervisor_hostname_pattern.  |
      | HYP-10f | 2.33 | ?marker=999999999                                                   | 400    | badRequest   | marker [999999999] not found                                     |
      | HYP-10g | 2.53 | ?marker={unknown}                                                   | 400    | badRequest   | marker [{unknown}] not found                                     |
      | HYP-10h | 2.53 | ?marker=                                                            | 400    | badRequest   | marker [] not found                                              |
      | HYP-10i | 2.33 | ?limit=x                                                            | 400    | badRequest   | Invalid input for query parameters limit.                        |
      | HYP-10j | 2.53 | ?limit=-1                                                           | 400    | badRequest   | Invalid input for query parameters limit.                        |
      | HYP-10k | 2.53 | ?limit=                                                             | 400    | badRequest   | Invalid input for query parameters limit.                        |
      | HYP-10l | 2.53 | ?limit=1&limit=1                                                    | 400    | badRequest   | Invalid input for query parameters limit.                        |
      | HYP-10m | 2.53 | ?foo=1                                                              | 400    | badRequest   | Additional properties are not allowed ('foo' was unexpected)     |
      | HYP-10n | 2.53 | ?with_servers=perhaps                                               | 400    | badRequest   | Invalid input for query parameters with_servers.                 |
      | HYP-10af | 2.53 | ?hypervisor_hostname_pattern=no-such-name&limit=1                  | 400    | badRequest   |                                                                  |
      | HYP-10av | 2.53 | ?hypervisor_hostname_pattern=.....                                 | 404    | itemNotFound | No hypervisor matching '.....' could be found.                   |
      | HYP-10aw | 2.53 | ?hypervisor_hostname_pattern=_&hypervisor_hostname_pattern=_       | 400    | badRequest   | Invalid input for query parameters hypervisor_hostname_pattern.  |
      | HYP-10ax | 2.53 | ?with_servers=true&with_servers=true                               | 400    | badRequest   | Invalid input for query parameters with_servers.                 |
      | HYP-10ay | 2.53 | ?marker={hypervisor:host1}&marker={hypervisor:host1}               | 400    | badRequest   | Invalid input for query parameters marker.                       |
      | HYP-10az | 2.33 | ?limit=1&limit=x                                                   | 400    | badRequest   | Invalid input for query parameters limit.                        |
      | HYP-10ba | 2.33 | ?limit=x&limit=1                                                   | 400    | badRequest   | Invalid input for query parameters limit.                        |
      | HYP-10bb | 2.33 | ?marker={number:host1}&marker=999999999                            | 400    | badRequest   | marker [999999999] not found                                     |

  @until:2.104 @op:hypervisors.list
  Scenario Outline: <row> at <at> a list by <query> is that of <which>
    When the admin lists the hypervisors at <at> by <query>
    Then the request is answered 200
    And the hypervisors in the answer are those of <which>

    Examples: understood queries, all hosts
      | row     | at   | query                       | which     |
      | HYP-10o | 2.33 | ?foo=1                      | all hosts |
      | HYP-10p | 2.52 | ?with_servers=perhaps       | all hosts |
      | HYP-10q | 2.33 | ?limit=0                    | no host   |
      | HYP-10bc | 2.33 | ?limit=1&limit=0           | no host   |
      | HYP-10bd | 2.33 | ?limit=0&limit={all-hypervisors} | all hosts |
      | HYP-10be | 2.53 | ?hypervisor_hostname_pattern=_ | all hosts |

    @needs:two-zones
    Examples: understood queries, one host
      | row     | at   | query                                                  | which |
      | HYP-10r | 2.53 | ?hypervisor_hostname_pattern={node:host1}              | hosts named like host1 |
      | HYP-10bm | 2.53 | ?hypervisor_hostname_pattern={node-tail:host1}         | hosts named like the end of host1 |
      | HYP-10s | 2.53 | ?hypervisor_hostname_pattern={node:host1}&with_servers=1 | hosts named like host1 |

  @since:2.53 @until:2.104 @needs:two-zones
  Scenario Outline: <row> details by <query> are those of <which>
    When the admin sends GET /os-hypervisors/detail<query> at 2.53
    Then the request is answered 200
    And the hypervisors in the answer are those of <which>

    Examples: details
      | row      | query                                        | which     |
      | HYP-10ag | ?hypervisor_hostname_pattern={node:host1}    | hosts named like host1     |
      | HYP-10ah | ?limit=0                                     | no host   |
      | HYP-10bf | ?hypervisor_hostname_pattern=_               | all hosts |

  @until:2.104
  Scenario Outline: <row> at <at> GET <path> is answered with those of <which>
    When the admin sends GET <path> at <at>
    Then the request is answered 200
    And the hypervisors in the answer are those of <which>

    Examples: other lists of hypervisors
      | row      | at   | path                                                    | which     |
      | HYP-10bg | 2.33 | /os-hypervisors/detail?limit=1&limit=0                  | no host   |
      | HYP-10bh | 2.33 | /os-hypervisors/detail?limit=0&limit={all-hypervisors}  | all hosts |
      | HYP-10bi | 2.52 | /os-hypervisors/_/search                                | all hosts |
      | HYP-10bj | 2.52 | /os-hypervisors/%25/search                              | all hosts |
      | HYP-10bk | 2.1  | /os-hypervisors/_/servers                               | all hosts |

    @needs:two-zones
    Examples: other lists by the end of a name
      | row      | at   | path                                                                | which |
      | HYP-10bn | 2.53 | /os-hypervisors/detail?hypervisor_hostname_pattern={node-tail:host1} | hosts named like the end of host1 |
      | HYP-10bo | 2.52 | /os-hypervisors/{node-tail:host1}/search                            | hosts named like the end of host1 |
      | HYP-10bp | 2.1  | /os-hypervisors/{node-tail:host2}/servers                           | hosts named like the end of host2 |

  @until:2.104 @op:hypervisors.show
  Scenario Outline: <row> at <at> GET <path> shows the hypervisor
    When the admin sends GET <path> at <at>
    Then the request is answered <status>
    And the answer says at /hypervisor/hypervisor_hostname "{node:host2}"

    @needs:two-zones
    Examples: one hypervisor that is there
      | row      | at    | path                                | status |
      | HYP-10am | 2.53  | /os-hypervisors/{hypervisor:host2}  | 200    |
      | HYP-10an | 2.1   | /os-hypervisors/{number:host2}      | 200    |

  @until:2.104 @needs:two-zones
  Scenario Outline: <row> at <at> GET <path> answers servers as well
    Given two servers on host2
    When the admin sends GET <path> at <at>
    Then the request is answered <status>
    And the hypervisor of host2 in the answer shows both servers, and no other does

    Examples: the servers of one hypervisor
      | row      | at    | path                                                 | status |
      | HYP-10ao | 2.53  | /os-hypervisors/{hypervisor:host2}?with_servers=true | 200    |
      | HYP-10ap | 2.1   | /os-hypervisors/{node:host2}/servers                 | 200    |
      | HYP-10aq | 2.52  | /os-hypervisors/{node:host2}/servers                 | 200    |

  @until:2.104 @needs:two-zones
  Scenario Outline: <row> at <at> GET <path> answers no servers
    Given two servers on host2
    When the admin sends GET <path> at <at>
    Then the request is answered <status>
    And the hypervisors in the answer are those of <which>
    And no hypervisor in the answer shows servers

    Examples: without servers
      | row      | at    | path                                                  | status | which                  |
      | HYP-10ar | 2.53  | /os-hypervisors/{hypervisor:host2}                    | 200    | host2                  |
      | HYP-10as | 2.53  | /os-hypervisors/{hypervisor:host2}?with_servers=false | 200    | host2                  |
      | HYP-10at | 2.1   | /os-hypervisors/{node:host2}/search                   | 200    | hosts named like host2 |
      | HYP-10au | 2.52  | /os-hypervisors/{node:host2}/search                   | 200    | hosts named like host2 |

  @until:2.104
  Scenario Outline: <row> at <at> GET <path> is refused
    When the admin sends GET <path> at <at>
    Then the request is answered <status>
    And the fault is <fault> saying "<text>"

    Examples: one hypervisor
      | row      | at   | path                             | status | fault        | text                                                         |
      | HYP-10t  | 2.53 | /os-hypervisors/1                | 400    | badRequest   | Invalid uuid 1                                               |
      | HYP-10u  | 2.53 | /os-hypervisors/{unknown}        | 404    | itemNotFound | Hypervisor with ID '{unknown}' could not be found.           |
      | HYP-10v  | 2.52 | /os-hypervisors/{unknown}        | 404    | itemNotFound | Hypervisor with ID '{unknown}' could not be found.           |
      | HYP-10w  | 2.1  | /os-hypervisors/999999999        | 404    | itemNotFound | Hypervisor with ID '999999999' could not be found.           |
      | HYP-10x  | 2.53 | /os-hypervisors/{unknown}?foo=1  | 400    | badRequest   | Additional properties are not allowed ('foo' was unexpected) |
      | HYP-10y  | 2.87 | /os-hypervisors/1/uptime         | 400    | badRequest   | Invalid uuid 1                                               |
      | HYP-10z  | 2.88 | /os-hypervisors/{unknown}/uptime | 404    | itemNotFound | The resource could not be found.                             |
      | HYP-10aa | 2.88 | /os-hypervisors/statistics       | 404    | itemNotFound | The resource could not be found.                             |
      | HYP-10ab | 2.52 | /os-hypervisors/no-such/search   | 404    | itemNotFound | No hypervisor matching 'no-such' could be found.             |
      | HYP-10ac | 2.53 | /os-hypervisors/no-such/search   | 404    | itemNotFound | The resource could not be found.                             |
      | HYP-10ad | 2.1  | /os-hypervisors/no-such/servers  | 404    | itemNotFound | No hypervisor matching 'no-such' could be found.             |
      | HYP-10ai | 2.53 | /os-hypervisors/detail?hypervisor_hostname_pattern=no-such         | 404 | itemNotFound | No hypervisor matching 'no-such' could be found. |
      | HYP-10aj | 2.53 | /os-hypervisors/detail?hypervisor_hostname_pattern=no-such&limit=1 | 400 | badRequest   |                                                  |
      | HYP-10ak | 2.53 | /os-hypervisors/detail?marker={unknown}                            | 400 | badRequest   | marker [{unknown}] not found                     |
      | HYP-10bl | 2.52 | /os-hypervisors/...../search     | 404    | itemNotFound | No hypervisor matching '.....' could be found.               |
      | HYP-10al | 2.87 | /os-hypervisors/{unknown}/uptime | 404    | itemNotFound | Hypervisor with ID '{unknown}' could not be found.           |
      | HYP-10ae | 2.53 | /os-hypervisors/no-such/servers  | 404    | itemNotFound | The resource could not be found.                             |
