@spec:microversions @op:servers.show
Feature: What a server shows from a microversion on
  The state of its host, its tags, the values of its flavor, the properties of its image.

  Scenario Outline: <row> at <at> a server has <what> at <where>
    Given a server
    When the admin sends GET /servers/{server} at <at>
    Then the request is answered 200
    And the answer has <what> at <where>

    Examples: fields that come and go
      | row     | at   | what      | where                                   |
      | MVN-29a | 2.15 | nothing   | /server/host_status                     |
      | MVN-29b | 2.46 | something | /server/flavor/id                       |
      | MVN-29c | 2.46 | nothing   | /server/flavor/vcpus                    |
      | MVN-29d | 2.47 | nothing   | /server/flavor/id                       |
      | MVN-29e | 2.97 | nothing   | /server/image/properties                |
      | MVN-29f | 2.98 | something | /server/image/properties/base_image_ref |

  Scenario Outline: <row> at <at> a server shows the <who> <what> at <where>
    Given a server
    When the <who> sends GET /servers/{server} at <at>
    Then the request is answered 200
    And the answer has <what> at <where>

    Examples: fields for administrators
      | row     | at   | who    | what      | where                        |
      | MVN-29r | 2.16 | member | nothing   | /server/host_status          |
      | MVN-29s | 2.16 | admin  | something | /server/host_status          |
      | MVN-29t | 2.1  | member | nothing   | /server/OS-EXT-SRV-ATTR:host |
      | MVN-29u | 2.1  | admin  | something | /server/OS-EXT-SRV-ATTR:host |

  Scenario Outline: <row> at <at> a server shows the values of its flavor
    Given a server
    When the member sends GET /servers/{server} at <at>
    Then the request is answered 200
    And the server in the answer shows the values of its flavor

    Examples: the values of a flavor
      | row     | at   |
      | MVN-29g | 2.47 |
      | MVN-29h | 2.75 |

  Scenario Outline: <row> at <at> a server with a tag has <what> at <where>
    Given a server
    And the server has the tag plumbline
    When the member sends GET /servers/{server} at <at>
    Then the request is answered 200
    And the answer has <what> at <where>

    Examples: the tags of a server
      | row     | at   | what      | where                   |
      | MVN-29n | 2.25 | nothing   | /server/tags            |
      | MVN-29o | 2.26 | something | /server/tags/0          |
      | MVN-29p | 2.70 | nothing   | /server/server_groups   |
      | MVN-29q | 2.71 | nothing   | /server/server_groups/0 |

  Scenario Outline: <row> at <at> a server of which <what> says so, and the lists of servers show it as it is
    Given a server
    And <what>
    When the member sends GET /servers/{server} at <at>
    Then the request is answered 200
    And the answer says at <where> "<says>"
    And the list of servers shows the server to the member as it is

    Examples: what is said of a server, alone and in lists
      | row     | at   | what                                                          | where                 | says        |
      | MVN-29v | 2.73 | the member has locked the server for the reason "maintenance" | /server/locked_reason | maintenance |
      | MVN-29w | 2.26 | the server has the tag plumbline                              | /server/tags/0        | plumbline   |
      | MVN-29x | 2.19 | the server is described as "before"                           | /server/description   | before      |

  Scenario Outline: <row> at <at> <server> has something at <where>, and the lists of servers show it as it is
    Given the member has a key pair K1
    And <server>
    When the member sends GET /servers/{server} at <at>
    Then the request is answered 200
    And the answer has something at <where>
    And the list of servers shows the server to the member as it is

    @needs:block-storage
    Examples: volumes of a server, alone and in lists
      | row     | server                             | at  | where                                            |
      | MVN-29y | a volume-backed server with key K1 | 2.3 | /server/os-extended-volumes:volumes_attached/0/id |

    Examples: a group of a server, alone and in lists
      | row     | server                                 | at   | where                   |
      | MVN-29z | a server with key K1 in a server group | 2.71 | /server/server_groups/0 |

    @needs:network
    Examples: security groups, alone and in lists
      | row      | server                                       | at  | where                    |
      | MVN-29za | a server with key K1 on a network of its own | 2.1 | /server/security_groups/0 |

  @since:2.42 @op:servers.create
  Scenario Outline: <row> a server that the member creates at <at> with <keys> shows it ever after
    When the member creates a server at <at> with <keys>
    Then the request is answered <status>
    And the server says at <where> "<says>"

    Examples: what a creation says of a server
      | row      | at   | keys                                                                             | status | where                     | says           |
      | MVN-29zb | 2.42 | {"OS-DCF:diskConfig": "AUTO", "config_drive": true, "metadata": {"kind": "one"}} | 202    | /server/OS-DCF:diskConfig | AUTO           |
      | MVN-29zc | 2.42 | {"OS-DCF:diskConfig": "MANUAL", "accessIPv4": "192.0.2.7"}                       | 202    | /server/accessIPv4        | 192.0.2.7      |
      | MVN-29zd | 2.42 | {"accessIPv6": "2001:db8::7", "description": "made so"}                          | 202    | /server/description       | made so        |

    @since:2.52
    Examples: what a creation says of a server, and its tags
      | row      | at   | keys                                                                             | status | where                     | says           |
      | MVN-29ze | 2.52 | {"tags": ["two", "one"], "description": "made with tags"}                        | 202    | /server/description       | made with tags |

    @since:2.90
    Examples: what a creation says of a server, and its name as a host
      | row      | at   | keys                                                                             | status | where                     | says           |
      | MVN-29zf | 2.90 | {"hostname": "made-host", "description": "made as a host"}                       | 202    | /server/description       | made as a host |

  Scenario: MVN-29i the host of a server is up
    Given a server
    When the admin sends GET /servers/{server} at 2.16
    Then the request is answered 200
    And the answer says at /server/host_status "UP"

  @needs:two-zones
  Scenario: MVN-29j a server on no host has none that is in any state
    Given a shelved-offloaded server booted in no zone
    When the admin sends GET /servers/{server} at 2.16
    Then the request is answered 200
    And the answer says at /server/host_status ""

  @disruptive @needs:two-zones
  Scenario Outline: <row> where the compute services of its zone are <how> the host of a server is <state>
    Given a server booted in AZ1
    And the compute services of AZ1 are <how>
    When the admin sends GET /servers/{server} at 2.16
    Then the request is answered 200
    And the answer says at /server/host_status "<state>"

    Examples: states of the host of a server
      | row     | how      | state       |
      | MVN-29k | disabled | MAINTENANCE |
      | MVN-29l | down     | DOWN        |

  @disruptive @needs:two-zones
  Scenario: MVN-29m where the compute services of its zone are disabled and down the host of a server is down
    Given a server booted in AZ1
    And the compute services of AZ1 are disabled
    And the compute services of AZ1 are down
    When the admin sends GET /servers/{server} at 2.16
    Then the request is answered 200
    And the answer says at /server/host_status "DOWN"

  @since:2.16 @disruptive @needs:two-zones
  Scenario Outline: <row> an administrator is told that the host of a server, whose service is <how>, is <state>
    Given two servers on host1
    And the compute service of host1 is <how>
    When the admin sends GET /servers/{server} at 2.16
    Then the request is answered <status>
    And the answer says at /server/host_status "<state>"

    Examples: the state of a host
      | row      | how               | status | state       |
      | MVN-29cg | disabled          | 200    | MAINTENANCE |
      | MVN-29ch | down              | 200    | DOWN        |
      | MVN-29ci | disabled and down | 200    | DOWN        |
