@spec:rebuild-keypair-reset @op:servers.rebuild
Feature: The key is looked up among the key pairs of the user who asks
  Servers belong to projects, key pairs to users.

  Background:
    Given the member has a key pair K1

  @since:2.54
  Scenario Outline: <row> <who> rebuilds the member's server with <key>
    Given a server with key K1
    And the <who> has a key pair <key>
    When the <who> rebuilds the server at 2.54 with key <key>
    Then the request is answered 202
    And the answer shows the server with key <key>
    And the server becomes ACTIVE
    And the server has key <key>
    And the server still belongs to the member

    Examples: whose key is found
      | row     | who            | key |
      | RKP-08  | member2        | K9  |
      | RKP-08b | manager        | KM  |
      | RKP-12b | admin          | KA  |
      | RKP-12c | outsider-admin | KO  |

  @since:2.54
  Scenario Outline: <row> the key of the <who> stays theirs: the member is not given it
    Given a server with key K1
    And the <who> has a key pair <key>
    When the <who> rebuilds the server at 2.54 with key <key>
    Then the request is answered <status>
    And the server becomes ACTIVE
    And the server has key <key>
    And the member has no key <key>

    Examples: whose key it stays
      | row     | who            | key | status |
      | RKP-08j | member2        | K9  | 202    |
      | RKP-08k | outsider-admin | KO  | 202    |

  @since:2.54
  Scenario: RKP-19e lists find the server by the new key, and not by the old one any more
    Given the member has a key pair K2
    And a server with key K1
    When the member rebuilds the server at 2.54 with key K2
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server has key K2
    And the admin finds the server by key K2 and not by key K1

  @since:2.54
  Scenario Outline: <row> <who> cannot use a key of the member
    Given the member has a key pair K2
    And a server with key K1
    When the <who> rebuilds the server at 2.54 with key <key>
    Then the request is answered <status>
    And the fault is badRequest saying "Invalid key_name provided."
    And the server has key K1
    And the server is unchanged

    Examples: whose key is not found
      | row     | who            | key | status |
      | RKP-09  | member2        | K2  | 400    |
      | RKP-09g | manager        | K2  | 400    |
      | RKP-12a | admin          | K2  | 400    |
      | RKP-12d | outsider-admin | K2  | 400    |

  @since:2.54 @needs:metadata
  Scenario: RKP-10 of two keys of one name the one of the user who asks is used
    Given a server with key K1
    And the member2 has a key pair M1 named like K1
    When the member2 rebuilds the server at 2.54 with key M1
    Then the request is answered 202
    And the server has key K1
    And the server becomes ACTIVE
    And the guest is given exactly key M1

  @since:2.54 @needs:metadata
  Scenario Outline: <row> of two keys of one name the one of the <who> is used when they ask
    Given a server with key K1
    And the <who> has a key pair M1 named like K1
    When the <who> rebuilds the server at 2.54 with key M1
    Then the request is answered 202
    And the server becomes ACTIVE
    And the guest is given exactly key M1

    Examples: two keys of one name
      | row     | who            |
      | RKP-10b | manager        |
      | RKP-10c | admin          |
      | RKP-10d | outsider-admin |

  @since:2.54
  Scenario: RKP-11 the creator gets the own key back
    Given a server with key K1
    And the member2 has a key pair K9
    And the member2 has asked to rebuild the server with key K9
    When the member rebuilds the server at 2.54 with key K1
    Then the request is answered 202
    And the answer shows the server with key K1
    And the server becomes ACTIVE
    And the server has key K1
    And the earlier request was answered 202 and left the server with key K9

  @since:2.54 @shipped
  Scenario Outline: <row> the <who>, too, can take the key away from the member's server
    Given a server with key K1
    When the <who> rebuilds the server at 2.54 with key null
    Then the request is answered 202
    And the answer shows the server with key null
    And the server becomes ACTIVE
    And the server has key null

    Examples: who takes the key away
      | row     | who     |
      | RKP-16c | member2 |
      | RKP-16d | manager |
      | RKP-16e | admin   |

  @since:2.54 @shipped
  Scenario: RKP-17a a key can be set after it was unset
    Given the member has a key pair K2
    And a server with key K1
    And the member has asked to rebuild the server with key null
    When the member rebuilds the server at 2.54 with key K2
    Then the request is answered 202
    And the answer shows the server with key K2
    And the server becomes ACTIVE
    And the server has key K2
    And the earlier request was answered 202 and left the server with key null

  @since:2.54 @specified
  Scenario: RKP-17b a key can be set after unsetting it was refused
    Given the member has a key pair K2
    And a server with key K1
    And the member has asked to rebuild the server with key null
    When the member rebuilds the server at 2.54 with key K2
    Then the request is answered 202
    And the answer shows the server with key K2
    And the server becomes ACTIVE
    And the server has key K2
    And the earlier request was answered 400 and left the server with key K1

  @since:2.54 @boundary @op:keypairs.delete
  Scenario: RKP-23 deleting the key pair leaves the server as it is
    Given the member has a key pair K2
    And a server with key K1
    And the member has rebuilt the server with key K2
    When the member deletes key K2 at 2.54
    Then the request is answered 204
    And the member no longer has key K2
    And the server has key K2

  @since:2.54
  Scenario Outline: <row> after the <who> has named a key, the list shows it to the <reads>
    Given a server with key K1
    And the <who> has a key pair <key>
    When the <who> rebuilds the server at 2.54 with key <key>
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server has key <key>
    And the list of servers shows the server to the <reads> as it is

    Examples: who lists the servers
      | row     | who     | key | reads   |
      | RKP-08c | member  | K2  | member  |
      | RKP-08d | member  | K2  | member2 |
      | RKP-08e | member  | K2  | manager |
      | RKP-08f | member  | K2  | reader  |
      | RKP-08g | member  | K2  | admin   |
      | RKP-08h | member2 | K9  | member  |
      | RKP-08i | member2 | K9  | member2 |

  @since:2.54
  Scenario Outline: <row> the lists that the <reads> has read before show the key that the <who> has named
    Given a server with key K1
    And the <who> has a key pair <key>
    And the <reads> has read the lists of servers
    When the <who> rebuilds the server at 2.54 with key <key>
    Then the request is answered 202
    And the list of servers shows the server to the <reads> with key <key> already
    And the server becomes ACTIVE
    And the list of servers shows the server to the <reads> as it is

    Examples: who has listed the servers before
      | row     | who     | key | reads   |
      | RKP-08o | member  | K2  | member  |
      | RKP-08p | member  | K2  | member2 |
      | RKP-08q | member  | K2  | reader  |
      | RKP-08r | member  | K2  | admin   |
      | RKP-08s | member2 | K9  | member  |

  @since:2.54 @shipped
  Scenario: RKP-17c after the key was unset the list shows none, too
    Given a server with key K1
    When the member rebuilds the server at 2.54 with key null
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server has key null
    And the list of servers shows the server to the member as it is
    And the list of servers shows the server to the member2 as it is

  @since:2.54
  Scenario Outline: <row> a key pair whose name ends in "<end>" is found by it
    Given a server with key K1
    And the member has a key pair L whose name ends in "<end>"
    When the member rebuilds the server at 2.54 with key L
    Then the request is answered 202
    And the answer shows the server with key L
    And the server becomes ACTIVE
    And the server has key L

    Examples: names of key pairs
      | row     | end       |
      | RKP-08l | of my own |
      | RKP-08m | _x - 2    |

  @since:2.92 @boundary
  Scenario: RKP-08n a key pair whose name has a dot and a sign is found by it
    Given a server with key K1
    And the member has a key pair L whose name ends in ".me@home"
    When the member rebuilds the server at 2.92 with key L
    Then the request is answered 202
    And the answer shows the server with key L
    And the server becomes ACTIVE
    And the server has key L

  @boundary
  Scenario Outline: <row> at <at> the member rebuilds with <request>: <status>
    Given a server with key K1
    When the member rebuilds the server at <at> with <request>
    Then the request is answered <status>
    And the fault is badRequest saying "<text>"
    And the server has key K1
    And the server is unchanged

    @since:2.90
    Examples: keys at microversions in between
      | row      | at   | request            | status | text                                        |
      | RKP-N09c | 2.64 | key unknown        | 400    | Invalid key_name provided.                  |
      | RKP-N09d | 2.75 | key unknown        | 400    | Invalid key_name provided.                  |
      | RKP-N09e | 2.89 | key unknown        | 400    | Invalid key_name provided.                  |
      | RKP-15q  | 2.57 | key 5              | 400    | Invalid input for field/attribute key_name. |
      | RKP-15r  | 2.63 | key ""             | 400    | Invalid input for field/attribute key_name. |
      | RKP-15s  | 2.75 | key 256 characters | 400    | Invalid input for field/attribute key_name. |
      | RKP-15t  | 2.90 | key 256 characters | 400    | Invalid input for field/attribute key_name. |

  @boundary
  Scenario Outline: <row> at <at> a rebuild gives the server the key, too
    Given the member has a key pair K2
    And a server with key K1
    When the member rebuilds the server at <at> with key K2
    Then the request is answered <status>
    And the answer shows the server with key K2
    And the server becomes ACTIVE
    And the server has key K2

    @since:2.90
    Examples: a key at microversions in between
      | row      | at   | status |
      | RKP-01at | 2.64 | 202    |
      | RKP-01au | 2.75 | 202    |
      | RKP-01av | 2.80 | 202    |
      | RKP-01aw | 2.89 | 202    |
