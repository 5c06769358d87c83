@spec:volume-backed-rebuild @op:servers.rebuild @needs:block-storage @needs:reimage @needs:two-images
Feature: What such a rebuild leaves alone, and what it can be combined with

  @since:2.93 @before:400
  Scenario: BFV-23a the server stays itself and keeps its other volumes
    Given a volume-backed server
    And the server has a data volume
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server keeps its id and its addresses
    And the server still boots from the root volume
    And the data volume is attached anew

  @since:2.93 @before:400
  Scenario: BFV-23j the server keeps each of its data volumes, and each is attached anew
    Given a volume-backed server
    And the server has three data volumes
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server still boots from the root volume
    And each data volume is attached anew

  @since:2.93 @before:400 @needs:network
  Scenario: BFV-23b the server keeps its address
    Given a volume-backed server on a network of its own
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds image B
    And the server keeps its id and its addresses
    And the server has an address

  @since:2.93 @before:400
  Scenario Outline: <row> the server keeps what only its creation could give it: <with>
    Given the member has a key pair K1
    And a volume-backed server with key K1 <with>
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered <status>
    And the server becomes ACTIVE
    And the server keeps its id and its addresses

    Examples: what only its creation could give a volume-backed server
      | row     | with                      | status |
      | BFV-23k | and a configuration drive | 202    |
      | BFV-23l | in a server group         | 202    |

  @since:2.93 @before:400
  Scenario: BFV-23h another volume-backed server of the same user is left alone
    Given the member has a key pair K1
    And a volume-backed server with key K1
    And another volume-backed server with key K1
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 202
    And the server becomes ACTIVE
    And the other server stays as it was

  @since:2.93 @before:400
  Scenario: BFV-24 a stopped server is rebuilt and stays stopped
    Given a volume-backed server
    And the server is SHUTOFF
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 202
    And the server becomes SHUTOFF
    And the root volume holds image B
    And the root volume is attached anew

  @until:2.92 @boundary
  Scenario: BFV-24b before 2.93 a stopped server stays stopped, too
    Given a volume-backed server
    And the server is SHUTOFF
    When the member rebuilds the server at 2.92 with image A
    Then the request is answered 202
    And the server becomes SHUTOFF
    And the root volume holds image A
    And the root volume is attached anew

  @specified @since:2.93 @before:202
  Scenario: BFV-24c a stopped server whose volume is not written stays stopped, too
    Given a volume-backed server
    And the server is SHUTOFF
    When the member rebuilds the server at 2.93 with image A
    Then the request is answered 202
    And the server becomes SHUTOFF
    And the root volume holds image A
    And the root volume is attached anew

  @since:2.93 @before:400
  Scenario: BFV-25 image and key change together
    Given the member has a key pair K1
    And the member has a key pair K2
    And a volume-backed server with key K1 on a volume of its own
    When the member rebuilds the server at 2.93 with image B and key K2 on its volume
    Then the request is answered 202
    And the answer shows the server with key K2
    And the server becomes ACTIVE
    And the server has key K2
    And the root volume holds image B

  @since:2.93 @before:400
  Scenario: BFV-25e every other parameter counts beside image and key, as for every server
    Given the member has a key pair K1
    And the member has a key pair K2
    And a volume-backed server with key K1 on a volume of its own
    When the member rebuilds the server at 2.93 with image B, key K2, user_data, a hostname and every other parameter on its volume
    Then the request is answered 202
    And the answer shows the server with key K2
    And the answer shows every other parameter
    And the server becomes ACTIVE
    And the server has key K2
    And the server shows every other parameter
    And the root volume holds image B

  @since:2.93 @before:400
  Scenario Outline: <row> the <who> changes the image and gives the server a key of their own
    Given the member has a key pair K1
    And a volume-backed server with key K1 on a volume of its own
    And the <who> has a key pair K9
    When the <who> rebuilds the server at 2.93 with image B and key K9 on its volume
    Then the request is answered 202
    And the answer shows the server with key K9
    And the server becomes ACTIVE
    And the server has key K9
    And the root volume holds image B
    And the root volume is attached anew

    Examples: keys of other users
      | row     | who     |
      | BFV-25f | member2 |
      | BFV-25g | admin   |

  @since:2.93 @before:400
  Scenario: BFV-25b the image changes and the key, which is not mentioned, stays
    Given the member has a key pair K1
    And a volume-backed server with key K1 on a volume of its own
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 202
    And the answer shows the server with key K1
    And the server becomes ACTIVE
    And the server has key K1
    And the root volume holds image B

  @since:2.93 @before:400 @needs:metadata
  Scenario Outline: <row> after a rebuild with <request> the guest is given the key <key> and its material
    Given the member has a key pair K1
    And the member has a key pair K2
    And a volume-backed server with key K1 on a volume of its own
    When the member rebuilds the server at 2.93 with <request> on its volume
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server has key <key>
    And the guest is given exactly key <key>
    And the root volume holds image B

    Examples: the key that the guest of a rewritten volume is given
      | row     | request            | key |
      | BFV-25i | image B            | K1  |
      | BFV-25j | image B and key K2 | K2  |

  @shipped @since:2.93 @before:400
  Scenario: BFV-25c the image changes and the key goes
    Given the member has a key pair K1
    And a volume-backed server with key K1 on a volume of its own
    When the member rebuilds the server at 2.93 with image B and key null
    Then the request is answered 202
    And the answer shows the server with key null
    And the server becomes ACTIVE
    And the server has key null
    And the root volume holds image B

  @until:2.92 @since:2.54 @boundary
  Scenario: BFV-25d before 2.93 the key changes and the volume is kept
    Given the member has a key pair K1
    And the member has a key pair K2
    And a volume-backed server with key K1 on a volume of its own
    When the member rebuilds the server at 2.92 with image A and key K2
    Then the request is answered 202
    And the answer shows the server with key K2
    And the server becomes ACTIVE
    And the server has key K2
    And the root volume holds image A

  @since:2.93 @before:400
  Scenario Outline: <row> a root volume that is <fate> with the server is written and stays so
    Given a server for which the compute service made a root volume that it <makes>
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds image B
    And the root volume is still <fate> with the server

    Examples: what becomes of the volume when the server is deleted
      | row     | makes   | fate    |
      | BFV-26a | keeps   | kept    |
      | BFV-26b | deletes | deleted |

  @since:2.93 @before:400
  Scenario: BFV-01p the same volume, with the metadata that its owner gave it, holds the new image
    Given a volume-backed server
    And the root volume has metadata of its own
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds image B
    And the root volume still has its metadata

  @since:2.93 @before:400
  Scenario Outline: <row> a server that is <state> is listed for the <reads> as it is
    Given a volume-backed server
    And the server is <state>
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 202
    And the server becomes <state>
    And the root volume holds image B
    And the server says at /server/image ""
    And the list of servers shows the server to the <reads> as it is

    Examples: who lists the server on its volume
      | row     | state   | reads   |
      | BFV-23c | ACTIVE  | member  |
      | BFV-23d | ACTIVE  | member2 |
      | BFV-23e | ACTIVE  | admin   |
      | BFV-23f | SHUTOFF | member  |

  @until:2.92 @boundary
  Scenario: BFV-23g before 2.93 the server is listed as it is, too
    Given a volume-backed server
    When the member rebuilds the server at 2.92 with image A
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server says at /server/image ""
    And the list of servers shows the server to the member as it is

  @since:2.93 @before:400 @op:snapshots.show
  Scenario: BFV-27 snapshots of the volume survive
    Given a volume-backed server
    And there is a snapshot of the root volume
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds image B
    And the snapshot of the root volume is still there

  @since:2.93 @boundary @needs:volume-content @op:snapshots.show
  Scenario: BFV-27b snapshots keep what was on the volume
    Given a volume-backed server
    And there is a snapshot of the root volume
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds image B
    And a volume made from the snapshot of the root volume holds image A

  @shipped @since:2.93 @boundary @needs:reimage-client
  Scenario: BFV-22a the client rebuilds when told that the volume may be written
    Given a volume-backed server
    When the member runs openstack server rebuild --image B --reimage-boot-volume on the server at 2.93
    Then the command succeeds
    And the server becomes ACTIVE
    And the root volume holds image B

  @since:2.93 @boundary @needs:reimage-client
  Scenario Outline: <row> the client does not ask for <options>
    Given a volume-backed server
    When the member runs openstack server rebuild <options> on the server at 2.93
    Then the command fails
    And the server is unchanged
    And the root volume is unchanged

    Examples: what the client keeps back
      | row     | options                            |
      | BFV-22b | --image B                          |
      | BFV-22c | --image B --no-reimage-boot-volume |

  @since:2.93 @boundary @needs:nova-client
  Scenario: BFV-22d the library that the older client has rebuilds
    Given a volume-backed server
    When the member calls novaclient's rebuild with image A on the server
    Then the command succeeds
    And the server becomes ACTIVE
    And the root volume is attached anew

  @shipped @since:2.93 @boundary @needs:nova-client
  Scenario: BFV-22e the library that the older client has rebuilds with another image
    Given a volume-backed server
    When the member calls novaclient's rebuild with image B on the server
    Then the command succeeds
    And the server becomes ACTIVE
    And the root volume holds image B

  @shipped @since:2.93 @boundary @needs:openstack-sdk
  Scenario: BFV-22f the software development kit rebuilds with another image
    Given a volume-backed server
    When the member calls the SDK's rebuild with image B on the server
    Then the command succeeds
    And the server becomes ACTIVE
    And the root volume holds image B

  @specified @since:2.93 @boundary @needs:nova-client
  Scenario: BFV-22g without the parameter the library writes no volume
    Given a volume-backed server
    When the member calls novaclient's rebuild with image B on the server
    Then the command fails
    And the server is unchanged
    And the root volume is unchanged

  @since:2.93 @before:400
  Scenario: BFV-23m another volume of the project, made from the same image, is left alone
    Given a volume-backed server
    And another volume made from image A
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds image B
    And the data volume is unchanged

  @since:2.93 @before:400 @needs:two-images
  Scenario Outline: <row> a server that is <state> gets another image and another key at once
    Given the member has a key pair K1
    And the member has a key pair K2
    And a volume-backed server with key K1 on a volume of its own
    And the server is <state>
    When the member rebuilds the server at 2.93 with image B and key K2 on its volume
    Then the request is answered 202
    And the answer shows the server with key K2
    And the server becomes <state>
    And the server has key K2
    And the root volume holds image B

    Examples: image and key of a server that is stopped
      | row     | state   |
      | BFV-25k | SHUTOFF |

  @since:2.93 @before:400 @op:snapshots.show
  Scenario: BFV-27c each of two snapshots of the volume survives
    Given a volume-backed server
    And there is a snapshot of the root volume
    And there is another snapshot of the root volume
    When the member rebuilds the server at 2.93 with image B on its volume
    Then the request is answered 202
    And the server becomes ACTIVE
    And the root volume holds image B
    And the snapshot of the root volume is still there
    And the other snapshot of the root volume is still there
