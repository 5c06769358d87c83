@spec:microversions
Feature: What the headers of an answer say
  The effective microversion, what an answer varies by, and request ids.

  Scenario Outline: <row> the echo on <case>
    When the <who> sends <method> <path> at 2.54
    Then the request is answered <status>
    And the answer is of type application/json
    And the answer echoes microversion 2.54
    And the answer varies by both microversion headers

    Examples: answers that echo the microversion
      | row     | case                | who    | method | path                          | status |
      | MVN-12a | a success           | member | GET    | /servers                      | 200    |
      | MVN-12b | a fault             | member | GET    | /servers/{unknown}            | 404    |
      | MVN-12c | a refused query     | member | GET    | /servers?limit=x              | 400    |
      | MVN-12d | a forbidden request | member | GET    | /servers/detail?all_tenants=1 | 403    |
      | MVN-12e | version discovery   | nobody | GET    | /                             | 200    |

  Scenario Outline: <row> a fault says which microversion latest was, asked for in <header>
    When the member sends GET <path> with the headers
      | header   | value   |
      | <header> | <value> |
    Then the request is answered <status>
    And the answer echoes microversion the newest

    Examples: faults at the newest microversion
      | row     | path               | header                       | value          | status |
      | MVN-05c | /servers/{unknown} | OpenStack-API-Version        | compute latest | 404    |
      | MVN-05d | /servers/{unknown} | X-OpenStack-Nova-API-Version | latest         | 404    |
      | MVN-05e | /servers?limit=x   | OpenStack-API-Version        | compute latest | 400    |

  @op:keypairs.delete
  Scenario: MVN-12f the echo on a success without a body
    Given the member has a key pair K1
    When the member deletes key K1 at 2.54
    Then the request is answered 204
    And the answer echoes microversion 2.54
    And the answer varies by both microversion headers

  @since:2.77 @boundary @op:servers.unshelve
  Scenario: MVN-12g the echo on what is accepted without a body
    Given a shelved-offloaded server booted in no zone
    When the member unshelves it at 2.77 with zone absent
    Then the request is answered 202
    And the answer echoes microversion 2.77
    And the answer varies by both microversion headers

  Scenario Outline: <row> no echo on <case>
    When the <who> sends <method> <path> at 2.54
    Then the request is answered <status>
    And the answer carries no microversion headers
    And the answer does not vary by microversion

    Examples: answers that do not
      | row     | case                         | who    | method | path     | status |
      | MVN-13a | a request without a token    | nobody | GET    | /servers | 401    |
      | MVN-13b | a path that does not exist   | member | GET    | /nope    | 404    |
      | MVN-13c | a method that does not exist | member | PATCH  | /servers | 404    |

  Scenario: MVN-13e who has no token is told where to get one
    When the nobody sends GET /servers at 2.54
    Then the request is answered 401
    And the answer says in the header WWW-Authenticate "Keystone uri="

  Scenario: MVN-13f whose token is none is told so, too
    When the member sends GET /servers with the headers
      | header       | value                 |
      | X-Auth-Token | plumbline-is-no-token |
    Then the request is answered 401
    And the fault is error
    And the answer says in the header WWW-Authenticate "Keystone uri="
    And the answer carries no microversion headers
    And the answer carries a request id under both names

  Scenario: MVN-13d no echo at the root of the service
    When the nobody sends GET / at the root of compute
    Then the request is answered 200
    And the answer carries no microversion headers

  Scenario Outline: <row> request ids on <case>
    When the <who> sends <method> <path> at <at>
    Then the request is answered <status>
    And the answer carries a request id under both names

    Examples: request ids
      | row     | case                       | who    | method | path               | at    | status |
      | MVN-14a | a success                  | member | GET    | /servers           | 2.54  | 200    |
      | MVN-14b | a fault                    | member | GET    | /servers/{unknown} | 2.54  | 404    |
      | MVN-14c | a request without a token  | nobody | GET    | /servers           | 2.54  | 401    |
      | MVN-14d | a path that does not exist | member | GET    | /nope              | 2.54  | 404    |
      | MVN-14e | a malformed microversion   | member | GET    | /servers           | 2.x   | 400    |
      | MVN-14f | a microversion too new     | member | GET    | /servers           | 2.999 | 406    |
      | MVN-14g | version discovery          | nobody | GET    | /                  | 2.1   | 200    |
