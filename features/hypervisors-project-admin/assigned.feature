@spec:hypervisors-project-admin @op:hypervisors.list @needs:project-hypervisors
Feature: The hypervisors of a project
  An administrator of a project sees the hypervisors of the aggregates that list the project, and of each only which
  one it is and whether it can be used.

  Rule: Which hypervisors

    @since:2.105 @needs:two-zones
    Scenario Outline: <row> aggregates of <hosts> for <whom> under <key>
      Given an aggregate of <hosts> for <whom> under the key <key>
      When the admin lists the hypervisors at 2.105
      Then the request is answered 200
      And the hypervisors in the answer are those of <seen>

      Examples: metadata of an aggregate
        | row     | hosts           | whom                                                    | key                | seen            |
        | HYP-20a | host1 and host2 | the project                                             | filter_tenant_id   | host1 and host2 |
        | HYP-20b | host1           | the project                                             | filter_tenant_id   | host1           |
        | HYP-21a | host1 and host2 | the other project                                       | filter_tenant_id   | no host         |
        | HYP-21b | host1 and host2 | nobody                                                  | filter_tenant_id   | no host         |
        | HYP-21c | host1           | the project                                             | tenant_id          | no host         |
        | HYP-21f | host1           | the project                                             | x_filter_tenant_id | no host         |
        | HYP-21g | host1           | a project whose id begins like the project's            | filter_tenant_id   | no host         |
        | HYP-21h | host1           | a project whose id is the beginning of the project's    | filter_tenant_id   | no host         |
        | HYP-30a | host1           | the project                                             | filter_tenant_id3  | host1           |
        | HYP-30b | host2           | the other project, the project                          | filter_tenant_id   | host2           |
        | HYP-30c | host2           | a project that is none, the project, the other project  | filter_tenant_id_x | host2           |
        | HYP-30d | host2           | a project that is none, the other project, the project  | filter_tenant_id   | host2           |
        | HYP-32a | host1           | the project, the other project                          | filter_tenant_id   | host1           |
        | HYP-32b | host1           | the other project, the project                          | filter_tenant_id   | host1           |

    @since:2.105 @needs:two-zones
    Scenario Outline: <row> the administrator of another project sees what aggregates list for that project: <whom>
      Given an aggregate of host1 for <whom>
      When the outsider-admin lists the hypervisors at 2.105
      Then the request is answered 200
      And the hypervisors in the answer are those of <seen>

      Examples: the other project
        | row     | whom                           | seen    |
        | HYP-20f | the other project              | host1   |
        | HYP-21e | the project                    | no host |
        | HYP-32c | the project, the other project | host1   |
        | HYP-32d | the other project, the project | host1   |

    @since:2.105 @needs:host-without-zone @needs:two-zones
    Scenario Outline: <row> an aggregate may have any number of hosts: <hosts>
      Given an aggregate of <hosts> for the project
      When the admin lists the hypervisors at 2.105
      Then the request is answered 200
      And the hypervisors in the answer are those of <hosts>

      Examples: three hosts
        | row     | hosts                     |
        | HYP-20x | host0 and host1 and host2 |
        | HYP-20y | host2 and host1 and host0 |

    @since:2.105 @needs:host-without-zone
    Scenario: HYP-20g a host is in an aggregate by the name of its compute service
      Given an aggregate of host0 for the project
      When the admin lists the hypervisors at 2.105
      Then the request is answered 200
      And the hypervisors in the answer are those of host0

    @since:2.105
    Scenario: HYP-21d a project in no aggregate has no hypervisors
      Given no hypervisor is assigned to the project
      When the admin lists the hypervisors at 2.105
      Then the request is answered 200
      And the hypervisors in the answer are those of no host
      And the answer has hypervisors_links that are null

    @since:2.105 @needs:two-zones
    Scenario: HYP-31 a host in several aggregates is listed once
      Given an aggregate of host1 for the project
      And an aggregate of host1 and host2 for nobody
      And an aggregate of host1 for the project
      When the admin lists the hypervisors at 2.105
      Then the request is answered 200
      And the answer has 1 hypervisor
      And the hypervisors in the answer are those of host1

    @since:2.105 @needs:two-zones
    Scenario Outline: <row> what <first> is for does not take a host away from what <second> is for: the <who> sees <seen>
      Given an aggregate of <hosts> for <first>
      And an aggregate of host1 for <second>
      When the <who> lists the hypervisors at 2.105
      Then the request is answered 200
      And the hypervisors in the answer are those of <seen>

      Examples: a host in aggregates of several projects
        | row     | hosts           | first             | second            | who            | seen            |
        | HYP-31b | host1 and host2 | the project       | the other project | admin          | host1 and host2 |
        | HYP-31c | host1 and host2 | the other project | the project       | admin          | host1           |
        | HYP-31d | host1 and host2 | the project       | the other project | outsider-admin | host1           |
        | HYP-31e | host1 and host2 | the other project | the project       | outsider-admin | host1 and host2 |

    @HYP-20D @since:2.105 @needs:two-zones
    Scenario: HYP-20c the hypervisors of a project come in pages, too
      Given an aggregate of host1 and host2 for the project
      When the admin lists the hypervisors at 2.105 by ?limit=1
      Then the request is answered 200
      And the answer has 1 hypervisor
      And the answer has hypervisors_links

    @since:2.105 @boundary @needs:two-zones
    Scenario Outline: <row> the list of a project goes on after the marker: <query>
      Given an aggregate of host1 and host2 for the project
      And the admin has listed the hypervisors at 2.105 and taken the first
      When the admin lists the hypervisors at 2.105 by <query>
      Then the request is answered 200
      And the hypervisors in the answer are <which>
      And the answer has <links>

      Examples: the next page of a project
        | row     | query                              | which                     | links                           |
        | HYP-20h | ?marker={hypervisor:taken}         | the rest of that list     | hypervisors_links that are null |
        | HYP-20i | ?limit=1&marker={hypervisor:taken} | the next one of that list | hypervisors_links               |
        | HYP-20j | ?limit=2&marker={hypervisor:taken} | the rest of that list     | hypervisors_links that are null |

    @since:2.105 @boundary @needs:two-zones
    Scenario: HYP-20k the link of a project's page leads to its next hypervisor
      Given an aggregate of host1 and host2 for the project
      And the admin has listed the hypervisors at 2.105 and taken the first
      When the admin lists the hypervisors at 2.105 by ?limit=1
      Then the request is answered 200
      And the link of the answer leads to the rest of that list

    @HYP-20D @since:2.105 @boundary @needs:two-zones
    Scenario: HYP-20o the link of a manager's page leads to the same list, which a manager may read
      Given an aggregate of host1 and host2 for the project
      And the manager has listed the hypervisors at 2.105 and taken the first
      When the manager lists the hypervisors at 2.105 by ?limit=1
      Then the request is answered 200
      And the link of the answer leads to the rest of that list

    @HYP-20D @since:2.105 @needs:two-zones
    Scenario: HYP-20l a page is one of the project's hypervisors, however many others there are before
      Given an aggregate of host2 for the project
      When the admin lists the hypervisors at 2.105 by ?limit=1
      Then the request is answered 200
      And the hypervisors in the answer are those of host2

    @since:2.105 @needs:two-zones
    Scenario: HYP-20n the hypervisors of a project are those of all its aggregates
      Given an aggregate of host1 for the project
      And an aggregate of host2 for the project under the key filter_tenant_id2
      When the admin lists the hypervisors at 2.105
      Then the request is answered 200
      And the hypervisors in the answer are those of host1 and host2

    @since:2.105 @needs:two-zones
    Scenario: HYP-20m an aggregate that makes a zone assigns its hosts as well
      Given an aggregate of host1 in its zone for the project
      When the admin lists the hypervisors at 2.105
      Then the request is answered 200
      And the hypervisors in the answer are those of host1

    @HYP-20D @since:2.105 @before:200 @needs:two-zones
    Scenario: HYP-20d another project's hypervisor is no marker
      Given an aggregate of host1 for the project
      When the admin lists the hypervisors at 2.105 by ?marker={hypervisor:host2}
      Then the request is answered 400
      And the fault is badRequest saying "not found"

  Rule: What is shown of them

    @since:2.105 @needs:two-zones
    Scenario Outline: <row> of a hypervisor asked for by <query> only three fields have values
      Given an aggregate of host1 and host2 for the project
      When the admin lists the hypervisors at 2.105 by <query>
      Then the request is answered 200
      And each hypervisor in the answer has exactly the fields
        """
        <fields>
        """
      And each hypervisor in the answer is shown by uuid
      And of each hypervisor in the answer only id, state and status have values
      And the answer has hypervisors_links that are null

      Examples: fields
        | row     | query              | fields                                       |
        | HYP-22  | ?limit=10          | id hypervisor_hostname state status          |
        | HYP-23a | ?with_servers=true | id hypervisor_hostname state status servers  |

    @since:2.105 @needs:two-zones
    Scenario Outline: <row> to the <who>, too, only three fields of a hypervisor that has servers are shown
      Given an aggregate of host1 and host2 for the project
      And a server booted in AZ1
      When the <who> lists the hypervisors at 2.105 by ?with_servers=true
      Then the request is answered 200
      And the hypervisors in the answer are those of host1 and host2
      And each hypervisor in the answer is shown by uuid
      And of each hypervisor in the answer only id, state and status have values

      Examples: hypervisors that have servers
        | row     | who   |
        | HYP-23c | admin |

      @before:403
      Examples: hypervisors that have servers, managers
        | row     | who     |
        | HYP-23d | manager |

    @HYP-23D @since:2.105 @before:200 @needs:two-zones
    Scenario: HYP-23b names that are not shown cannot be searched for
      Given an aggregate of host1 for the project
      When the admin lists the hypervisors at 2.105 by ?hypervisor_hostname_pattern={node:host1}
      Then the request is answered 400
      And the fault is badRequest

    @since:2.105 @disruptive @needs:two-zones
    Scenario Outline: <row> a hypervisor whose service is <how> is <state> and <status>
      Given an aggregate of host2 for the project
      And the compute service of host2 is <how>
      When the admin lists the hypervisors at 2.105
      Then the request is answered 200
      And each hypervisor in the answer is <state> and <status>

      Examples: services
        | row     | how      | state | status   |
        | HYP-24a | disabled | up    | disabled |
        | HYP-24b | down     | down  | enabled  |
        | HYP-24h | disabled and down | down | disabled |
        | HYP-24k | disabled in the old way               | up   | disabled |
        | HYP-24l | disabled with a reason in the old way | up   | disabled |
        | HYP-24m | down in the old way                   | down | enabled  |
        | HYP-24n | disabled and enabled again            | up   | enabled  |
        | HYP-24o | disabled and enabled again in the old way | up | enabled |

    @since:2.105 @disruptive @needs:two-zones
    Scenario Outline: <row> of two hypervisors of the project the one whose service is <how> shows it, and the other does not
      Given an aggregate of host1 and host2 for the project
      And the compute service of host2 is <how>
      When the admin lists the hypervisors at 2.105
      Then the request is answered 200
      And the hypervisor of host2 in the answer is <state> and <status>
      And the hypervisor of host1 in the answer is up and enabled

      Examples: services, beside another one
        | row     | how                       | state | status   |
        | HYP-24c | disabled without a reason | up    | disabled |
        | HYP-24d | disabled                  | up    | disabled |
        | HYP-24e | down                      | down  | enabled  |
        | HYP-24i | disabled and down         | down  | disabled |

    @since:2.105 @disruptive @needs:two-zones
    Scenario Outline: <row> who has seen the hypervisors before sees what has become of them: <how>
      Given an aggregate of host1 and host2 for the project
      And the <who> has listed the hypervisors at 2.105 and taken the first
      And the compute service of host2 is <how>
      When the <who> lists the hypervisors at 2.105
      Then the request is answered 200
      And the hypervisor of host2 in the answer is <state> and <status>
      And the hypervisor of host1 in the answer is up and enabled

      Examples: services, listed before
        | row     | who   | how      | state | status   |
        | HYP-24f | admin | disabled | up    | disabled |
        | HYP-24g | admin | down     | down  | enabled  |
        | HYP-24j | admin | disabled and down | down | disabled |

  Rule: Who

    @since:2.105
    Scenario Outline: <row> the <who> may list hypervisors
      Given an aggregate of host1 for the project
      When the <who> lists the hypervisors at 2.105
      Then the request is answered 200
      And the hypervisors in the answer are those of <seen>

      Examples: administrators of a project
        | row     | who   | seen  |
        | HYP-25a | admin | host1 |

      @before:403
      Examples: managers of a project
        | row     | who     | seen  |
        | HYP-25b | manager | host1 |

      @boundary
      Examples: administrators of the system
        | row     | who          | seen      |
        | HYP-25c | system-admin  | all hosts |
        | HYP-25d | system-reader | all hosts |

    @since:2.105 @boundary
    Scenario Outline: <row> the <who> sees everything of all hypervisors
      Given an aggregate of host1 for the project
      When the <who> lists the hypervisors at 2.105
      Then the request is answered 200
      And the hypervisors in the answer are those of all hosts
      And each hypervisor in the answer has exactly the fields
        """
        id hypervisor_hostname state status
        """
      And of each hypervisor in the answer only id, hypervisor_hostname, state and status have values
      And the answer has no hypervisors_links

      Examples: system users
        | row     | who           |
        | HYP-26  | system-admin  |
        | HYP-26b | system-reader |

    @since:2.105 @boundary @disruptive @needs:deployment-settings
    Scenario Outline: <row> an operator can let the <who> see everything
      Given an aggregate of host1 for the project
      And the operator lets administrators of projects list all hypervisors
      When the <who> lists the hypervisors at 2.105
      Then the request is answered 200
      And the hypervisors in the answer are those of all hosts
      And of each hypervisor in the answer only id, hypervisor_hostname, state and status have values

      Examples: who is let
        | row     | who            |
        | HYP-27  | admin          |
        | HYP-27b | manager        |
        | HYP-27c | outsider-admin |

    @since:2.105 @boundary @disruptive @needs:deployment-settings @needs:two-zones
    Scenario: HYP-27e what the operator allows counts for the next list
      Given an aggregate of host1 and host2 for the project
      And the admin has listed the hypervisors at 2.105 and taken the first
      And the operator lets administrators of projects list all hypervisors
      When the admin lists the hypervisors at 2.105
      Then the request is answered 200
      And the hypervisors in the answer are those of all hosts
      And of each hypervisor in the answer only id, hypervisor_hostname, state and status have values

    @since:2.105 @before:403 @disruptive @needs:deployment-settings
    Scenario: HYP-27d the operator's rule is about what is shown, not about who may list
      Given an aggregate of host1 for the project
      And the operator lets administrators of projects list all hypervisors
      When the member lists the hypervisors at 2.105
      Then the request is answered 403
      And the fault is forbidden saying "Policy doesn't allow os_compute_api:os-hypervisors:list to be performed."

    @since:2.105 @before:403
    Scenario Outline: <row> the <who> may not list hypervisors
      Given an aggregate of host1 for the project
      When the <who> lists the hypervisors at 2.105
      Then the request is answered 403
      And the fault is forbidden saying "Policy doesn't allow os_compute_api:os-hypervisors:list to be performed."

      Examples: everybody else
        | row     | who      |
        | HYP-28a | member   |
        | HYP-28b | reader   |
        | HYP-28c | outsider |
        | HYP-28d | member2  |

    @until:2.104 @needs:two-zones
    Scenario Outline: <row> at <at> the <who> is answered <status> as ever
      Given an aggregate of host1 for the project
      When the <who> lists the hypervisors at <at>
      Then the request is answered <status>

      Examples: before
        | row     | at    | who     | status |
        | HYP-29a | 2.104 | manager | 403    |
        | HYP-29b | 2.104 | member  | 403    |
        | HYP-29c | 2.53  | manager | 403    |
        | HYP-29g | 2.104 | reader  | 403    |
        | HYP-29h | 2.104 | system-reader | 403 |

    @until:2.104 @needs:two-zones
    Scenario Outline: <row> at <at> an administrator of a project sees all hypervisors as ever
      Given an aggregate of host1 for the project
      When the admin lists the hypervisors at <at>
      Then the request is answered 200
      And the hypervisors in the answer are those of all hosts
      And the answer has no hypervisors_links

      Examples: before, administrators
        | row     | at    |
        | HYP-29d | 2.104 |
        | HYP-29e | 2.53  |
        | HYP-29f | 2.1   |

    @since:2.105 @boundary
    Scenario Outline: <row> GET <path> by the <who> is answered <status> as ever
      When the <who> sends GET <path> at 2.105
      Then the request is answered <status>

      Examples: other operations
        | row     | who     | path                      | status |
        | HYP-33a | manager | /os-hypervisors/detail    | 403    |
        | HYP-33b | member  | /os-hypervisors/detail    | 403    |
        | HYP-33c | manager | /os-hypervisors/{unknown} | 403    |
        | HYP-33d | admin   | /os-hypervisors/{unknown} | 404    |
        | HYP-33e | admin   | /os-hypervisors/detail    | 200    |
        | HYP-33f | system-reader | /os-hypervisors/detail | 403 |
        | HYP-33g | reader  | /os-hypervisors/detail    | 403    |

    @since:2.105 @boundary @needs:two-zones
    Scenario Outline: <row> aggregates of the project do not narrow the details that the <who> sees
      Given an aggregate of host1 for the project
      When the <who> sends GET /os-hypervisors/detail<query> at 2.105
      Then the request is answered 200
      And the hypervisors in the answer are those of <seen>

      Examples: details as ever
        | row     | who            | query                                     | seen                   |
        | HYP-33h | admin          |                                           | all hosts              |
        | HYP-33i | outsider-admin |                                           | all hosts              |
        | HYP-33j | admin          | ?hypervisor_hostname_pattern={node:host2} | hosts named like host2 |

    @since:2.105 @boundary @needs:two-zones
    Scenario Outline: <row> an administrator is shown a hypervisor with its name, whether it is of the project or not: <host>
      Given an aggregate of host1 for the project
      When the admin sends GET /os-hypervisors/{hypervisor:<host>} at 2.105
      Then the request is answered 200
      And the answer says at /hypervisor/hypervisor_hostname "{node:<host>}"

      Examples: one hypervisor as ever
        | row     | host  |
        | HYP-33k | host1 |
        | HYP-33l | host2 |

    @since:2.105 @boundary @disruptive @needs:two-zones
    Scenario Outline: <row> GET <path> says <state> and <status> of a hypervisor whose service is <how>, as the list does
      Given the compute service of host2 is <how>
      When the admin sends GET <path> at 2.105
      Then the request is answered 200
      And the hypervisor of host2 in the answer is <state> and <status>

      Examples: state and status beside the list
        | row     | path                               | how      | state | status   |
        | HYP-33m | /os-hypervisors/detail             | disabled | up    | disabled |
        | HYP-33n | /os-hypervisors/detail             | down     | down  | enabled  |
        | HYP-33o | /os-hypervisors/{hypervisor:host2} | disabled | up    | disabled |
        | HYP-33p | /os-hypervisors/{hypervisor:host2} | down     | down  | enabled  |
        | HYP-33q | /os-hypervisors/detail             | disabled and down | down | disabled |
        | HYP-33r | /os-hypervisors/{hypervisor:host2} | disabled and down | down | disabled |
