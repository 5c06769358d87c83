@spec:unshelve-to-host @op:servers.unshelve
Feature: What a request to unshelve may say
  The grammar of the body by microversion: anything up to 2.76, a zone from 2.77, a zone or null and a host from 2.91.

  @until:2.76 @boundary @needs:two-zones
  Scenario Outline: <row> at <at> whatever is asked for is ignored: <body>
    Given a shelved-offloaded server booted in AZ2
    When the member unshelves it at <at> by the body
      """json
      <body>
      """
    Then the request is answered <status>
    And the server ends on AZ2

    Examples: before zones and hosts exist
      | row     | at   | body                                                | status |
      | UTH-03a | 2.1  | {"unshelve": {"host": "{host:host1}"}}              | 202    |
      | UTH-03b | 2.76 | {"unshelve": {"host": "nowhere"}}                   | 202    |
      | UTH-03c | 2.76 | {"unshelve": {"availability_zone": "nowhere"}}      | 202    |
      | UTH-03d | 2.76 | {"unshelve": {}}                                    | 202    |
      | UTH-03e | 2.76 | {"unshelve": {"foo": 1}}                            | 202    |
      | UTH-03f | 2.76 | {"unshelve": "anything"}                            | 202    |
      | UTH-03g | 2.1  | {"unshelve": null}                                  | 202    |
      | UTH-03h | 2.76 | {"unshelve": {"availability_zone": "{zone:AZ1}"}}   | 202    |
      | UTH-03i | 2.76 | {"unshelve": {"availability_zone": null}}           | 202    |

  @since:2.77 @until:2.90 @boundary
  Scenario Outline: <row> at <at> <what> is refused
    Given a shelved-offloaded server booted in no zone
    When the admin unshelves it at <at> by the body
      """json
      <body>
      """
    Then the request is answered 400
    And the fault is badRequest saying "<text>"
    And the server is still SHELVED_OFFLOADED

    Examples: bodies that only newer microversions know
      | row     | at   | what            | body                                                                               | text                                                              |
      | UTH-02a | 2.77 | a host          | {"unshelve": {"host": "{host:host1}"}}                                             | 'availability_zone' is a required property                        |
      | UTH-02b | 2.90 | a host          | {"unshelve": {"host": "{host:host1}"}}                                             | 'availability_zone' is a required property                        |
      | UTH-02c | 2.90 | a zone and host | {"unshelve": {"availability_zone": "{zone:AZ1}", "host": "{host:host1}"}}          | Additional properties are not allowed ('host' was unexpected)     |
      | UTH-13b | 2.90 | a null zone     | {"unshelve": {"availability_zone": null}}                                          | Invalid input for field/attribute availability_zone.              |

    Examples: bodies that no microversion from 2.77 to 2.90 knows
      | row      | at   | what              | body                                                          | text                                                         |
      | UTH-17c  | 2.77 | an empty object   | {"unshelve": {}}                                              | 'availability_zone' is a required property                   |
      | UTH-17d  | 2.90 | an empty object   | {"unshelve": {}}                                              | 'availability_zone' is a required property                   |
      | UTH-N02a | 2.77 | an empty zone     | {"unshelve": {"availability_zone": ""}}                       | Invalid input for field/attribute availability_zone.         |
      | UTH-N02b | 2.77 | a zone of 256     | {"unshelve": {"availability_zone": "{zone:256-characters}"}}       | Invalid input for field/attribute availability_zone.         |
      | UTH-N02c | 2.77 | a blank in front  | {"unshelve": {"availability_zone": " x"}}                     | An invalid 'name' value was provided.                |
      | UTH-N02d | 2.90 | a zone and foo    | {"unshelve": {"availability_zone": "{zone:AZ1}", "foo": "x"}} | Additional properties are not allowed ('foo' was unexpected) |
      | UTH-N02e | 2.90 | a text            | {"unshelve": "x"}                                             | Invalid input for field/attribute unshelve.                  |

  @since:2.91 @needs:two-zones
  Scenario Outline: <row> <body> is accepted for a server booted in <boot zone>
    Given a shelved-offloaded server booted in <boot zone>
    When the admin unshelves it at 2.91 by the body
      """json
      <body>
      """
    Then the request is answered <status>
    And the server ends on <lands on>

    Examples: the five bodies that the specification lists, and null
      | row     | boot zone | body                                                              | status | lands on |
      | UTH-11  | AZ1       | {"unshelve": null}                                                | 202    | AZ1      |
      | UTH-11b | AZ2       | {"unshelve": null}                                                | 202    | AZ2      |
      | UTH-12  | AZ1       | {"unshelve": {"availability_zone": "{zone:AZ2}"}}                 | 202    | AZ2      |
      | UTH-14a | no zone   | {"unshelve": {"host": "{host:host1}"}}                            | 202    | host1    |
      | UTH-14d | no zone   | {"unshelve": {"host": "{host:host2}"}}                            | 202    | host2    |
      | UTH-16  | AZ1       | {"unshelve": {"availability_zone": null, "host": "{host:host2}"}} | 202    | host2    |
      | UTH-16b | AZ2       | {"unshelve": {"availability_zone": null, "host": "{host:host1}"}} | 202    | host1    |

    @shipped
    Examples: the empty object, an empty host and doubled keys, shipped
      | row     | boot zone | body                                                                         | status | lands on |
      | UTH-14c | AZ2       | {"unshelve": {"host": ""}}                                                   | 202    | AZ2      |
      | UTH-17a | AZ2       | {"unshelve": {}}                                                             | 202    | AZ2      |
      | UTH-18a | AZ2       | {"unshelve": {"host": "{host:host1}", "host": "{host:host2}"}}               | 202    | host2    |
      | UTH-18b | AZ1       | {"unshelve": {"availability_zone": null, "availability_zone": "{zone:AZ2}"}} | 202    | AZ2      |

  @since:2.91 @needs:two-zones
  Scenario Outline: <row> a null zone from the <who> takes the pin away
    Given a shelved-offloaded server booted in AZ1
    When the <who> unshelves it at 2.91 by the body
      """json
      {"unshelve": {"availability_zone": null}}
      """
    Then the request is answered <status>
    And the server ends on any host
    And the server can be sent to host2, which is in another zone

    Examples: the third body that the specification lists
      | row     | who     | status |
      | UTH-13a | admin   | 202    |
      | UTH-13c | member2 | 202    |
      | UTH-13e | manager | 202    |

  @since:2.91 @needs:two-zones @needs:choice-of-hosts
  Scenario: UTH-15 a zone and one of its hosts
    Given a choice of hosts in AZ2
    And a shelved-offloaded server booted in AZ1
    When the admin unshelves it at 2.91 by the body
      """json
      {"unshelve": {"availability_zone": "{zone:AZ2}", "host": "{host:other}"}}
      """
    Then the request is answered 202
    And the server ends on the other host

  @since:2.91 @specified
  Scenario Outline: <row> <what> is refused
    Given a shelved-offloaded server booted in AZ1
    When the admin unshelves it at 2.91 by the body
      """json
      <body>
      """
    Then the request is answered <status>
    And the fault is badRequest
    And the server is still SHELVED_OFFLOADED

    Examples: the empty object and doubled keys, specified
      | row     | what            | body                                                                         | status |
      | UTH-17b | an empty object | {"unshelve": {}}                                                             | 400    |
      | UTH-18c | a host twice    | {"unshelve": {"host": "{host:host1}", "host": "{host:host1}"}}               | 400    |
      | UTH-18d | a zone twice    | {"unshelve": {"availability_zone": "{zone:AZ1}", "availability_zone": null}} | 400    |

    Examples: empty names, specified
      | row     | what                         | body                                                                | status |
      | UTH-78a | an empty host                | {"unshelve": {"host": ""}}                                          | 400    |
      | UTH-78b | an empty zone                | {"unshelve": {"availability_zone": ""}}                             | 400    |
      | UTH-78c | an empty host beside a zone  | {"unshelve": {"availability_zone": "{zone:AZ1}", "host": ""}}       | 400    |
      | UTH-78d | an empty zone beside a host  | {"unshelve": {"availability_zone": "", "host": "{host:host1}"}}     | 400    |
      | UTH-78e | an empty host beside null    | {"unshelve": {"availability_zone": null, "host": ""}}               | 400    |

  @since:2.91 @specified
  Scenario Outline: <row> <what> of one character is looked for, and not refused by the schema
    Given a shelved-offloaded server booted in AZ1
    When the admin unshelves it at 2.91 by the body
      """json
      <body>
      """
    Then the request is answered 400
    And the fault is badRequest saying "<text>"
    And the server is still SHELVED_OFFLOADED

    Examples: names of one character, specified
      | row     | what   | body                                     | text                                             |
      | UTH-78f | a host | {"unshelve": {"host": "?"}}              | Compute host ? could not be found.               |
      | UTH-78g | a zone | {"unshelve": {"availability_zone": "?"}} | The requested availability zone is not available |

  @since:2.91
  Scenario Outline: <row> <what> is refused by the schema
    Given a shelved-offloaded server booted in AZ1
    When the <who> unshelves it at 2.91 by the body
      """json
      <body>
      """
    Then the request is answered <status>
    And the fault is badRequest saying "<text>"
    And the server is still SHELVED_OFFLOADED

    Examples: bodies that the schema refuses
      | row      | what               | who    | body                                                         | status | text                                            |
      | UTH-19a  | another key        | admin  | {"unshelve": {"foo": "x"}}                                   | 400    | is not valid under any of the given schemas     |
      | UTH-19b  | a key beside host  | admin  | {"unshelve": {"host": "{host:host1}", "foo": "x"}}           | 400    | is not valid under any of the given schemas     |
      | UTH-10a  | a text             | member | {"unshelve": "x"}                                            | 400    | Invalid input for field/attribute unshelve.     |
      | UTH-10b  | a list             | member | {"unshelve": []}                                             | 400    | Invalid input for field/attribute unshelve.     |
      | UTH-10c  | a number           | member | {"unshelve": 5}                                              | 400    | Invalid input for field/attribute unshelve.     |
      | UTH-10d  | false              | member | {"unshelve": false}                                          | 400    | Invalid input for field/attribute unshelve.     |
      | UTH-N02f | a null host        | admin  | {"unshelve": {"host": null}}                                 | 400    | is not valid under any of the given schemas     |
      | UTH-N02g | a number for host  | admin  | {"unshelve": {"host": 1}}                                    | 400    | is not valid under any of the given schemas     |
      | UTH-N02h | a number for zone  | member | {"unshelve": {"availability_zone": 1}}                       | 400    | is not valid under any of the given schemas     |
      | UTH-N02i | a list for zone    | member | {"unshelve": {"availability_zone": ["{zone:AZ1}"]}}          | 400    | is not valid under any of the given schemas     |
      | UTH-N02j | a zone and null    | admin  | {"unshelve": {"availability_zone": "{zone:AZ1}", "host": null}} | 400 | is not valid under any of the given schemas     |

  @since:2.91 @before:same
  Scenario Outline: <row> <what> is no body of an action
    Given a shelved-offloaded server booted in no zone
    When the member unshelves it at 2.91 by the body
      """
      <body>
      """
    Then the request is answered <status>
    And the fault is badRequest saying "Malformed request body"
    And the server is still SHELVED_OFFLOADED

    Examples: bodies that are none
      | row      | what             | body                               | status |
      | UTH-67   | two actions      | {"unshelve": null, "shelve": null} | 400    |
      | UTH-N01a | an empty object  | {}                                 | 400    |
      | UTH-N01b | a key beside it  | {"unshelve": null, "host": "x"}    | 400    |
      | UTH-N01c | an end too early | {"unshelve":                       | 400    |

  @since:2.91 @shipped @needs:pin-shown
  Scenario: UTH-12b an empty zone is one: the server is pinned to it, and goes anywhere
    Given a shelved-offloaded server booted in AZ1
    When the member unshelves it at 2.91 with zone "" and host absent
    Then the request is answered 202
    And the server ends on any host
    And the server is pinned to ""

  @since:2.91 @shipped
  Scenario Outline: <row> no host is in an empty zone, whether it is asked for or left by an earlier unshelve
    Given a shelved-offloaded server booted in <boot zone>
    When the admin unshelves it at 2.91 with zone "" and host <host>
    Then the request is answered <status>
    And the fault is conflictingRequest saying "is not in the availability zone ""."
    And the server is still SHELVED_OFFLOADED

    Examples: an empty zone and a host
      | row     | boot zone | host  | status |
      | UTH-20c | no zone   | host1 | 409    |
      | UTH-20d | AZ1       | host1 | 409    |
