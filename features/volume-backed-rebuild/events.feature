@spec:volume-backed-rebuild @op:server-external-events.create @needs:block-storage @needs:reimage
Feature: The event that says that a volume was written
  One service tells the other; nobody else may.

  Background:
    Given a volume-backed server

  @since:2.93 @before:400
  Scenario: BFV-20a the event is known from 2.93
    When the admin sends the event volume-reimaged with status completed for the server at 2.93
    Then the request is answered 200
    And the event in the answer is completed with code 200

  @until:2.92 @boundary
  Scenario Outline: <row> at <at> the event is unknown
    When the admin sends the event volume-reimaged with status completed for the server at <at>
    Then the request is answered 400
    And the fault is badRequest saying "'volume-reimaged' is not one of"

    Examples: the event before 2.93
      | row     | at   |
      | BFV-20b | 2.1  |
      | BFV-20i | 2.51 |
      | BFV-20j | 2.76 |
      | BFV-20c | 2.92 |

  @since:2.93 @before:same
  Scenario: BFV-20k another name is no event
    When the admin sends the event volume-rewritten with status completed for the server at 2.93
    Then the request is answered 400
    And the fault is badRequest saying "'volume-rewritten' is not one of"

  @since:2.93 @before:400
  Scenario Outline: <row> the event for <about> with status <status>
    When the admin sends the event volume-reimaged with status <status> for <about> at 2.93
    Then the request is answered <answer>
    And the event in the answer is <event> with code <code>
    And the server says at /server/status "ACTIVE"
    And the server is unchanged
    And the root volume is unchanged

    Examples: events one by one
      | row     | about                    | status    | answer | event     | code |
      | BFV-13b | the server               | completed | 200    | completed | 200  |
      | BFV-20d | the server without a tag | completed | 200    | completed | 200  |
      | BFV-20e | the server               | failed    | 200    | completed | 200  |
      | BFV-20f | an unknown server        | completed | 207    | failed    | 404  |
      | BFV-20p | an unknown server        | failed    | 207    | failed    | 404  |
      | BFV-20q | the server               | in-progress | 200  | completed | 200  |

  @since:2.93 @before:400
  Scenario: BFV-20o of two events one has nobody to tell
    When the admin sends the event volume-reimaged with status completed for the server and an unknown server at 2.93
    Then the request is answered 207
    And the event in the answer is completed with code 200
    And the second event in the answer is failed with code 404

  @since:2.93 @before:400
  Scenario Outline: <row> the <who> may not send it
    When the <who> sends the event volume-reimaged with status completed for the server at 2.93
    Then the request is answered 403
    And the fault is forbidden saying "Policy doesn't allow os_compute_api:os-server-external-events:create to be performed."

    Examples: who may not send it
      | row     | who     |
      | BFV-20g | member  |
      | BFV-20h | reader  |
      | BFV-20m | member2 |
      | BFV-20n | manager |
      | BFV-20u | outsider |

  @since:2.93 @before:400
  Scenario: BFV-20l a server on no host has nobody to tell
    Given the server is shelved
    When the admin sends the event volume-reimaged with status completed for the server at 2.93
    Then the request is answered 207
    And the event in the answer is failed with code 422

  @since:2.93 @before:400
  Scenario Outline: <row> the <who>, who may not send it, does not end a rebuild that waits
    Given a rebuild of the server waits for its root volume, which could not be written
    When the <who> sends the event volume-reimaged with status <status> for the server at 2.93
    Then the request is answered 403
    And some seconds later the rebuild is not given up

    Examples: who may not send it to a rebuild that waits
      | row     | who     | status    |
      | BFV-20r | member  | failed    |
      | BFV-20s | manager | completed |
