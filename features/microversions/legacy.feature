@spec:microversions @needs:legacy-v2
Feature: The legacy endpoint knows no microversions

  Scenario Outline: <row> /v2 does not look at <value>
    When the member sends GET /v2/servers at the root of compute with the headers
      | header   | value   |
      | <header> | <value> |
    Then the request is answered 200
    And the answer carries no microversion headers

    Examples: headers that /v2 ignores
      | row     | header                       | value         |
      | MVN-15a | OpenStack-API-Version        | compute 2.54  |
      | MVN-15b | OpenStack-API-Version        | compute 2.x   |
      | MVN-15c | OpenStack-API-Version        | compute 2.999 |
      | MVN-15d | X-OpenStack-Nova-API-Version | 2.54          |
      | MVN-15g | X-OpenStack-Nova-API-Version | 2.x           |
      | MVN-15h | X-OpenStack-Nova-API-Version | 2.999         |

  @op:limits.show
  Scenario Outline: <row> /v2 answers in its own form whatever <header> asks for
    When the member sends GET <path> at the root of compute with the headers
      | header   | value   |
      | <header> | <value> |
    Then the request is answered 200
    And the answer <has> /limits/absolute/maxPersonality

    Examples: answers that depend on the microversion
      | row     | path         | header                       | value        | has              |
      | MVN-15i | /v2/limits   | X-OpenStack-Nova-API-Version | 2.57         | has something at |
      | MVN-15j | /v2/limits   | OpenStack-API-Version        | compute 2.57 | has something at |

    @since:2.57 @boundary
    Examples: answers that depend on the microversion
      | row     | path         | header                       | value        | has              |
      | MVN-15k | /v2.1/limits | X-OpenStack-Nova-API-Version | 2.57         | has nothing at   |

  @op:servers.rebuild
  Scenario Outline: <row> a body sent to <root> with <header> <value>: <what>
    When the member sends POST <root>/servers/{unknown}/action at the root of compute with <header> <value> and the body
      """json
      <body>
      """
    Then the request is answered <status>
    And the fault is <fault> saying "<text>"

    Examples: bodies that depend on the root
      | row     | root  | header                       | value        | what                             | body                                                                                             | status | fault        | text                                                         |
      | MVN-15l | /v2   | X-OpenStack-Nova-API-Version | 2.54         | a key that 2.1 does not know     | {"rebuild": {"imageRef": "{unknown}", "key_name": 5}}                                            | 404    | itemNotFound | could not be found.                                          |
      | MVN-15m | /v2   | OpenStack-API-Version        | compute 2.54 | a key that 2.1 does not know     | {"rebuild": {"imageRef": "{unknown}", "key_name": 5}}                                            | 404    | itemNotFound | could not be found.                                          |
      | MVN-15o | /v2   | X-OpenStack-Nova-API-Version | 2.1          | an unknown key two levels down   | {"rebuild": {"imageRef": "{unknown}", "nope": 1}}                                                | 404    | itemNotFound | could not be found.                                          |
      | MVN-15p | /v2   | X-OpenStack-Nova-API-Version | 2.1          | an unknown key in a list         | {"rebuild": {"imageRef": "{unknown}", "personality": [{"path": "/a", "contents": "YQ==", "nope": 1}]}} | 404 | itemNotFound | could not be found.                                       |
      | MVN-15q | /v2.1 | X-OpenStack-Nova-API-Version | 2.1          | an unknown key in a list         | {"rebuild": {"imageRef": "{unknown}", "personality": [{"path": "/a", "contents": "YQ==", "nope": 1}]}} | 400 | badRequest   | Additional properties are not allowed ('nope' was unexpected) |
      | MVN-15r | /v2   | X-OpenStack-Nova-API-Version | 2.1          | a wrong value beside unknown keys | {"rebuild": {"imageRef": 5, "nope": 1}}                                                         | 400    | badRequest   | Invalid input for field/attribute imageRef.                  |
      | MVN-15s | /v2   | X-OpenStack-Nova-API-Version | 2.1          | unknown keys at two levels        | {"rebuild": {"imageRef": "{unknown}", "nope": 1, "personality": [{"path": "/a", "contents": "YQ==", "nope": 1}]}} | 404 | itemNotFound | could not be found.                             |
      | MVN-15t | /v2   | X-OpenStack-Nova-API-Version | 2.1          | an unknown key around a known one | {"rebuild": {"imageRef": "{unknown}", "imageRefs": 1}}                                           | 404    | itemNotFound | could not be found.                                          |
      | MVN-15u | /v2   | X-OpenStack-Nova-API-Version | 2.1          | an object for a text              | {"rebuild": {"imageRef": {"a": 1}}}                                                              | 400    | badRequest   | Invalid input for field/attribute imageRef. Value: {'a': 1}. |

    @since:2.54 @boundary
    Examples: bodies that depend on the root
      | row     | root  | header                       | value        | what                             | body                                                                                             | status | fault        | text                                                         |
      | MVN-15n | /v2.1 | X-OpenStack-Nova-API-Version | 2.54         | a key of 2.54                    | {"rebuild": {"imageRef": "{unknown}", "key_name": 5}}                                            | 400    | badRequest   | Invalid input for field/attribute key_name.                  |

  @op:keypairs.create
  Scenario: MVN-15e /v2 drops body keys that it does not know
    When the member imports a key pair through /v2 with a body key that nobody knows
    Then the request is answered 200
    And the answer carries no microversion headers
    And the member has the key pair of the answer

  @op:keypairs.create
  Scenario: MVN-15f /v2.1 refuses body keys that it does not know
    When the member imports a key pair at 2.1 with a body key that nobody knows
    Then the request is answered 400
    And the fault is badRequest saying "Additional properties are not allowed ('nope' was unexpected)"
