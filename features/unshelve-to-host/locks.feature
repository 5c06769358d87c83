@spec:unshelve-to-host
Feature: Whose lock a server has
  Somebody of the server's project makes the project's lock, an administrator of another project one that only administrators open.

  @since:2.9 @before:none @op:servers.unlock
  Scenario Outline: <row> a lock that the <locker> made is opened by the <who>
    Given a server booted in no zone
    And the <locker> has locked the server
    When the <who> sends POST /servers/{server}/action at 2.9 with the body
      """json
      {"unlock": null}
      """
    Then the request is answered <status>
    And the server is not locked

    Examples: who opens a lock
      | row     | locker         | who            | status |
      | UTH-62f | member         | member2        | 202    |
      | UTH-62g | admin          | member         | 202    |
      | UTH-62h | manager        | member         | 202    |
      | UTH-62i | outsider-admin | admin          | 202    |
      | UTH-62j | outsider-admin | outsider-admin | 202    |
      | UTH-62k | member         | outsider-admin | 202    |

  @since:2.9 @before:none @op:servers.unlock
  Scenario Outline: <row> a lock that the <locker> made is not opened by the <who>
    Given a server booted in no zone
    And the <locker> has locked the server
    When the <who> sends POST /servers/{server}/action at 2.9 with the body
      """json
      {"unlock": null}
      """
    Then the request is answered <status>
    And the fault is <fault> saying "<text>"
    And the server is locked

    Examples: who does not open a lock
      | row     | locker         | who      | status | fault        | text                                                                            |
      | UTH-62l | outsider-admin | member   | 403    | forbidden    | Policy doesn't allow os_compute_api:os-lock-server:unlock:unlock_override to be |
      | UTH-62m | outsider-admin | manager  | 403    | forbidden    | Policy doesn't allow os_compute_api:os-lock-server:unlock:unlock_override to be |
      | UTH-62n | member         | outsider | 404    | itemNotFound | could not be found.                                                             |

  @since:2.9 @before:none @op:servers.unlock
  Scenario Outline: <row> of the locks that the <first> and then the <second> made, the <who> opens <which>
    Given a server booted in no zone
    And the <first> has locked the server
    And the <second> has locked the server
    When the <who> sends POST /servers/{server}/action at 2.9 with the body
      """json
      {"unlock": null}
      """
    Then the request is answered <status>
    And the server is <left>

    Examples: a second lock
      | row     | first          | second         | who    | which | status | left       |
      | UTH-62o | member         | outsider-admin | member | none  | 403    | locked     |
      | UTH-62p | outsider-admin | member         | member | none  | 403    | locked     |
      | UTH-62q | member         | admin          | member | both  | 202    | not locked |

  @since:2.9 @before:none @op:servers.unlock
  Scenario: UTH-62r a lock that is opened leaves nothing of itself: the next one is the project's
    Given a server booted in no zone
    And the outsider-admin has locked the server
    And the admin has unlocked the server
    And the member has locked the server
    When the member sends POST /servers/{server}/action at 2.9 with the body
      """json
      {"unlock": null}
      """
    Then the request is answered 202
    And the server is not locked

  @since:2.91
  Scenario: UTH-62s a lock that an administrator of another project made stops the owner
    Given a shelved-offloaded server booted in no zone
    And the outsider-admin has locked the server
    When the member unshelves it at 2.91 with zone null
    Then the request is answered 409
    And the fault is conflictingRequest saying "Instance {server} is locked"
    And the server is still SHELVED_OFFLOADED

  @since:2.91
  Scenario: UTH-62t a lock that an administrator of the project made stops the owner
    Given a shelved-offloaded server booted in no zone
    And the admin has locked the server
    When the member unshelves it at 2.91 with zone null
    Then the request is answered 409
    And the fault is conflictingRequest saying "Instance {server} is locked"
    And the server is still SHELVED_OFFLOADED

  @since:2.9 @before:none @op:servers.lock
  Scenario Outline: <row> the <who> cannot lock the server
    Given a server booted in no zone
    When the <who> sends POST /servers/{server}/action at 2.9 with the body
      """json
      {"lock": null}
      """
    Then the request is answered <status>
    And the fault is <fault> saying "<text>"
    And the server is not locked

    Examples: who does not lock
      | row     | who      | status | fault        | text                |
      | UTH-62x | outsider | 404    | itemNotFound | could not be found. |

    @needs:new-policy
    Examples: who only reads
      | row     | who    | status | fault     | text                                 |
      | UTH-62y | reader | 403    | forbidden | os_compute_api:os-lock-server:lock to |

  @since:2.9 @before:none @op:servers.lock
  Scenario Outline: <row> the <who> locks a server that is <state>
    Given a server booted in no zone
    And the server is <state>
    When the <who> sends POST /servers/{server}/action at 2.9 with the body
      """json
      {"lock": null}
      """
    Then the request is answered <status>
    And the server is locked

    Examples: servers of any state
      | row      | who     | state   | status |
      | UTH-62aa | member  | ACTIVE  | 202    |
      | UTH-62ab | member2 | SHUTOFF | 202    |
      | UTH-62ac | manager | shelved | 202    |

  @since:2.9 @before:none
  Scenario Outline: <row> a lock stops the member from <action>
    Given a server booted in no zone
    And the member has locked the server
    When the member sends POST /servers/{server}/action at 2.9 with the body
      """json
      <body>
      """
    Then the request is answered <status>
    And the fault is conflictingRequest saying "Instance {server} is locked"
    And the server is locked
    And the server is unchanged

    Examples: what a lock stops
      | row      | action   | body                           | status |
      | UTH-62ad | shelve   | {"shelve": null}               | 409    |
      | UTH-62ae | os-stop  | {"os-stop": null}              | 409    |
      | UTH-62af | reboot   | {"reboot": {"type": "HARD"}}   | 409    |
      | UTH-62ag | pause    | {"pause": null}                | 409    |
      | UTH-62ah | suspend  | {"suspend": null}              | 409    |

  @since:2.73 @before:none @op:servers.lock
  Scenario: UTH-62u the reason of a lock is shown
    Given a server booted in no zone
    When the member sends POST /servers/{server}/action at 2.73 with the body
      """json
      {"lock": {"locked_reason": "maintenance"}}
      """
    Then the request is answered 202
    And the server is locked
    And the server says at /server/locked_reason "maintenance"
    And the newest action of the server is lock by the member
    And the events of the action are, newest last, api_lock

  @since:2.73 @before:none @op:servers.lock
  Scenario: UTH-62v a second lock by the project changes nothing, its reason included
    Given a server booted in no zone
    And the member has locked the server
    When the member2 sends POST /servers/{server}/action at 2.73 with the body
      """json
      {"lock": {"locked_reason": "maintenance"}}
      """
    Then the request is answered 202
    And the server is locked
    And the server says at /server/locked_reason null
    And the newest action of the server is lock by the member

  @since:2.73 @before:none @op:servers.unlock
  Scenario: UTH-62w a lock that is opened takes its reason along
    Given a server booted in no zone
    And the member has locked the server for the reason "maintenance"
    When the member sends POST /servers/{server}/action at 2.73 with the body
      """json
      {"unlock": null}
      """
    Then the request is answered 202
    And the server is not locked
    And the server says at /server/locked_reason null
    And the newest action of the server is unlock by the member
    And the events of the action are, newest last, api_unlock

  @since:2.9 @before:none @op:servers.lock
  Scenario: UTH-62ai the list of servers tells of a lock as the server does
    Given a server booted in no zone
    When the member sends POST /servers/{server}/action at 2.9 with the body
      """json
      {"lock": null}
      """
    Then the request is answered 202
    And the server is locked
    And the list of servers shows the server to the member as it is

  @since:2.9 @before:none
  Scenario Outline: <row> a lock stops the member from <action>, too
    Given a server booted in no zone
    And the member has locked the server
    When the member sends POST /servers/{server}/action at 2.9 with the body
      """json
      <body>
      """
    Then the request is answered <status>
    And the fault is conflictingRequest saying "Instance {server} is locked"
    And the server is locked
    And the server is unchanged

    Examples: more that a lock stops
      | row      | action        | body                                 | status |
      | UTH-62ar | rescue        | {"rescue": null}                     | 409    |
      | UTH-62as | rebuild       | {"rebuild": {"imageRef": "{image}"}} | 409    |
      | UTH-62at | os-start      | {"os-start": null}                   | 409    |
      | UTH-62au | resume        | {"resume": null}                     | 409    |
      | UTH-62av | unpause       | {"unpause": null}                    | 409    |
      | UTH-62aw | unrescue      | {"unrescue": null}                   | 409    |
      | UTH-62ax | forceDelete   | {"forceDelete": null}                | 409    |
      | UTH-62ay | confirmResize | {"confirmResize": null}              | 409    |
      | UTH-62az | revertResize  | {"revertResize": null}               | 409    |

  @since:2.9 @before:none
  Scenario Outline: <row> a lock stops the member from <what>
    Given a server booted in no zone
    And the member has locked the server
    When the member sends <method> <path> at 2.9 with the body
      """json
      <body>
      """
    Then the request is answered <status>
    And the fault is conflictingRequest saying "Instance {server} is locked"
    And the server is locked
    And the server is unchanged

    Examples: what a lock stops that is no action
      | row      | what                     | method | path                                    | body                                            | status |
      | UTH-62ba | giving it metadata       | POST   | /servers/{server}/metadata              | {"metadata": {"purpose": "none"}}               | 409    |
      | UTH-62bb | replacing its metadata   | PUT    | /servers/{server}/metadata              | {"metadata": {"purpose": "none"}}               | 409    |
      | UTH-62bc | deleting it              | DELETE | /servers/{server}                       |                                                 | 409    |
      | UTH-62bd | attaching a volume to it | POST   | /servers/{server}/os-volume_attachments | {"volumeAttachment": {"volumeId": "{unknown}"}} | 409    |
      | UTH-62be | giving it a port         | POST   | /servers/{server}/os-interface          | {}                                              | 409    |

  @since:2.9 @before:none
  Scenario Outline: <row> a lock stops the member from <what>
    Given a server booted in no zone
    And the server has <it>
    And the member has locked the server
    When the member sends DELETE <path> at 2.9
    Then the request is answered <status>
    And the fault is conflictingRequest saying "Instance {server} is locked"
    And the server is locked
    And the server is unchanged

    Examples: what a lock keeps on a server
      | row      | what                 | it                                       | path                                | status |
      | UTH-62bg | taking metadata away | access addresses and metadata of its own | /servers/{server}/metadata/purpose  | 409    |

    @needs:block-storage
    Examples: volumes that a lock keeps on a server
      | row      | what                   | it            | path                                                  | status |
      | UTH-62bh | taking a volume from it | a data volume | /servers/{server}/os-volume_attachments/{volume:data} | 409    |

  @since:2.9 @before:none @op:servers.update
  Scenario: UTH-62bf a lock does not keep the member from renaming the server
    Given a server booted in no zone
    And the member has locked the server
    When the member sends PUT /servers/{server} at 2.9 with the body
      """json
      {"server": {"name": "plumbline-renamed"}}
      """
    Then the request is answered 200
    And the answer says at /server/name "plumbline-renamed"
    And the server is locked
