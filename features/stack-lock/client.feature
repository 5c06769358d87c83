@spec:stack-lock @needs:stack-lock @needs:heat-client-locks
Feature: Heat's command line client
  The two commands that the specification adds. They are asked of the client that is installed here, if it has them.

  Scenario Outline: <row> heat <command> <options>: the stack comes to <end>, its server is <server>
    Given a stack in the state <state> that holds a server and a value
    When the member runs heat <command> with <options> on the stack
    Then the command succeeds
    And the stack becomes <end>
    And the server of the stack is <server>

    Examples: commands of the client
      | row     | state           | command       | options        | end             | server     |
      | LCK-59a | CREATE_COMPLETE | action-lock   | no options     | LOCK_COMPLETE   | locked     |
      | LCK-59b | CREATE_COMPLETE | action-lock   | --level=all    | LOCK_COMPLETE   | locked     |
      | LCK-59c | CREATE_COMPLETE | action-lock   | --level=stacks | LOCK_COMPLETE   | not locked |
      | LCK-59d | LOCK_COMPLETE   | action-unlock | no options     | UNLOCK_COMPLETE | not locked |

  Scenario: LCK-59e a level that is none is refused
    Given a stack that holds a value
    When the member runs heat action-lock with --level=some on the stack
    Then the command fails
    And the stack stays as it was
