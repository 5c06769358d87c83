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
