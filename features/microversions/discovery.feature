@spec:microversions
Feature: Every service says without a token which versions it has

  Scenario: MVN-16a compute, all versions
    When the nobody sends GET / at the root of compute
    Then the request is answered 200
    And the answer lists version v2.1 as CURRENT from 2.1 to the newest
    And version v2.1 of the answer links to itself

  @op:versions.show
  Scenario Outline: <row> compute, the version below <path>
    When the nobody sends GET <path> at the root of compute
    Then the request is answered 200
    And the answer is version v2.1 as CURRENT from 2.1 to the newest
    And the version of the answer links to itself
    And the answer says at /version/media-types/0/type "application/vnd.openstack.compute+json;version=2.1"
    And the answer echoes microversion 2.1

    Examples: compute
      | row     | path   |
      | MVN-16b | /v2.1/ |
      | MVN-16c | /v2.1  |

  @op:versions.show
  Scenario Outline: <row> compute, the version asked for with <header> <value>
    When the nobody sends GET /v2.1/ at the root of compute with the headers
      | header   | value   |
      | <header> | <value> |
    Then the request is answered <status>
    And the fault is <fault> saying "<text>"

    Examples: compute, versions that are none
      | row     | header                       | value         | status | fault        | text                                           |
      | MVN-16o | OpenStack-API-Version        | compute 2.x   | 400    | badRequest   | API Version String 2.x is of invalid format.   |
      | MVN-16p | X-OpenStack-Nova-API-Version | 2.x           | 400    | badRequest   | API Version String 2.x is of invalid format.   |
      | MVN-16q | OpenStack-API-Version        | compute 2.999 | 406    | computeFault | Version 2.999 is not supported by the API.     |
      | MVN-16r | X-OpenStack-Nova-API-Version | 2.0           | 406    | computeFault | Version 2.0 is not supported by the API.       |

  Scenario: MVN-16d compute, a path that belongs to no version
    When the nobody sends GET /nope at the root of compute
    Then the request is answered 300
    And the answer offers v2.1 as a choice

  @needs:legacy-v2
  Scenario: MVN-16e compute, the legacy version
    When the nobody sends GET /v2/ at the root of compute
    Then the request is answered 200
    And the answer is version v2.0 without microversions

  Scenario Outline: <row> <service>
    When the nobody sends GET <path> at the root of <service>
    Then the request is answered <status>
    And the answer lists version <id> as <state>

    Examples: identity
      | row     | service  | path | status | id | state  |
      | MVN-16f | identity | /    | 300    | v3 | stable |

    @needs:image
    Examples: image
      | row     | service | path      | status | id | state   |
      | MVN-16g | image   | /         | 300    | v2 | CURRENT |
      | MVN-16h | image   | /versions | 200    | v2 | CURRENT |

    @needs:network
    Examples: network
      | row     | service | path | status | id   | state   |
      | MVN-16i | network | /    | 200    | v2.0 | CURRENT |

    @needs:orchestration
    Examples: orchestration
      | row     | service       | path | status | id   | state   |
      | MVN-16j | orchestration | /    | 300    | v1.0 | CURRENT |

    @needs:block-storage
    Examples: block storage
      | row     | service       | path | status | id   | state   |
      | MVN-16k | block-storage | /    | 300    | v3.0 | CURRENT |

    @needs:placement
    Examples: placement
      | row     | service   | path | status | id   | state   |
      | MVN-16l | placement | /    | 200    | v1.0 | CURRENT |

  Scenario: MVN-16m identity, the version
    When the nobody sends GET /v3 at the root of identity
    Then the request is answered 200
    And the answer is version v3 as stable
    And the version of the answer links to itself as v3
    And the answer carries no microversion headers

  Scenario: MVN-16n identity sends who asks for the versions on to the only one
    When the nobody sends GET / at the root of identity
    Then the request is answered 300
    And the answer says in the header Location "/v3"
    And the answer leads to where version v3 of it is
    And version v3 of the answer links to itself

  @needs:image
  Scenario Outline: <row> image links to its versions: GET <path>
    When the nobody sends GET <path> at the root of image
    Then the request is answered <status>
    And version v2 of the answer links to itself

    Examples: links to the versions of image
      | row     | path      | status |
      | MVN-16s | /         | 300    |
      | MVN-16t | /versions | 200    |

  Scenario Outline: <row> <service> links to its versions, too: GET <path>
    When the nobody sends GET <path> at the root of <service>
    Then the request is answered <status>
    And version <id> of the answer links to itself

    @needs:network
    Examples: links to the versions of network
      | row     | service | path | status | id   |
      | MVN-16u | network | /    | 200    | v2.0 |

    @needs:orchestration
    Examples: links to the versions of orchestration
      | row     | service       | path | status | id |
      | MVN-16v | orchestration | /    | 300    | v1 |

    @needs:block-storage
    Examples: links to the versions of block storage
      | row     | service       | path | status | id |
      | MVN-16w | block-storage | /    | 300    | v3 |

  @needs:network
  Scenario: MVN-16x network tells who has a token what its version has
    When the member sends GET /v2.0/ at the root of network
    Then the request is answered 200
    And each resource of the answer links to itself below /v2.0/

  Scenario Outline: <row> <service> tells of <path> only to who has a token
    When the nobody sends GET <path> at the root of <service>
    Then the request is answered <status>

    @needs:network
    Examples: versions of network that need a token
      | row     | service | path   | status |
      | MVN-16y | network | /v2.0/ | 401    |

    @needs:block-storage
    Examples: versions of block storage that need a token
      | row     | service       | path | status |
      | MVN-16z | block-storage | /v3/ | 401    |

  @needs:block-storage
  Scenario: MVN-16za block storage lists its version to who has a token
    When the member sends GET /v3/ at the root of block-storage
    Then the request is answered 200
    And the answer lists version v3.0 as CURRENT
    And version v3 of the answer links to itself
