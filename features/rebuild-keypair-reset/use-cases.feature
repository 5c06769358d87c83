@spec:rebuild-keypair-reset @op:servers.rebuild
Feature: A rebuild gives the server another key pair
  What the specification was written for: a lost key, rotation, a stack made with the wrong key.

  Background:
    Given the member has a key pair K1
    And the member has a key pair K2

  @since:2.54
  Scenario: RKP-01a the answer shows the new key, and so does the server from then on
    Given a server with key K1
    When the member rebuilds the server at 2.54 with key K2
    Then the request is answered 202
    And the answer shows the server with key K2
    And the server has key K2
    And the server becomes ACTIVE
    And the server has key K2

  @since:2.54
  Scenario Outline: <row> the list shows the new key to the <reads> as soon as the rebuild is accepted
    Given a server with key K1
    When the member rebuilds the server at 2.54 with key K2
    Then the request is answered <status>
    And the list of servers shows the server to the <reads> with key K2 already
    And the server becomes ACTIVE
    And the server has key K2

    Examples: who lists a server that has just begun to be rebuilt
      | row      | reads   | status |
      | RKP-01aq | member  | 202    |
      | RKP-01ar | member2 | 202    |
      | RKP-01as | admin   | 202    |

  @since:2.54
  Scenario: RKP-01b of a key that is named twice the last one counts
    Given a server with key K1
    When the member rebuilds the server at 2.54 by the body
      """json
      {"rebuild": {"imageRef": "{image}", "key_name": "nobody", "key_name": "{key:K2}"}}
      """
    Then the request is answered 202
    And the answer shows the server with key K2
    And the server becomes ACTIVE
    And the server has key K2

  @since:2.54
  Scenario: RKP-02a a lost key is replaced and the server stays itself
    Given a server with key K1
    When the member rebuilds the server at 2.54 with key K2
    Then the request is answered 202
    And the answer shows the same server
    And the server becomes ACTIVE
    And the server has key K2
    And the server keeps its id and its addresses

  @since:2.54 @needs:network
  Scenario: RKP-02b a lost key is replaced and the server keeps its address
    Given a server with key K1 on a network of its own
    When the member rebuilds the server at 2.54 with key K2
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server has key K2
    And the server keeps its id and its addresses
    And the server has an address

  @since:2.54 @needs:network
  Scenario: RKP-02c a lost key is replaced and the server keeps the addresses of both its ports
    Given a server with key K1 and two ports on a network of its own
    When the member rebuilds the server at 2.54 with key K2
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server has key K2
    And the server keeps its id and its addresses
    And the server has an address

  @since:2.54
  Scenario: RKP-03 a rebuild with the same image rotates the key
    Given a server with key K1
    When the member rebuilds the server at 2.54 with image A and key K2
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server has key K2
    And the server has image A

  @since:2.54 @needs:two-images
  Scenario Outline: <row> a rebuild with image <image> leaves another server of the same user alone
    Given a server with key K1
    And another server with key K1
    When the member rebuilds the server at 2.54 with image <image> and key K2
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server has key K2
    And the other server stays as it was

    Examples: a server beside the one that is rebuilt
      | row     | image |
      | RKP-03b | A     |
      | RKP-03c | B     |

  @since:2.54
  Scenario Outline: <row> a rebuild with <request> keeps what it does not name
    Given a server with key K1
    And the server has the tag plumbline
    And the server has access addresses and metadata of its own
    When the member rebuilds the server at 2.54 with <request>
    Then the request is answered <status>
    And the server becomes ACTIVE
    And the server has key K2
    And the server says at /server/tags/0 "plumbline"

    Examples: what a rebuild with another key does not name
      | row     | request            | status |
      | RKP-03d | image A and key K2 | 202    |
      | RKP-03e | key K2             | 202    |

  @since:2.54
  Scenario Outline: <row> a rebuild with <request> leaves the server that is <state> its configuration drive
    Given a server with key K1 and a configuration drive
    And the server is <state>
    When the member rebuilds the server at 2.54 with <request>
    Then the request is answered 202
    And the server becomes <state>
    And the server has key K2
    And the server says at /server/config_drive "True"

    Examples: a configuration drive
      | row     | state   | request            |
      | RKP-03g | ACTIVE  | key K2             |
      | RKP-03h | SHUTOFF | image A and key K2 |

    @needs:two-images
    Examples: a configuration drive and another image
      | row     | state  | request            |
      | RKP-03i | ACTIVE | image B and key K2 |

  @since:2.71
  Scenario Outline: <row> a rebuild with <request> leaves the server in its server group
    Given a server with key K1 in a server group
    When the member rebuilds the server at 2.71 with <request>
    Then the request is answered <status>
    And the server becomes ACTIVE
    And the server has key K2
    And the server is still in its server group

    Examples: a server group
      | row     | request            | status |
      | RKP-03j | key K2             | 202    |
      | RKP-03k | image A and key K2 | 202    |

  @since:2.54 @needs:two-zones @needs:pin
  Scenario: RKP-03f a rebuild leaves the server pinned to its zone
    Given a server booted in AZ1
    When the member rebuilds the server at 2.54 with image A and key K2
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server has key K2
    And the server is pinned to AZ1

  @since:2.54 @needs:two-images
  Scenario: RKP-04 image and key change together
    Given a server with key K1
    When the member rebuilds the server at 2.54 with image B and key K2
    Then the request is answered 202
    And the answer shows the server with key K2
    And the server becomes ACTIVE
    And the server has key K2
    And the server has image B

  @since:2.54 @needs:two-images @shipped
  Scenario: RKP-16f another image comes along with null for the key
    Given a server with key K1
    When the member rebuilds the server at 2.54 with image B and key null
    Then the request is answered 202
    And the answer shows the server with key null
    And the server becomes ACTIVE
    And the server has key null
    And the server has image B

  @since:2.54
  Scenario: RKP-04g a server that was made without a key gets one
    Given a server
    When the member rebuilds the server at 2.54 with key K2
    Then the request is answered 202
    And the answer shows the server with key K2
    And the server becomes ACTIVE
    And the server has key K2

  @since:2.54
  Scenario: RKP-07m a rebuild that does not mention the key gives none to a server that was made without one
    Given a server
    When the member rebuilds the server at 2.54 with image B
    Then the request is answered 202
    And the answer shows the server with key null
    And the server becomes ACTIVE
    And the server has key null

  @since:2.54 @needs:two-images
  Scenario Outline: <row> the <who> rebuilds a server that is <state> with image <image> and a key of their own
    Given a server with key K1
    And the <who> has a key pair KX
    And the server is <state>
    When the <who> rebuilds the server at 2.54 with image <image> and key KX
    Then the request is answered 202
    And the answer shows the server with key KX
    And the server becomes <state>
    And the server has key KX
    And the server has image <image>
    And the server still belongs to the member

    Examples: users, states and images together
      | row     | who            | state   | image |
      | RKP-04b | member         | SHUTOFF | B     |
      | RKP-04c | member2        | SHUTOFF | B     |
      | RKP-04d | manager        | ACTIVE  | B     |
      | RKP-04e | admin          | SHUTOFF | A     |
      | RKP-04f | outsider-admin | ACTIVE  | B     |

  @since:2.54 @needs:orchestration
  Scenario: RKP-05 a server of a stack gets the right key and the stack does not notice
    Given a stack with a server with key K1
    When the member rebuilds the server at 2.54 with key K2
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server has key K2
    And the stack is unchanged and still holds the server

  @since:2.54
  Scenario: RKP-07 a rebuild that does not mention the key keeps it
    Given a server with key K1
    When the member rebuilds the server at 2.54 with image A
    Then the request is answered 202
    And the answer shows the server with key K1
    And the server becomes ACTIVE
    And the server has key K1

  @since:2.54 @needs:two-images
  Scenario Outline: <row> a rebuild by the <who> with another image that does not mention the key keeps it
    Given a server with key K1
    When the <who> rebuilds the server at 2.54 with image B
    Then the request is answered 202
    And the answer shows the server with key K1
    And the server becomes ACTIVE
    And the server has key K1
    And the server has image B

    Examples: another image and no key
      | row     | who     |
      | RKP-07b | member  |
      | RKP-07c | member2 |
      | RKP-07d | admin   |

  @since:2.54 @needs:two-images @needs:metadata
  Scenario: RKP-07e a rebuild with another image that does not mention the key keeps its material
    Given a server with key K1
    When the member rebuilds the server at 2.54 with image B
    Then the request is answered 202
    And the server becomes ACTIVE
    And the guest is given exactly key K1

  @since:2.54 @needs:two-images
  Scenario Outline: <row> a rebuild by the <who> with image <image> that does not mention the key keeps the one of the rebuild before
    Given a server with key K1
    And the member has rebuilt the server with key K2
    When the <who> rebuilds the server at 2.54 with image <image>
    Then the request is answered 202
    And the answer shows the server with key K2
    And the server becomes ACTIVE
    And the server has key K2

    Examples: no key after a rebuild with one
      | row     | who     | image |
      | RKP-07f | member  | A     |
      | RKP-07g | member2 | A     |
      | RKP-07h | member  | B     |

  @since:2.54 @needs:metadata
  Scenario: RKP-07k the guest, too, keeps the key of the rebuild before
    Given a server with key K1
    And the member has rebuilt the server with key K2
    When the member rebuilds the server at 2.54 with image A
    Then the request is answered 202
    And the server becomes ACTIVE
    And the guest is given exactly key K2

  @since:2.54 @shipped
  Scenario: RKP-07l a key that was unset does not come back with a rebuild that does not mention it
    Given a server with key K1
    And the member has rebuilt the server with key null
    When the member rebuilds the server at 2.54 with image A
    Then the request is answered 202
    And the answer shows the server with key null
    And the server becomes ACTIVE
    And the server has key null

  @since:2.54
  Scenario Outline: <row> a rebuild by the <who> that does not mention the key needs no key pair: that of the server is gone
    Given a server with key K1
    And the member has deleted key K1
    When the <who> rebuilds the server at 2.54 with image A
    Then the request is answered 202
    And the answer shows the server with key K1
    And the server becomes ACTIVE
    And the server has key K1

    Examples: no key and no key pair
      | row     | who     |
      | RKP-07i | member  |
      | RKP-07j | member2 |

  @since:2.54
  Scenario Outline: <row> a rebuild by the <who> is recorded as an action of theirs
    Given a server with key K1
    When the <who> rebuilds the server at 2.54 with image A
    Then the request is answered 202
    And the server becomes ACTIVE
    And the newest action of the server is rebuild by the <who>

    Examples: whose action it is
      | row     | who            |
      | RKP-22c | member2        |
      | RKP-22d | manager        |
      | RKP-22e | admin          |
      | RKP-22f | outsider-admin |

  @since:2.54
  Scenario: RKP-22 the rebuild is recorded as an action of the one who asked
    Given a server with key K1
    When the member rebuilds the server at 2.54 with key K2
    Then the request is answered 202
    And the server becomes ACTIVE
    And the newest action of the server is rebuild by the member

  @since:2.54
  Scenario: RKP-24 a stopped server is rebuilt and stays stopped
    Given a server with key K1
    And the server is SHUTOFF
    When the member rebuilds the server at 2.54 with key K2
    Then the request is answered 202
    And the answer shows the server with key K2
    And the answer says at /server/status "REBUILD"
    And the server becomes SHUTOFF
    And the server has key K2
    And the newest action of the server is rebuild by the member
    And every event of that action ended in Success

  @since:2.54
  Scenario: RKP-25 a server in error is rebuilt and comes up
    Given a server with key K1
    And the admin has put the server into ERROR
    When the member rebuilds the server at 2.54 with key K2
    Then the request is answered 202
    And the answer shows the server with key K2
    And the answer says at /server/status "REBUILD"
    And the server becomes ACTIVE
    And the server has key K2

  @since:2.54 @needs:two-images
  Scenario Outline: <row> a rebuild by the <who> of a server that is <state>, with image <image>, keeps the key that it does not mention
    Given a server with key K1
    And the server is <state>
    When the <who> rebuilds the server at 2.54 with image <image>
    Then the request is answered 202
    And the answer shows the server with key K1
    And the server becomes <state>
    And the server has key K1
    And the server has image <image>

    Examples: states of a server whose key is not mentioned
      | row     | who     | state   | image |
      | RKP-24c | member  | SHUTOFF | A     |
      | RKP-24d | member2 | SHUTOFF | B     |

  @since:2.54 @needs:two-images
  Scenario Outline: <row> a server in error is rebuilt by the <who> with <request>: it comes up with key <key>
    Given a server with key K1
    And the member2 has a key pair K9
    And the admin has put the server into ERROR
    When the <who> rebuilds the server at 2.54 with <request>
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server has key <key>
    And the server has image B

    Examples: other rebuilds of a server in error
      | row     | who     | request            | key |
      | RKP-25c | member  | image B            | K1  |
      | RKP-25d | member  | image B and key K2 | K2  |
      | RKP-25e | member2 | image B and key K9 | K9  |

  @since:2.54 @needs:image
  Scenario: RKP-25i a server that came into error by a rebuild shows no fault any more once another rebuild has given it a key
    Given a server with key K1
    And an image Q that no host can run
    And a rebuild of the server with image Q has found no host
    When the member rebuilds the server at 2.54 with image A and key K2
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server has key K2
    And the server shows no fault

  @since:2.54 @needs:two-images
  Scenario Outline: <row> a server that was stopped before it came into error, rebuilt by the <who> with <request>, comes up with key <key>
    Given a server with key K1
    And the member2 has a key pair K9
    And the server is SHUTOFF
    And the admin has put the server into ERROR
    When the <who> rebuilds the server at 2.54 with <request>
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server has key <key>

    Examples: a stopped server in error
      | row     | who     | request            | key |
      | RKP-25f | member  | key K2             | K2  |
      | RKP-25g | member  | image B            | K1  |
      | RKP-25h | member2 | image B and key K9 | K9  |
