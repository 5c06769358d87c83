@spec:unshelve-to-host @op:servers.unshelve
Feature: A server is unshelved to a host
  What the specification was written for, and what anyone sees of it.

  @since:2.91 @needs:two-zones
  Scenario Outline: <row> an administrator names <host>, and the server comes up there
    Given a shelved-offloaded server booted in no zone
    And a second has gone by
    When the admin unshelves it at 2.91 with zone absent and host <host>
    Then the request is answered <status>
    And the server ends on <host>
    And the server was launched anew
    And the newest action of the server is unshelve by the admin
    And the events of the action are, newest last, get_image_info, schedule_instances, compute_unshelve_instance
    And the image that shelving made of it is gone
    And the hypervisor of its host, and no other one, has the server

    Examples: the use case, to one host and to another
      | row     | host  | status |
      | UTH-01  | host1 | 202    |
      | UTH-01b | host2 | 202    |

  @since:2.91 @needs:two-zones
  Scenario: UTH-01h another shelved-offloaded server of the same user stays offloaded
    Given the member has a key pair K1
    And a shelved-offloaded server booted in no zone
    And another shelved-offloaded server with key K1
    When the admin unshelves it at 2.91 with zone absent and host host1
    Then the request is answered 202
    And the server ends on host1
    And the other server stays as it was

  @since:2.91 @needs:two-zones
  Scenario Outline: <row> the server that comes up on <host> still has what it had
    Given a server booted in no zone
    And the server has the tag plumbline
    And the server has access addresses and metadata of its own
    And the server is described as "before"
    And the server is shelved and offloaded again
    When the admin unshelves it at 2.91 with zone absent and host <host>
    Then the request is answered <status>
    And the server ends on <host>
    And the server says at /server/tags/0 "plumbline"

    Examples: what an unshelve does not name
      | row     | host  | status |
      | UTH-14f | host1 | 202    |
      | UTH-14g | host2 | 202    |

  @since:2.91 @needs:two-zones
  Scenario Outline: <row> a server <with> that comes up on the host still has it, and its key
    Given the member has a key pair K1
    And a server with key K1 <with>
    And the server is shelved and offloaded again
    When the admin unshelves it at 2.91 with zone absent and host <host>
    Then the request is answered <status>
    And the server ends on <host>
    And the server has key K1

    Examples: what only the creation of an unshelved server gave it
      | row     | with                      | host  | status |
      | UTH-14h | and a configuration drive | host1 | 202    |
      | UTH-14i | in a server group         | host2 | 202    |

  @since:2.91 @needs:two-zones @needs:metadata
  Scenario Outline: <row> the guest that comes up on <host> is given the key that it was given before
    Given the member has a key pair K1
    And a server with key K1
    And the server is shelved and offloaded again
    When the admin unshelves it at 2.91 with zone absent and host <host>
    Then the request is answered 202
    And the server ends on <host>
    And the guest is given exactly key K1

    Examples: the key of the guest
      | row     | host  |
      | UTH-14j | host1 |
      | UTH-14k | host2 |

  @since:2.91 @needs:two-zones
  Scenario Outline: <row> the server that comes up on <host> still has its user data
    Given a server booted in no zone
    And the member has rebuilt the server at 2.57 with user_data
    And the server is shelved and offloaded again
    When the admin unshelves it at 2.91 with zone absent and host <host>
    Then the request is answered 202
    And the server ends on <host>
    And the admin sees of the server at /server/OS-EXT-SRV-ATTR:user_data "IyEvYmluL3RydWUK"

    Examples: the user data of the server
      | row     | host  |
      | UTH-14l | host1 |
      | UTH-14m | host2 |

  @since:2.91 @needs:host-without-zone
  Scenario: UTH-01e the event of the action tells the host by the name that was asked for
    Given a shelved-offloaded server booted in no zone
    When the admin unshelves it at 2.91 with zone absent and host host0
    Then the request is answered 202
    And the server ends on host0
    And the event compute_unshelve_instance is of the server's host
    And the hypervisor of its host, and no other one, has the server

  @since:2.91 @needs:block-storage @needs:two-zones
  Scenario Outline: <row> a volume-backed server comes up on <host> with the volume it had
    Given a volume-backed shelved-offloaded server booted in no zone
    When the admin unshelves it at 2.91 with zone absent and host <host>
    Then the request is answered <status>
    And the server ends on <host>
    And the root volume becomes in-use
    And the attachment of the root volume has a connection
    And the server still boots from the root volume
    And the events of the action are, newest last, schedule_instances, compute_unshelve_instance
    And the hypervisor of its host, and no other one, has the server

    Examples: volume-backed, to one host and to another
      | row     | host  | status |
      | UTH-68  | host1 | 202    |
      | UTH-68b | host2 | 202    |

    @needs:host-without-zone
    Examples: volume-backed, to a host of no zone
      | row     | host  | status |
      | UTH-68s | host0 | 202    |

  @since:2.91 @needs:block-storage @needs:pin @needs:two-zones
  Scenario Outline: <row> what a volume-backed server booted in AZ1 is pinned to, unshelved with zone <zone> and host <host>
    Given a volume-backed shelved-offloaded server booted in AZ1
    When the admin unshelves it at 2.91 with zone <zone> and host <host>
    Then the request is answered <status>
    And the server ends on <lands on>, pinned to <pin>

    Examples: the pin of a volume-backed server
      | row     | zone   | host   | status | lands on | pin    |
      | UTH-46i | absent | host1  | 202    | host1    | AZ1    |
      | UTH-47j | null   | host1  | 202    | host1    | (none) |
      | UTH-44j | absent | absent | 202    | AZ1      | AZ1    |
      | UTH-45j | null   | absent | 202    | any host | (none) |
      | UTH-48g | AZ1    | absent | 202    | AZ1      | AZ1    |
      | UTH-49f | AZ1    | host1  | 202    | host1    | AZ1    |
      | UTH-46n | absent | host2  | 409    | (shelved) | AZ1   |
      | UTH-49g | AZ1    | host2  | 409    | (shelved) | AZ1   |

    @needs:cross-zone-volumes
    Examples: the pin of a volume-backed server in another zone
      | row     | zone   | host   | status | lands on | pin    |
      | UTH-49e | AZ2    | host2  | 202    | host2    | AZ2    |
      | UTH-47k | null   | host2  | 202    | host2    | (none) |
      | UTH-48h | AZ2    | absent | 202    | AZ2      | AZ2    |
      | UTH-49h | AZ2    | host1  | 409    | (shelved) | AZ1   |

  @since:2.91 @needs:block-storage @needs:two-zones
  Scenario Outline: <row> <what> comes up on <host> with the data volume it had
    Given <what> booted in no zone
    And the server has a data volume
    And the server is shelved and offloaded again
    When the admin unshelves it at 2.91 with zone absent and host <host>
    Then the request is answered 202
    And the server ends on <host>
    And the data volume becomes in-use
    And the attachment of the data volume has a connection
    And the data volume is attached as it was before

    Examples: a data volume beside the root disk
      | row     | what                   | host  |
      | UTH-68h | a server               | host1 |
      | UTH-68i | a volume-backed server | host1 |
      | UTH-68j | a volume-backed server | host2 |

  @since:2.91 @needs:block-storage @needs:two-zones
  Scenario Outline: <row> a root volume that the compute service <fate> with its server comes up on <host> with it as such
    Given a server for which the compute service made a root volume that it <fate>
    And the server is shelved and offloaded again
    When the admin unshelves it at 2.91 with zone absent and host <host>
    Then the request is answered 202
    And the server ends on <host>
    And the root volume becomes in-use
    And the root volume is attached as it was before

    Examples: what becomes of the root volume with its server
      | row     | fate    | host  |
      | UTH-68l | deletes | host1 |
      | UTH-68m | deletes | host2 |
      | UTH-68n | keeps   | host2 |

  @since:2.91 @needs:network @needs:two-zones
  Scenario Outline: <row> the port of the server goes along to <host>
    Given a shelved-offloaded server with a port
    When the admin unshelves it at 2.91 with zone absent and host <host>
    Then the request is answered <status>
    And the server ends on <host>
    And the port of the server is bound to its host

    Examples: the port, to one host and to another
      | row     | host  | status |
      | UTH-01c | host1 | 202    |
      | UTH-01d | host2 | 202    |

  @since:2.91 @needs:network @needs:two-zones
  Scenario: UTH-01f each port of a server that has two goes along
    Given a shelved-offloaded server with two ports
    When the admin unshelves it at 2.91 with zone absent and host host2
    Then the request is answered 202
    And the server ends on host2
    And the port of the server is bound to its host

  @since:2.91 @needs:block-storage @needs:two-zones
  Scenario Outline: <row> the <who> cannot send a volume-backed server to <host>: <status>
    Given a volume-backed shelved-offloaded server booted in AZ1
    When the <who> unshelves it at 2.91 with zone absent and host <host>
    Then the request is answered <status>
    And the fault is <fault> saying "<text>"
    And the server is still SHELVED_OFFLOADED

    Examples: volume-backed, refused
      | row     | who    | host    | status | fault              | text                                |
      | UTH-04e | member | host1   | 403    | forbidden          | unshelve_to_host                    |
      | UTH-20e | admin  | host2   | 409    | conflictingRequest | is not in the availability zone     |
      | UTH-60c | admin  | unknown | 400    | badRequest         | could not be found.                 |

  @since:2.91 @disruptive @needs:two-zones
  Scenario: UTH-14e the host is asked for once only: with none asked for, the server is free again
    Given a shelved-offloaded server booted in no zone
    And the admin has unshelved it with zone absent and host host1
    And the server is shelved and offloaded again
    And the compute service of host1 is disabled
    When the member unshelves it at 2.91 with zone absent
    Then the request is answered 202
    And the server ends on another zone

  @op:servers.shelve @needs:block-storage
  Scenario: UTH-68e a volume-backed server leaves its host at once, and its volume stays reserved for it
    Given a volume-backed server booted in no zone
    When the member shelves it at 2.91
    Then the request is answered 202
    And the server ends on (shelved)
    And the root volume becomes reserved
    And the attachment of the root volume lacks a connection

  @op:servers.shelve @needs:block-storage
  Scenario: UTH-68k each of the volumes of a server that leaves its host stays reserved for it
    Given a volume-backed server booted in no zone
    And the server has a data volume
    When the member shelves it at 2.91
    Then the request is answered 202
    And the server ends on (shelved)
    And the root volume becomes reserved
    And the data volume becomes reserved
    And the attachment of the data volume lacks a connection

  @op:servers.shelve @disruptive @needs:block-storage @needs:rests-shelved
  Scenario: UTH-68f a volume-backed server leaves its host at once where other shelved servers rest on theirs
    Given a volume-backed server booted in no zone
    And shelved servers rest on their hosts
    When the member shelves it at 2.91
    Then the request is answered 202
    And the server ends on (shelved)
    And the root volume becomes reserved

  @since:2.91 @needs:block-storage @needs:two-zones
  Scenario: UTH-68g a volume-backed server comes back a second time as it did the first
    Given a volume-backed shelved-offloaded server booted in no zone
    And the admin has unshelved it with zone absent and host host1
    And the server is shelved and offloaded again
    When the admin unshelves it at 2.91 with zone absent and host host2
    Then the request is answered 202
    And the server ends on host2
    And the root volume becomes in-use
    And the attachment of the root volume has a connection
    And the server still boots from the root volume

  @since:2.91 @needs:block-storage @needs:two-zones @needs:cross-zone-volumes
  Scenario Outline: <row> a volume-backed server goes to zone <zone>, though its volume is in none of the server's zones
    Given a volume-backed shelved-offloaded server booted in no zone
    When the member unshelves it at 2.91 with zone <zone>
    Then the request is answered <status>
    And the server ends on <zone>
    And the root volume becomes in-use

    Examples: volume-backed, to one zone and to another
      | row     | zone | status |
      | UTH-68c | AZ1  | 202    |
      | UTH-68d | AZ2  | 202    |

  @since:2.91
  Scenario: UTH-14b the host is asked for once only: it is no pin
    Given a shelved-offloaded server booted in no zone
    And the admin has unshelved it with zone absent and host host1
    And the server is shelved and offloaded again
    When the admin unshelves it at 2.91 with zone absent and host host2
    Then the request is answered 202
    And the server ends on host2

  @since:2.91 @needs:two-zones @before:none
  Scenario Outline: <row> the list of servers tells the same as the server: booted in <boot zone>, zone <zone>, host <host>
    Given a shelved-offloaded server booted in <boot zone>
    When the admin unshelves it at 2.91 with zone <zone> and host <host>
    Then the request is answered <status>
    And the server ends on <lands on>
    And the list of servers shows the server to the <reader> as it is

    Examples: the server in the list of servers
      | row     | boot zone | zone   | host   | status | lands on  | reader |
      | UTH-41h | no zone   | absent | host1  | 202    | host1     | member |
      | UTH-41i | no zone   | null   | host2  | 202    | host2     | admin  |
      | UTH-42c | no zone   | AZ1    | absent | 202    | AZ1       | member |
      | UTH-46f | AZ1       | absent | host2  | 409    | (shelved) | admin  |
      | UTH-47e | AZ1       | null   | host2  | 202    | host2     | member |
      | UTH-48c | AZ1       | AZ2    | absent | 202    | AZ2       | admin  |

  @since:2.96 @boundary @needs:pin-shown @needs:two-zones @op:servers.update
  Scenario Outline: <row> an update of the server answers what it is pinned to: booted in <boot zone>, unshelved with zone <zone> and host <host>
    Given a shelved-offloaded server booted in <boot zone>
    And the admin has unshelved it with zone <zone> and host <host>
    And a second has gone by
    When the member sends PUT /servers/{server} at 2.96 with the body
      """json
      {"server": {"name": "plumbline-renamed"}}
      """
    Then the request is answered 200
    And the answer says at /server/pinned_availability_zone <pin>
    And the answer says at /server/name "plumbline-renamed"
    And the server is shown as changed since

    Examples: the pin in the answer to an update
      | row     | boot zone | zone   | host   | pin          |
      | UTH-41j | no zone   | absent | host1  | null         |
      | UTH-47f | AZ1       | null   | host1  | null         |
      | UTH-48d | AZ1       | AZ2    | absent | "{zone:AZ2}" |

  @since:2.104 @boundary @needs:pin-shown @needs:two-zones @op:servers.update
  Scenario Outline: <row> an update of a server that is pinned to AZ1 names <to> as its pin
    Given a server booted in AZ1
    When the member sends PUT /servers/{server} at 2.104 with the body
      """json
      {"server": {"pinned_availability_zone": <to>}}
      """
    Then the request is answered <status>
    And the server is pinned to <pin>

    Examples: a pin that an update names
      | row     | to           | status | pin    |
      | UTH-44g | "{zone:AZ1}" | 200    | AZ1    |
      | UTH-48e | "{zone:AZ2}" | 409    | AZ1    |
      | UTH-45e | null         | 200    | (none) |

  @since:2.104 @boundary @needs:pin-shown @needs:two-zones @op:servers.update
  Scenario Outline: <row> an update of a server that is on no host and pinned to AZ1 names <to> as its pin
    Given a shelved-offloaded server booted in AZ1
    When the member sends PUT /servers/{server} at 2.104 with the body
      """json
      {"server": {"pinned_availability_zone": <to>}}
      """
    Then the request is answered <status>
    And the server is pinned to <pin>

    Examples: a pin that an update of a server on no host names
      | row     | to           | status | pin    |
      | UTH-44i | "{zone:AZ1}" | 200    | AZ1    |
      | UTH-48f | "{zone:AZ2}" | 409    | AZ1    |
      | UTH-45i | null         | 200    | (none) |

  @since:2.104 @boundary @needs:pin-shown @needs:two-zones @op:servers.update
  Scenario Outline: <row> the answer to an update that names <to> as the pin of a server in AZ1 tells it
    Given a server booted in AZ1
    When the member sends PUT /servers/{server} at 2.104 with the body
      """json
      {"server": {"pinned_availability_zone": <to>}}
      """
    Then the request is answered 200
    And the answer says at /server/pinned_availability_zone <to>

    Examples: the answer to an update that names a pin
      | row     | to           |
      | UTH-44h | "{zone:AZ1}" |
      | UTH-45f | null         |

  @since:2.104 @boundary @needs:pin-shown @needs:two-zones @needs:free-boot @op:servers.update
  Scenario Outline: <row> an update of a server in AZ2 that is pinned to no zone names <to> as its pin
    Given a shelved-offloaded server booted in no zone
    And the admin has unshelved it with zone absent and host host2
    When the member sends PUT /servers/{server} at 2.104 with the body
      """json
      {"server": {"pinned_availability_zone": <to>}}
      """
    Then the request is answered <status>
    And the server is pinned to <pin>

    Examples: a pin that an update of an unpinned server names
      | row     | to           | status | pin    |
      | UTH-42d | "{zone:AZ1}" | 409    | (none) |
      | UTH-42h | "{zone:AZ2}" | 200    | AZ2    |
      | UTH-40h | null         | 200    | (none) |
