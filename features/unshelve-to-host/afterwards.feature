@spec:unshelve-to-host @op:servers.unshelve
Feature: What goes wrong after an unshelve was accepted
  A host that cannot be used and an image that is gone show only afterwards.

  @since:2.91 @disruptive
  Scenario: UTH-64a a host whose service is disabled is no host to go to
    Given a shelved-offloaded server booted in no zone
    And the compute service of host1 is disabled
    When the admin unshelves it at 2.91 with zone absent and host host1
    Then the request is answered 202
    And the server ends on (shelved)
    And the server shows no fault
    And the action ended in Error at schedule_instances

  @since:2.91 @disruptive @needs:pin-shown
  Scenario: UTH-64b the pin is gone already when no host is found
    Given a shelved-offloaded server booted in AZ1
    And the compute service of host1 is disabled
    When the admin unshelves it at 2.91 with zone null and host host1
    Then the request is answered 202
    And the server ends on (shelved), pinned to (none)
    And the server shows no fault
    And the action ended in Error at schedule_instances

  @since:2.91 @disruptive @needs:two-zones
  Scenario: UTH-64c a zone all of whose services are disabled is not available
    Given a shelved-offloaded server booted in AZ1
    And the compute services of AZ2 are disabled
    When the admin unshelves it at 2.91 with zone AZ2 and host host2
    Then the request is answered 400
    And the fault is badRequest saying "The requested availability zone is not available"
    And the server is still SHELVED_OFFLOADED

  @since:2.91 @disruptive
  Scenario: UTH-64k the zone that a server is pinned to is not available either when all of its services are disabled
    Given a shelved-offloaded server booted in AZ1
    And the compute services of AZ1 are disabled
    When the member unshelves it at 2.91 with zone AZ1
    Then the request is answered 400
    And the fault is badRequest saying "The requested availability zone is not available"
    And the server is still SHELVED_OFFLOADED

  @since:2.91 @disruptive @needs:two-zones
  Scenario Outline: <row> a zone whose services are down but enabled is available, and has no host to go to: host <host>
    Given a shelved-offloaded server booted in AZ1
    And the compute services of AZ2 are down
    When the admin unshelves it at 2.91 with zone AZ2 and host <host>
    Then the request is answered <status>
    And the server ends on (shelved)
    And the server shows no fault
    And the action ended in Error at schedule_instances

    Examples: a zone that is down
      | row     | host   | status |
      | UTH-64d | absent | 202    |
      | UTH-64e | host2  | 202    |

  @since:2.91 @disruptive @before:none
  Scenario: UTH-44c a server does not leave the zone that it is pinned to
    Given a shelved-offloaded server booted in AZ1
    And the compute services of AZ1 are disabled
    When the member unshelves it at 2.91 with zone absent
    Then the request is answered 202
    And the server ends on (shelved)
    And the server shows no fault
    And the action ended in Error at schedule_instances

  @since:2.91 @disruptive @before:none @needs:block-storage
  Scenario Outline: <row> <what> does not leave the zone that it is pinned to, whoever asks: the <who>
    Given <what> booted in AZ1
    And the compute services of AZ1 are disabled
    When the <who> unshelves it at 2.91 with zone absent
    Then the request is answered <status>
    And the server ends on (shelved)
    And the server shows no fault
    And the action ended in Error at schedule_instances

    Examples: a closed zone and servers that are pinned to it
      | row     | what                                     | who     | status |
      | UTH-44k | a volume-backed shelved-offloaded server | member  | 202    |
      | UTH-44l | a volume-backed shelved-offloaded server | admin   | 202    |
      | UTH-44m | a shelved-offloaded server               | admin   | 202    |
      | UTH-44n | a shelved-offloaded server               | member2 | 202    |

  @since:2.91 @boundary @disruptive @needs:stepped-clock @needs:two-zones @op:servers.migrate-live
  Scenario Outline: <row> booted in <boot zone>, unshelved with zone <zone> and host <host>: a live migration does not leave AZ1
    Given a shelved-offloaded server booted in <boot zone>
    And the admin has unshelved it with zone <zone> and host <host>
    And the compute services of AZ1 are disabled
    When the admin sends POST /servers/{server}/action at 2.91 with the body
      """json
      {"os-migrateLive": {"host": null, "block_migration": "auto"}}
      """
    Then the request is answered 202
    And the action ended in Error at conductor_live_migrate_instance
    And the server ends on AZ1
    And the server shows no fault

    Examples: the pin at a live migration (which a real cloud needs hosts for that can do it)
      | row     | boot zone | zone   | host   |
      | UTH-42f | no zone   | AZ1    | absent |
      | UTH-46g | AZ1       | absent | host1  |

  @since:2.91 @boundary @disruptive @needs:stepped-clock @needs:two-zones @op:servers.migrate
  Scenario Outline: <row> booted in <boot zone>, unshelved with zone <zone> and host <host>: a migration does not leave AZ1
    Given a shelved-offloaded server booted in <boot zone>
    And the admin has unshelved it with zone <zone> and host <host>
    And the compute services of AZ1 are disabled
    When the admin sends POST /servers/{server}/action at 2.91 with the body
      """json
      {"migrate": null}
      """
    Then the request is answered 202
    And the action ended in Error at cold_migrate
    And the server ends on AZ1

    Examples: the pin at a migration (which a real cloud needs hosts for that can do it)
      | row     | boot zone | zone   | host   |
      | UTH-42g | no zone   | AZ1    | absent |
      | UTH-46h | AZ1       | absent | host1  |

  @since:2.91 @boundary @disruptive @needs:stepped-clock @needs:two-zones @op:servers.migrate-live
  Scenario Outline: <row> booted in <boot zone>, unshelved with zone <zone> and host host1: a live migration is free to leave AZ1
    Given a shelved-offloaded server booted in <boot zone>
    And the admin has unshelved it with zone <zone> and host host1
    And the compute services of AZ1 are disabled
    When the admin sends POST /servers/{server}/action at 2.91 with the body
      """json
      {"os-migrateLive": {"host": null, "block_migration": "auto"}}
      """
    Then the request is answered 202
    And the action ended in Success at conductor_live_migrate_instance
    And the server ends on any host

    Examples: no pin at a live migration (which a real cloud needs hosts for that can do it)
      | row     | boot zone | zone   |
      | UTH-41k | no zone   | absent |
      | UTH-47g | AZ1       | null   |

  @since:2.91 @disruptive @needs:two-zones @needs:pin-shown
  Scenario Outline: <row> no host is found: booted in <boot zone>, zone <zone>, host <host>, the server is pinned to <pin> then
    Given a shelved-offloaded server booted in <boot zone>
    And the compute services of <down> are down
    When the admin unshelves it at 2.91 with zone <zone> and host <host>
    Then the request is answered <status>
    And the server ends on (shelved), pinned to <pin>
    And the server shows no fault
    And the action ended in Error at schedule_instances

    Examples: the pin where no host is found
      | row      | boot zone | down | zone   | host   | status | pin    |
      | UTH-64y  | AZ1       | AZ1  | absent | absent | 202    | AZ1    |
      | UTH-64z  | AZ1       | AZ1  | absent | host1  | 202    | AZ1    |
      | UTH-64za | AZ1       | AZ2  | AZ2    | absent | 202    | AZ2    |
      | UTH-64zb | AZ1       | AZ2  | AZ2    | host2  | 202    | AZ2    |
      | UTH-64zc | no zone   | AZ1  | AZ1    | absent | 202    | AZ1    |
      | UTH-64zd | no zone   | AZ1  | absent | host1  | 202    | (none) |
      | UTH-64ze | AZ1       | AZ2  | null   | host2  | 202    | (none) |

  @since:2.91 @disruptive @needs:two-zones
  Scenario: UTH-N15b a host outside the zone is refused before anybody looks whether it can be used
    Given a shelved-offloaded server booted in AZ1
    And the compute service of host2 is disabled
    When the admin unshelves it at 2.91 with zone absent and host host2
    Then the request is answered 409
    And the fault is conflictingRequest saying "is not in the availability zone"
    And the server is still SHELVED_OFFLOADED

  @since:2.91 @disruptive
  Scenario: UTH-N16a a server that found no host can be unshelved elsewhere
    Given a shelved-offloaded server booted in no zone
    And the compute service of host1 is disabled
    And the admin tried in vain to unshelve it to host1
    When the admin unshelves it at 2.91 with zone absent and host absent
    Then the request is answered 202
    And the server ends on any host

  @since:2.91 @needs:block-storage @needs:fault-rules @before:none
  Scenario Outline: <row> a server whose volumes cannot be attached on its new host stays where it was: zone <zone> and host <host>
    Given a volume-backed shelved-offloaded server booted in no zone
    And block storage refuses with <answer> to <what> attachments
    When the admin unshelves it at 2.91 with zone <zone> and host <host>
    Then the request is answered 202
    And the action ended in Error at compute_unshelve_instance
    And the server is still SHELVED_OFFLOADED

    Examples: volumes that cannot be attached
      | row      | zone   | host   | answer | what     |
      | UTH-68zx | absent | host1  | 500    | connect  |
      | UTH-68zy | absent | absent | 500    | complete |

  @since:2.91 @disruptive
  Scenario Outline: <row> the second try in vain leaves what the first one did: zone <zone>
    Given a shelved-offloaded server booted in no zone
    And the compute service of host1 is disabled
    And the admin tried in vain to unshelve it to host1
    When the admin unshelves it at 2.91 with zone <zone> and host host1
    Then the request is answered 202
    And the action ended in Error at schedule_instances
    And the server is still SHELVED_OFFLOADED

    Examples: tries in vain
      | row      | zone   |
      | UTH-N16h | absent |
      | UTH-N16i | null   |

  @since:2.91 @disruptive @needs:reimage-trait
  Scenario: UTH-N16c a host that lacks what the server's image asks for is no host to go to
    Given a server whose image asks for COMPUTE_REBUILD_BFV
    And the admin has taken COMPUTE_REBUILD_BFV from the host of the server
    And the server is shelved and offloaded again
    When the admin unshelves it at 2.91 with zone absent and host the host that it was on
    Then the request is answered 202
    And the server ends on (shelved)
    And the server shows no fault
    And the action ended in Error at schedule_instances

  @since:2.91 @disruptive @needs:choice-of-hosts
  Scenario: UTH-64f a zone one of whose services is disabled is available, and the server goes to another host of it
    Given a choice of hosts in AZ1
    And a shelved-offloaded server booted in no zone
    And the compute service of host1 is disabled
    When the member unshelves it at 2.91 with zone AZ1
    Then the request is answered 202
    And the server ends on AZ1

  @since:2.91
  Scenario: UTH-N17a a server whose image is gone ends in ERROR
    Given a shelved-offloaded server booted in no zone
    And the image that shelving made of it is deleted
    When the admin unshelves it at 2.91 with zone absent and host host1
    Then the request is answered 202
    And the server goes into ERROR
    And the server shows a fault 404 saying "Unshelve attempted but the image"
    And the action ended in Error at get_image_info
    And the server says at /server/OS-EXT-AZ:availability_zone ""
    And the server says at /server/hostId ""
    And the server says at /server/OS-EXT-STS:vm_state "error"
    And the server says at /server/OS-EXT-STS:task_state "unshelving"

  @since:2.91 @disruptive
  Scenario: UTH-N17b the image is looked for before a host
    Given a shelved-offloaded server booted in no zone
    And the image that shelving made of it is deleted
    And the compute service of host1 is disabled
    When the admin unshelves it at 2.91 with zone absent and host host1
    Then the request is answered 202
    And the server goes into ERROR
    And the server shows a fault saying "Unshelve attempted but the image"

  @op:servers.shelve
  Scenario: UTH-N17c shelving makes an image of the server's disk, which is what it comes back from
    Given a server booted in no zone
    When the member shelves it at 2.91
    Then the request is answered 202
    And the server rests or is off its host
    And the image that shelving made of it is active

  @since:2.91 @disruptive @needs:placement @needs:deployment-settings
  Scenario Outline: <row> a host with a <what> less than the server needs is no host to go to
    Given a shelved-offloaded server booted in no zone
    And host1 has room for a <what> less than the server needs
    When the admin unshelves it at 2.91 with zone absent and host host1
    Then the request is answered <status>
    And the server ends on (shelved)
    And the server shows no fault
    And the action ended in Error at schedule_instances

    Examples: hosts without room
      | row     | what          | status |
      | UTH-64g | MiB of memory | 202    |
      | UTH-64h | GiB of disk   | 202    |

  @since:2.91 @disruptive @needs:placement @needs:deployment-settings
  Scenario Outline: <row> a host that has just the <what> that the server needs will do
    Given a shelved-offloaded server booted in no zone
    And host1 has room for every <what> that the server needs, and no more
    When the admin unshelves it at 2.91 with zone absent and host host1
    Then the request is answered <status>
    And the server ends on host1

    Examples: hosts with just enough room
      | row     | what          | status |
      | UTH-64i | MiB of memory | 202    |
      | UTH-64j | GiB of disk   | 202    |

  @since:2.91 @disruptive @needs:placement
  Scenario Outline: <row> a host of which others have taken so much that a <what> is missing is no host to go to
    Given a shelved-offloaded server booted in no zone
    And others have left of host1 a <what> less than the server needs
    When the admin unshelves it at 2.91 with zone absent and host host1
    Then the request is answered <status>
    And the server ends on (shelved)
    And the server shows no fault
    And the action ended in Error at schedule_instances

    Examples: hosts that others have filled
      | row     | what          | status |
      | UTH-64l | processor     | 202    |
      | UTH-64m | MiB of memory | 202    |
      | UTH-64n | GiB of disk   | 202    |

  @since:2.91 @disruptive @needs:placement
  Scenario Outline: <row> a host of which others have left just the <what> that the server needs will do
    Given a shelved-offloaded server booted in no zone
    And others have left of host1 every <what> that the server needs, and no more
    When the admin unshelves it at 2.91 with zone absent and host host1
    Then the request is answered <status>
    And the server ends on host1

    Examples: hosts of which others have left enough
      | row     | what          | status |
      | UTH-64o | processor     | 202    |
      | UTH-64p | MiB of memory | 202    |
      | UTH-64q | GiB of disk   | 202    |

  @since:2.91 @disruptive @needs:deployment-settings
  Scenario: UTH-64r where hosts are kept for projects, another project's is no host to go to
    Given a shelved-offloaded server booted in no zone
    And an aggregate of host1 for the other project
    And hosts are kept for the projects of their aggregates
    When the admin unshelves it at 2.91 with zone absent and host host1
    Then the request is answered 202
    And the server ends on (shelved)
    And the server shows no fault
    And the action ended in Error at schedule_instances

  @since:2.91 @disruptive @needs:deployment-settings
  Scenario Outline: <row> a host for <whom> will do where hosts are kept for <kept>
    Given a shelved-offloaded server booted in no zone
    And an aggregate of host1 for <whom>
    And hosts are kept for <kept>
    When the admin unshelves it at 2.91 with zone absent and host host1
    Then the request is answered <status>
    And the server ends on host1

    Examples: hosts that are kept for projects
      | row     | whom                           | kept                             | status |
      | UTH-64s | nobody                         | the projects of their aggregates | 202    |
      | UTH-64t | the project                    | the projects of their aggregates | 202    |
      | UTH-64u | the other project, the project | the projects of their aggregates | 202    |
      | UTH-64v | the other project              | nobody                           | 202    |

  @since:2.91 @disruptive @needs:deployment-settings
  Scenario Outline: <row> where hosts are kept for projects, the server's project counts and not the administrator's: host1 is kept for <whom>
    Given a shelved-offloaded server booted in no zone
    And an aggregate of host1 for <whom>
    And hosts are kept for the projects of their aggregates
    When the outsider-admin unshelves it at 2.91 with zone absent and host host1
    Then the request is answered 202
    And the server ends on <lands on>

    Examples: hosts that are kept for one project, and an administrator of another
      | row      | whom                           | lands on  |
      | UTH-64zf | the project                    | host1     |
      | UTH-64zg | the other project              | (shelved) |
      | UTH-64zh | the other project, the project | host1     |

  @since:2.91 @disruptive @needs:placement
  Scenario: UTH-64w the memory of the servers that a host has is taken, too
    Given two servers on host0
    And a shelved-offloaded server booted in no zone
    And others have left of host0 a MiB of memory less than the server needs
    When the admin unshelves it at 2.91 with zone absent and host host0
    Then the request is answered 202
    And the server ends on (shelved)
    And the server shows no fault
    And the action ended in Error at schedule_instances

  @since:2.91 @disruptive @needs:placement
  Scenario: UTH-64x the servers that a host has take no more than their processors of it
    Given two servers on host1
    And a shelved-offloaded server booted in no zone
    And others have left of host1 every processor that the server needs, and no more
    When the admin unshelves it at 2.91 with zone absent and host host1
    Then the request is answered 202
    And the server ends on host1
