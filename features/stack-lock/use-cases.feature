@spec:stack-lock @needs:stack-lock
Feature: What the lock was asked for
  An application under maintenance, and the stack that a cloud is configured by.

  Rule: maintenance

    Background:
      Given a stack that holds a server and a scaling group
      And the member has locked the stack at level stacks

    Scenario: LCK-47a a server is rebooted by hand while the stack is locked
      When the member sends the server of the stack reboot
      Then the request is answered 202
      And the server of the stack becomes ACTIVE
      And the stack keeps its resources
      And the stack keeps its group of 1

    Scenario: LCK-47b the load of the reboot does not scale the group
      Given the member has rebooted the server of the stack
      When the member asks the stack to signal
      Then the request is answered 200 or 4xx
      And the stack keeps its resources
      And the stack keeps its group of 1

    Scenario: LCK-47c nobody updates the stack under maintenance
      Given the member has rebooted the server of the stack
      When the member asks the stack to update
      Then the request is answered 4xx
      And the stack stays as it was

    Scenario: LCK-47d after maintenance the stack is unlocked as it was
      Given the member has rebooted the server of the stack
      And the member has signalled the stack to grow
      When the member asks the stack to unlock
      Then the request is answered 200
      And the stack becomes UNLOCK_COMPLETE
      And the stack keeps its resources
      And the stack keeps its group of 1

    Scenario: LCK-47e after maintenance the group scales again
      Given the member has signalled the stack to grow
      And the stack has come to UNLOCK_COMPLETE
      When the member asks the stack to signal
      Then the request is answered 200
      And the stack has a group of 2

  Rule: configuration

    Background:
      Given a stack that holds a server, an image and a network
      And the member has locked the stack at level all

    Scenario Outline: <row> the locked stack does not <action>
      When the member asks the stack to <action>
      Then the request is answered 4xx
      And Heat refuses it
      And the stack stays as it was

      Examples: the configuration cannot be changed
        | row     | action |
        | LCK-48a | update |
        | LCK-48b | patch  |
        | LCK-48c | delete |

    Scenario: LCK-48d its image is not deleted
      When the member deletes the image of the stack
      Then the request is answered 403
      And the image of the stack is protected

    Scenario: LCK-48e its server is not stopped
      When the member sends the server of the stack os-stop
      Then the request is answered 409
      And the server of the stack becomes ACTIVE

    Scenario: LCK-48f its network knows no lock
      When the member renames the network of the stack
      Then the request is answered 200
      And the stack stays as it was

    Scenario Outline: <row> after the unlock it does <action>
      Given the stack has come to UNLOCK_COMPLETE
      When the member asks the stack to <action>
      Then the request is answered <status>
      And the stack <afterwards>

      Examples: the configuration can be changed again
        | row     | action | status | afterwards              |
        | LCK-48g | update | 202    | becomes UPDATE_COMPLETE |
        | LCK-48h | delete | 204    | is gone                 |

    Scenario: LCK-48i after the unlock its image is deleted
      Given the stack has come to UNLOCK_COMPLETE
      When the member deletes the image of the stack
      Then the request is answered 204
      And the image of the stack is gone
      And the stack becomes UNLOCK_COMPLETE

    Scenario: LCK-48j after the unlock its server is stopped
      Given the stack has come to UNLOCK_COMPLETE
      When the member sends the server of the stack os-stop
      Then the request is answered 202
      And the server of the stack becomes SHUTOFF
