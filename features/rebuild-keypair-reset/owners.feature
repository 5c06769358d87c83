@spec:rebuild-keypair-reset
Feature: Key pairs belong to users
  Nobody but an administrator looks at another user's key pairs, or changes them.

  Background:
    Given the member has a key pair K1

  Scenario Outline: <row> another member cannot <what> a key pair of the member
    When the member2 sends <method> <path> at 2.54
    Then the request is answered 403
    And the fault is forbidden saying "Policy doesn't allow <rule> to be performed."

    Examples: another user's key pairs
      | row     | what   | method | path                                        | rule                              |
      | RKP-09c | list   | GET    | /os-keypairs?user_id={user:member}          | os_compute_api:os-keypairs:index  |
      | RKP-09d | see    | GET    | /os-keypairs/{key:K1}?user_id={user:member} | os_compute_api:os-keypairs:show   |
      | RKP-09e | delete | DELETE | /os-keypairs/{key:K1}?user_id={user:member} | os_compute_api:os-keypairs:delete |

  Scenario: RKP-09f another member cannot make a key pair for the member
    When the member2 sends POST /os-keypairs at 2.54 with the body
      """json
      {"keypair": {"name": "plumbline-not-mine", "user_id": "{user:member}", "public_key": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAICQEX+scs9f/jWrt6+o/uG9lhv+uK4IquplkobWd7Lj9"}}
      """
    Then the request is answered 403
    And the fault is forbidden saying "Policy doesn't allow os_compute_api:os-keypairs:create to be performed."
