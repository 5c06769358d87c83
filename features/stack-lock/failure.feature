@spec:stack-lock @needs:stack-lock @needs:fault-rules
Feature: A lock that fails halfway
  What could be locked is unlocked again; nothing of the attempt is left behind.

  Background:
    Given a stack that holds a server, an image, a value and a nested stack
    And locking the stack has failed at the server of the stack

  Scenario: LCK-49a the unlock brings the stack back
    When the member asks the stack to unlock
    Then the request is answered 200
    And the stack becomes UNLOCK_COMPLETE
    And the nested stack becomes UNLOCK_COMPLETE
    And every resource of the stack is UNLOCK_COMPLETE
    And the server of the stack is not locked
    And the image of the stack is not protected
    And the stack keeps its resources

  Scenario: LCK-49b another lock completes
    When the member locks the stack at level all
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And the nested stack becomes LOCK_COMPLETE
    And the server of the stack is locked
    And the image of the stack is protected

  Scenario: LCK-49i another lock, of stacks only, leaves nothing of the first
    When the member locks the stack at level stacks
    Then the request is answered 200
    And the stack becomes LOCK_COMPLETE
    And the nested stack becomes LOCK_COMPLETE
    And the server of the stack is not locked
    And the image of the stack is not protected

  @LCK-49D
  Scenario: LCK-49c deleting unlocks first what was locked
    When the member asks the stack to delete
    Then the request is answered 204
    And the stack is gone

  Scenario: LCK-49d the failure is told in the events
    When the member reads the events of the stack
    Then the request is answered 200
    And the events of the stack say LOCK_IN_PROGRESS, LOCK_FAILED
    And the events of the resource server say LOCK_IN_PROGRESS, LOCK_FAILED
