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

  @since:2.35 @boundary
  Scenario Outline: <row> an administrator is shown the member's key pairs one by one, and how to go on: <query> at <at>
    Given the member has a key pair K2
    When the <who> sends GET /os-keypairs?<query> at <at>
    Then the request is answered 200
    And the answer has something at /keypairs/0/keypair/name
    And the answer has something at /keypairs_links/0/href

    Examples: another user's key pairs, page by page
      | row     | who            | query                         | at   |
      | RKP-09h | admin          | user_id={user:member}&limit=1 | 2.35 |
      | RKP-09i | admin          | limit=1&user_id={user:member} | 2.54 |
      | RKP-09j | outsider-admin | user_id={user:member}&limit=1 | 2.54 |
      | RKP-09k | member         | limit=1                       | 2.54 |

  Scenario: RKP-09f another member cannot make a key pair for the member
    When the member2 sends POST /os-keypairs at 2.54 with the body
      """json
      {"keypair": {"name": "plumbline-not-mine", "user_id": "{user:member}", "public_key": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAICQEX+scs9f/jWrt6+o/uG9lhv+uK4IquplkobWd7Lj9"}}
      """
    Then the request is answered 403
    And the fault is forbidden saying "Policy doesn't allow os_compute_api:os-keypairs:create to be performed."

  @since:2.54 @op:servers.rebuild
  Scenario Outline: <row> a rebuild by the <who> leaves the key pairs as they are
    Given a server with key K1
    And the <who> has a key pair K9
    When the <who> rebuilds the server at 2.54 with key K9
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server has key K9
    And the member still has key K1 as it was
    And the <who> still has key K9 as it was

    Examples: key pairs after a rebuild
      | row     | who     |
      | RKP-03l | member  |
      | RKP-03m | member2 |

  @since:2.54 @boundary @op:keypairs.delete
  Scenario: RKP-23o another server keeps the key, too, when its pair is deleted
    Given a server with key K1
    And another server with key K1
    When the member deletes key K1 at 2.54
    Then the request is answered 204
    And the member no longer has key K1
    And the server has key K1
    And the other server stays as it was

  @since:2.54 @boundary @op:keypairs.delete
  Scenario: RKP-23p the deletion of a key pair takes no other one along
    Given the member has a key pair K2
    And the member2 has a key pair M1 named like K1
    When the member deletes key K1 at 2.54
    Then the request is answered 204
    And the member no longer has key K1
    And the member still has key K2 as it was
    And the member2 still has key M1 as it was
