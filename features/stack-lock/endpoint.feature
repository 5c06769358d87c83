@spec:stack-lock @needs:orchestration
Feature: The actions of a stack
  One path takes every action. Which one is meant is checked before anything else is known about the request.

  Background:
    Given a stack that holds a value

  @shipped
  Scenario Outline: <row> <which> is sent <body> by the <who>: no release knows it
    When the <who> sends <which> the action <body>
    Then the request is answered 400
    And Heat refuses it as HTTPBadRequest saying "<text>"
    And the stack stays as it was

    Examples: actions that no release knows
      | row     | who      | which                           | body                           | text                            |
      | LCK-01a | member   | the stack                       | {"lock": null}                 | Invalid action lock specified   |
      | LCK-01b | member   | the stack                       | {"lock": {"level": "all"}}     | Invalid action lock specified   |
      | LCK-01c | member   | the stack                       | {"lock": {"level": "stacks"}}  | Invalid action lock specified   |
      | LCK-01d | member   | an unknown stack                | {"lock": null}                 | Invalid action lock specified   |
      | LCK-01e | reader   | the stack                       | {"lock": null}                 | Invalid action lock specified   |
      | LCK-01f | outsider | the stack in the member's project | {"lock": null}               | Invalid action lock specified   |
      | LCK-01g | admin    | an unknown stack                | {"lock": null}                 | Invalid action lock specified   |
      | LCK-02a | member   | the stack                       | {"unlock": null}               | Invalid action unlock specified |
      | LCK-02b | member   | an unknown stack                | {"unlock": null}               | Invalid action unlock specified |
      | LCK-02c | reader   | the stack                       | {"unlock": null}               | Invalid action unlock specified |

  Scenario Outline: <row> <which> is sent <body>: not one action
    When the member sends <which> the action <body>
    Then the request is answered 400
    And Heat refuses it as HTTPBadRequest saying "<text>"
    And the stack stays as it was

    Examples: bodies that are not one action
      | row     | which            | body                               | text                                                     |
      | LCK-03a | the stack        | {}                                 | No action specified                                      |
      | LCK-03b | the stack        | nothing                            | No action specified                                      |
      | LCK-03c | the stack        | []                                 | No action specified                                      |
      | LCK-03d | the stack        | "suspend"                          | No action specified                                      |
      | LCK-03e | the stack        | null                               | No action specified                                      |
      | LCK-03f | the stack        | 5                                  | No action specified                                      |
      | LCK-03g | the stack        | [{"suspend": null}]                | No action specified                                      |
      | LCK-03h | an unknown stack | {}                                 | No action specified                                      |
      | LCK-03i | the stack        | {"suspend"                         | Expecting ':' delimiter                                  |
      | LCK-03j | the stack        | {"suspend": null                   | Expecting ',' delimiter                                  |
      | LCK-03k | the stack        | suspend                            | No action specified                                      |
      | LCK-03l | the stack        | {"Suspend": null}                  | Invalid action Suspend specified                         |
      | LCK-03m | the stack        | {"": null}                         | Invalid action  specified                                |
      | LCK-04a | the stack        | {"suspend": null, "resume": null}  | Multiple actions specified                               |
      | LCK-04b | the stack        | {"lock": null, "unlock": null}     | Multiple actions specified                               |
      | LCK-04c | the stack        | {"check": null, "something": null} | Multiple actions specified                               |
      | LCK-04d | an unknown stack | {"suspend": null, "check": null}   | Multiple actions specified                               |

  Scenario Outline: <row> the <who> sends <which> a known action
    When the <who> sends <which> the action {"check": null}
    Then the request is answered 404
    And Heat refuses it as EntityNotFound saying "could not be found."
    And the stack stays as it was

    Examples: stacks that are not there
      | row     | who      | which                     |
      | LCK-07a | member   | an unknown stack          |
      | LCK-07b | member   | the stack by another name |
      | LCK-07c | member   | the stack by another id   |
      | LCK-07d | outsider | the stack                 |

  Scenario Outline: <row> the <who> asks for the stack by its <what> alone
    When the <who> asks for the stack by its <what> alone
    Then the request is answered <status>
    And the stack stays as it was

    Examples: stacks by their name or id alone
      | row     | who      | what | status |
      | LCK-07e | member   | name | 302    |
      | LCK-07f | member   | id   | 302    |
      | LCK-07g | outsider | name | 404    |
      | LCK-07h | outsider | id   | 404    |

  Scenario Outline: <row> the project in the URL is not the caller's: <body>
    When the outsider sends the stack in the member's project the action <body>
    Then the request is answered 403
    And Heat refuses it as HTTPForbidden saying "Access was denied to this resource."
    And the stack stays as it was

    Examples: another project in the URL
      | row     | body              |
      | LCK-10a | {"suspend": null} |
      | LCK-10b | {"check": null}   |

    @needs:stack-lock
    Examples: locking in another project
      | row     | body             |
      | LCK-10c | {"lock": null}   |
      | LCK-10d | {"unlock": null} |

  @needs:stepped-clock
  Scenario: LCK-10f an administrator of another project reaches the stack
    When the outsider-admin sends the stack in the member's project the action {"check": null}
    Then the request is answered 200
    And the answer is null
    And the stack becomes CHECK_COMPLETE

  @needs:heat-new-policy
  Scenario Outline: <row> a reader may not: <body>
    When the reader sends <which> the action <body>
    Then the request is answered 403
    And Heat refuses it as Forbidden saying "You are not authorized to use actions:<action>."
    And the stack stays as it was

    Examples: what a reader may not do
      | row     | which            | body              | action  |
      | LCK-09a | the stack        | {"suspend": null} | suspend |
      | LCK-09b | the stack        | {"resume": null}  | resume  |
      | LCK-09c | an unknown stack | {"suspend": null} | suspend |

    @LCK-09D @needs:stack-lock
    Examples: a reader may not lock
      | row     | which            | body                      | action |
      | LCK-09d | the stack        | {"lock": null}            | lock   |
      | LCK-09e | the stack        | {"unlock": null}          | unlock |
      | LCK-09f | an unknown stack | {"lock": {"level": "no"}} | lock   |

  @needs:heat-legacy-policy
  Scenario: LCK-09g where the defaults are those before 2023.1 a reader may suspend
    When the reader sends the stack the action {"suspend": null}
    Then the request is answered 200
    And the stack becomes SUSPEND_COMPLETE

  Scenario: LCK-09h a reader may check
    When the reader sends the stack the action {"check": null}
    Then the request is answered 200
    And the stack becomes CHECK_COMPLETE
