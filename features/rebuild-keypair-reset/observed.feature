@spec:rebuild-keypair-reset @op:servers.rebuild
Feature: The new key outside the Compute API
  In the guest, on the message bus, and from the command line: where the target lets us look.

  Background:
    Given the member has a key pair K1
    And the member has a key pair K2
    And a server with key K1

  @since:2.54 @needs:notifications
  Scenario: RKP-18 notifications of the rebuild carry the new key name
    When the member rebuilds the server at 2.54 with key K2
    Then the request is answered 202
    And the server becomes ACTIVE
    And the notifications instance.rebuild.start and instance.rebuild.end carry key K2

  @since:2.54 @needs:notifications
  Scenario: RKP-18d notifications of the rebuild of a server that is stopped again carry it, too
    Given the server is SHUTOFF
    When the member rebuilds the server at 2.54 with key K2
    Then the request is answered 202
    And the server becomes SHUTOFF
    And the notifications instance.rebuild.start and instance.rebuild.end carry key K2

  @since:2.54 @needs:notifications
  Scenario: RKP-18c the notification that the rebuild was handed on carries the new key name already
    When the member rebuilds the server at 2.54 with key K2
    Then the request is answered 202
    And the server becomes ACTIVE
    And the notifications instance.rebuild_scheduled and instance.rebuild.end carry key K2

  @since:2.54 @needs:notifications @needs:ephemeral-lost
  Scenario: RKP-18b the notification of a rebuild that failed on its host carries it, too
    When the member rebuilds the server at 2.54 with key K2 and parameter preserve_ephemeral true
    Then the request is answered 202
    And the server becomes ERROR
    And the notifications instance.rebuild.start and instance.rebuild.error carry key K2

  @since:2.54 @needs:metadata
  Scenario: RKP-19a name and material kept with the server are replaced
    When the member rebuilds the server at 2.54 with key K2
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server has key K2
    And the guest is given exactly key K2

  @since:2.54 @needs:metadata @shipped
  Scenario: RKP-19b name and material are gone after unsetting the key
    When the member rebuilds the server at 2.54 with key null
    Then the request is answered 202
    And the server becomes ACTIVE
    And the guest is given no key

  @since:2.54 @needs:metadata @shipped
  Scenario: RKP-19d after unsetting the key the material of the next one is given
    Given the member has asked to rebuild the server with key null
    When the member rebuilds the server at 2.54 with key K2
    Then the request is answered 202
    And the server becomes ACTIVE
    And the guest is given exactly key K2

  @since:2.54 @needs:metadata
  Scenario: RKP-19c a rebuild with the same name takes the material of today
    Given the member has replaced key K1 by another one of the same name
    When the member rebuilds the server at 2.54 with key K1
    Then the request is answered 202
    And the server becomes ACTIVE
    And the guest is given exactly key K1

  @since:2.54 @boundary @needs:metadata
  Scenario Outline: <row> a rebuild with image <image> that names no key leaves the guest the material it had
    Given the member has replaced key K1 by key K3 of the same name
    When the member rebuilds the server at <at> with image <image>
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server has key K1
    And the guest is given exactly key K1

    Examples: the material stays, though the key pair is another one
      | row     | at   | image |
      | RKP-23c | 2.54 | A     |
      | RKP-23d | 2.54 | B     |

  @since:2.54 @boundary @needs:metadata
  Scenario: RKP-23f a rebuild by somebody else that names no key leaves the guest the material of its owner
    Given the member2 has a key pair M1 named like K1
    When the member2 rebuilds the server at 2.54 with image A
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server has key K1
    And the guest is given exactly key K1

  @since:2.54 @boundary @needs:metadata @op:keypairs.delete
  Scenario: RKP-23b the guest keeps the material of a key pair that was deleted
    Given the member has rebuilt the server with key K2
    When the member deletes key K2 at 2.54
    Then the request is answered 204
    And the guest is given exactly key K2

  @since:2.54 @boundary @needs:metadata @op:keypairs.delete
  Scenario Outline: <row> the guest keeps the material of a key pair of the <who> that the <who> has put on it and deletes
    Given the <who> has a key pair K9
    And the <who> has rebuilt the server with key K9
    When the <who> deletes key K9 at 2.54
    Then the request is answered 204
    And the <who> no longer has key K9
    And the server has key K9
    And the guest is given exactly key K9

    Examples: whose key pair is deleted
      | row     | who            |
      | RKP-23k | member2        |
      | RKP-23l | admin          |
      | RKP-23m | outsider-admin |

  @since:2.54 @boundary @needs:metadata @op:keypairs.delete
  Scenario: RKP-23n a key pair of the owner that has the name of the one that somebody else has put on the server can be deleted
    Given the member2 has a key pair M1 named like K1
    And the member2 has rebuilt the server with key M1
    When the member deletes key K1 at 2.54
    Then the request is answered 204
    And the server has key M1
    And the guest is given exactly key M1

  @since:2.54 @boundary @needs:metadata @needs:work-takes-time @op:keypairs.delete
  Scenario: RKP-23g the guest is given the material of a key pair that was deleted while the server was rebuilt
    Given the member has begun to rebuild the server with key K2
    When the member deletes key K2 at 2.54
    Then the request is answered 204
    And the server becomes ACTIVE
    And the server has key K2
    And the guest is given exactly key K2

  @since:2.54 @boundary @needs:metadata @needs:work-takes-time @op:servers.show
  Scenario: RKP-23h the guest is given the material of the request, though the key pair became another one while the server was rebuilt
    Given the member has begun to rebuild the server with key K2
    And the member has replaced key K2 by key K3 of the same name
    When the member sends GET /servers/{server} at 2.54
    Then the request is answered 200
    And the server becomes ACTIVE
    And the server has key K2
    And the guest is given exactly key K2

  @since:2.54 @needs:metadata
  Scenario: RKP-20 the guest of the rebuilt server is given the new key and not the old one
    When the member rebuilds the server at 2.54 with image B and key K2
    Then the request is answered 202
    And the server becomes ACTIVE
    And the guest is given exactly key K2
    And the guest is not given key K1

  @since:2.54 @needs:metadata
  Scenario: RKP-20b a certificate takes the place of a key, and is one for the guest, too
    Given the member has a key pair X1 that is a certificate
    When the member rebuilds the server at 2.54 with key X1
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server has key X1
    And the guest is given exactly key X1

  @since:2.54 @needs:metadata
  Scenario: RKP-20c a key takes the place of a certificate, and is a key for the guest, too
    Given the member has a key pair X1 that is a certificate
    And the member has rebuilt the server with key X1
    When the member rebuilds the server at 2.54 with key K2
    Then the request is answered 202
    And the server becomes ACTIVE
    And the server has key K2
    And the guest is given exactly key K2

  @since:2.54 @needs:metadata
  Scenario: RKP-24b the guest of a server that was stopped is given the new key
    Given the server is SHUTOFF
    When the member rebuilds the server at 2.54 with key K2
    Then the request is answered 202
    And the server becomes SHUTOFF
    And the guest is given exactly key K2

  @since:2.54 @needs:metadata
  Scenario: RKP-25b the guest of a server that was in error is given the new key
    Given the admin has put the server into ERROR
    When the member rebuilds the server at 2.54 with key K2
    Then the request is answered 202
    And the server becomes ACTIVE
    And the guest is given exactly key K2

  @since:2.54 @boundary @needs:openstack-client
  Scenario Outline: <row> the client rebuilds with <option>
    When the member runs openstack server rebuild <option> on the server
    Then the command succeeds
    And the server becomes ACTIVE
    And the server has key <key>

    Examples: the command line
      | row     | option        | key |
      | RKP-21a | --key-name K2 | K2  |

    @shipped
    Examples: the command line, unsetting
      | row     | option        | key  |
      | RKP-21b | --no-key-name | null |

  @since:2.54 @boundary @needs:nova-command
  Scenario Outline: <row> the older client rebuilds with <option>
    When the member runs nova rebuild <option> on the server
    Then the command succeeds
    And the server becomes ACTIVE
    And the server has key <key>

    Examples: the older command line
      | row     | option        | key |
      | RKP-21c | --key-name K2 | K2  |

    @shipped
    Examples: the older command line, unsetting
      | row     | option      | key  |
      | RKP-21d | --key-unset | null |

  @since:2.54 @boundary @needs:openstack-client @specified
  Scenario: RKP-21e the client cannot unset where null is no name
    When the member runs openstack server rebuild --no-key-name on the server
    Then the command fails
    And the server has key K1

  @since:2.54 @needs:notifications
  Scenario Outline: <row> notifications of a rebuild by the <who> carry their key
    Given the <who> has a key pair K9
    When the <who> rebuilds the server at 2.54 with key K9
    Then the request is answered 202
    And the server becomes ACTIVE
    And the notifications instance.rebuild.start and instance.rebuild.end carry key K9

    Examples: notifications of rebuilds by others
      | row     | who     |
      | RKP-18e | member2 |
      | RKP-18f | admin   |

  @since:2.54 @needs:notifications @needs:two-images
  Scenario Outline: <row> notifications of a rebuild with <request> carry key <key>
    When the member rebuilds the server at 2.54 with <request>
    Then the request is answered 202
    And the server becomes ACTIVE
    And the notifications instance.rebuild.start and instance.rebuild.end carry key <key>

    Examples: notifications of other rebuilds
      | row     | request            | key |
      | RKP-18g | image B and key K2 | K2  |
      | RKP-18h | image B            | K1  |

    @shipped
    Examples: notifications of a rebuild that takes the key away
      | row     | request  | key  |
      | RKP-18i | key null | null |
