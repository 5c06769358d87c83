@spec:microversions
Feature: Query keys that nobody knows
  Dropped in older microversions, refused in newer ones, each operation in its own time.

  Scenario Outline: <row> GET <path> at <at>
    When the member sends GET <path> at <at>
    Then the request is answered <status>

    @op:servers.list
    Examples: servers
      | row     | path            | at  | status |
      | MVN-23a | /servers?nope=1 | 2.1 | 200    |

    @op:servers.list @since:2.74 @boundary
    Examples: servers, last before
      | row     | path                   | at   | status |
      | MVN-23b | /servers?nope=1        | 2.74 | 200    |
      | MVN-23c | /servers/detail?nope=1 | 2.74 | 200    |

    @op:servers.list @since:2.75 @boundary
    Examples: servers, first after
      | row     | path                   | at   | status |
      | MVN-23d | /servers?nope=1        | 2.75 | 400    |
      | MVN-23e | /servers/detail?nope=1 | 2.75 | 400    |
      | MVN-23f | /servers?_nope=1       | 2.75 | 200    |

    @op:servers.list @since:2.90 @boundary
    Examples: servers, between the first after and the newest
      | row      | path                   | at   | status |
      | MVN-23zu | /servers?nope=1        | 2.83 | 400    |
      | MVN-23zv | /servers?nope=1        | 2.90 | 400    |
      | MVN-23zw | /servers/detail?nope=1 | 2.83 | 400    |
      | MVN-23zx | /servers/detail?nope=1 | 2.90 | 400    |

    @op:flavors.list @since:2.74 @boundary
    Examples: flavors, last before
      | row     | path            | at   | status |
      | MVN-23g | /flavors?nope=1 | 2.74 | 200    |

    @op:flavors.list @since:2.75 @boundary
    Examples: flavors, first after
      | row     | path            | at   | status |
      | MVN-23h | /flavors?nope=1 | 2.75 | 400    |

    @op:keypairs.list @since:2.74 @boundary
    Examples: key pairs, last before
      | row     | path                | at   | status |
      | MVN-23i | /os-keypairs?nope=1 | 2.74 | 200    |

    @op:keypairs.list @since:2.75 @boundary
    Examples: key pairs, first after
      | row     | path                | at   | status |
      | MVN-23j | /os-keypairs?nope=1 | 2.75 | 400    |

    @op:limits.show @since:2.74 @boundary
    Examples: limits, last before
      | row     | path           | at   | status |
      | MVN-23k | /limits?nope=1 | 2.74 | 200    |

    @op:limits.show @since:2.75 @boundary
    Examples: limits, first after
      | row     | path           | at   | status |
      | MVN-23l | /limits?nope=1 | 2.75 | 400    |

    @op:zones.list @since:2.75 @boundary
    Examples: zones, which go on dropping them
      | row     | path                         | at   | status |
      | MVN-23m | /os-availability-zone?nope=1 | 2.75 | 200    |

    @op:zones.list @since:2.102 @boundary
    Examples: everything from 2.102
      | row     | path                         | at    | status |
      | MVN-23n | /os-availability-zone?nope=1 | 2.102 | 400    |

  @op:servers.list
  Scenario: MVN-23o a wrong value of a query key that is known is named
    When the member sends GET /servers?limit=x at 2.54
    Then the request is answered 400
    And the fault is badRequest saying "Invalid input for query parameters limit. Value: x."

  Scenario Outline: <row> an unrouted <what> for a client that accepts <accept>
    When the member sends <method> <path> with the headers
      | header | value    |
      | Accept | <accept> |
    Then the request is answered 404
    And the answer is of type <type>
    And the answer carries no microversion headers

    Examples: unrouted paths by Accept
      | row     | what   | method | path     | accept           | type             |
      | MVN-24a | path   | GET    | /nope    | application/json | application/json |
      | MVN-24b | path   | GET    | /nope    | text/html        | text/html        |
      | MVN-24c | path   | GET    | /nope    | text/plain       | text/plain       |
      | MVN-24d | path   | GET    | /nope    | application/xml  | text/plain       |
      | MVN-24e | method | DELETE | /servers | application/json | application/json |
      | MVN-24g | path   | GET    | /nope    | nothing          | text/plain       |
      | MVN-24m | path   | GET    | /nope    | */*              | text/html        |
      | MVN-24n | path   | GET    | /nope    | application/*    | application/json |
      | MVN-24o | path   | GET    | /nope    | APPLICATION/JSON | application/json |

    Examples: unrouted paths by several types with weights
      | row     | what   | method | path     | accept                                  | type             |
      | MVN-24p | path   | GET    | /nope    | text/html, application/json;q=0.9       | text/html        |
      | MVN-24q | path   | GET    | /nope    | text/html;q=0.1, application/json       | application/json |
      | MVN-24r | path   | GET    | /nope    | application/json;q=0.4, text/html;q=0.5 | text/html        |
      | MVN-24s | method | DELETE | /servers | application/json, text/plain;q=0.5      | application/json |

  Scenario Outline: <row> <first> in front of a path can be no project's id
    When the member sends GET /<first>/servers at 2.54
    Then the request is answered 404
    And the answer carries no microversion headers

    Examples: first parts of a path that are no project's id
      | row     | first     |
      | MVN-24h | plumbline |
      | MVN-24i | a-project |
      | MVN-24j | ABCDEF    |
      | MVN-24l | f.1       |

  Scenario: MVN-24k a project's id without a path behind it is a path that does not exist
    When the member sends GET /feed at 2.54
    Then the request is answered 404
    And the answer carries no microversion headers

  Scenario: MVN-24f the JSON form of an unrouted path
    When the member sends GET /nope with the headers
      | header | value            |
      | Accept | application/json |
    Then the request is answered 404
    And the answer says at /code "404 Not Found"
    And the answer says at /title "Not Found"

  @op:flavors.update
  Scenario Outline: <row> an operation <when>
    When the member sends PUT /flavors/{unknown} at <at> with the body
      """json
      {"flavor": {"description": null}}
      """
    Then the request is answered <status>
    And the fault is <fault>
    And the answer echoes microversion <at>

    @since:2.54 @boundary
    Examples: before it exists
      | row     | when             | at   | status | fault        |
      | MVN-25a | before it exists | 2.54 | 404    | itemNotFound |

    @since:2.55 @boundary
    Examples: when it exists
      | row     | when           | at   | status | fault     |
      | MVN-25b | when it exists | 2.55 | 403    | forbidden |
