@spec:microversions
Feature: What comes and goes with microversions
  Operations that are there from or up to a microversion, and those that refuse from one on what they dropped before.

  Scenario Outline: <row> <method> <path> at <at> is answered <status>
    When the member sends <method> <path> at <at>
    Then the request is answered <status>
    And the fault is <fault> saying "<text>"
    And the answer echoes microversion <at>

    Examples: operations that come and go
      | row      | method | path                             | at   | status | fault        | text                             |
      | MVN-25c  | GET    | /servers/{unknown}/migrations    | 2.22 | 404    | itemNotFound | The resource could not be found. |
      | MVN-25d  | GET    | /servers/{unknown}/migrations    | 2.23 | 404    | itemNotFound | Instance {unknown}               |
      | MVN-25e  | DELETE | /servers/{unknown}/migrations/1  | 2.23 | 404    | itemNotFound | The resource could not be found. |
      | MVN-25f  | DELETE | /servers/{unknown}/migrations/1  | 2.24 | 404    | itemNotFound | Instance {unknown}               |
      | MVN-25g  | GET    | /servers/{unknown}/tags          | 2.25 | 404    | itemNotFound | The resource could not be found. |
      | MVN-25h  | GET    | /servers/{unknown}/tags          | 2.26 | 404    | itemNotFound | Instance {unknown}               |
      | MVN-25i  | PUT    | /servers/{unknown}/tags/x        | 2.25 | 404    | itemNotFound | The resource could not be found. |
      | MVN-25j  | PUT    | /servers/{unknown}/tags/x        | 2.26 | 404    | itemNotFound | Instance {unknown}               |
      | MVN-25k  | GET    | /servers/{unknown}/topology      | 2.77 | 404    | itemNotFound | The resource could not be found. |
      | MVN-25l  | GET    | /servers/{unknown}/topology      | 2.78 | 404    | itemNotFound | Instance {unknown}               |
      | MVN-25m  | GET    | /os-hosts                        | 2.42 | 403    | forbidden    | Policy doesn't allow             |
      | MVN-25n  | GET    | /os-hosts                        | 2.43 | 404    | itemNotFound | The resource could not be found. |
      | MVN-25o  | GET    | /os-hypervisors/x/search         | 2.52 | 403    | forbidden    | Policy doesn't allow             |
      | MVN-25p  | GET    | /os-hypervisors/x/search         | 2.53 | 404    | itemNotFound | The resource could not be found. |
      | MVN-25q  | GET    | /os-hypervisors/x/servers        | 2.52 | 403    | forbidden    | Policy doesn't allow             |
      | MVN-25r  | GET    | /os-hypervisors/x/servers        | 2.53 | 404    | itemNotFound | The resource could not be found. |
      | MVN-25s  | GET    | /os-hypervisors/statistics       | 2.87 | 403    | forbidden    | Policy doesn't allow             |
      | MVN-25t  | GET    | /os-hypervisors/statistics       | 2.88 | 404    | itemNotFound | The resource could not be found. |
      | MVN-25u  | GET    | /os-hypervisors/{unknown}/uptime | 2.87 | 403    | forbidden    | Policy doesn't allow             |
      | MVN-25v  | GET    | /os-hypervisors/{unknown}/uptime | 2.88 | 404    | itemNotFound | The resource could not be found. |
      | MVN-25w  | GET    | /images                          | 2.36 | 404    | itemNotFound | The resource could not be found. |
      | MVN-25x  | GET    | /os-networks                     | 2.36 | 404    | itemNotFound | The resource could not be found. |
      | MVN-25y  | GET    | /os-security-groups              | 2.36 | 404    | itemNotFound | The resource could not be found. |
      | MVN-25z  | GET    | /os-floating-ip-pools            | 2.36 | 404    | itemNotFound | The resource could not be found. |
      | MVN-25za | GET    | /images/{unknown}/metadata       | 2.39 | 404    | itemNotFound | The resource could not be found. |

  Scenario Outline: <row> POST <path> at <at> of <body>
    When the member sends POST <path> at <at> with the body
      """json
      <body>
      """
    Then the request is answered 404
    And the fault is itemNotFound saying "<text>"
    And the answer echoes microversion <at>

    Examples: actions that come and go
      | row      | path                               | at   | body                                                     | text                             |
      | MVN-25zb | /servers/{unknown}/remote-consoles | 2.5  | {"remote_console": {"protocol": "vnc", "type": "novnc"}} | The resource could not be found. |
      | MVN-25zc | /servers/{unknown}/remote-consoles | 2.6  | {"remote_console": {"protocol": "vnc", "type": "novnc"}} | Instance {unknown}               |
      | MVN-25zd | /servers/{unknown}/action          | 2.5  | {"os-getVNCConsole": {"type": "novnc"}}                  | Instance {unknown}               |
      | MVN-25ze | /servers/{unknown}/action          | 2.6  | {"os-getVNCConsole": {"type": "novnc"}}                  | The resource could not be found. |
      | MVN-25zf | /servers/{unknown}/action          | 2.16 | {"trigger_crash_dump": null}                             | The resource could not be found. |
      | MVN-25zg | /servers/{unknown}/action          | 2.17 | {"trigger_crash_dump": null}                             | Instance {unknown}               |
      | MVN-25zh | /servers/{unknown}/action          | 2.43 | {"addFixedIp": {"networkId": "{unknown}"}}               | Instance {unknown}               |
      | MVN-25zi | /servers/{unknown}/action          | 2.44 | {"addFixedIp": {"networkId": "{unknown}"}}               | The resource could not be found. |

    Examples: more of what comes and goes
      | row      | path                                   | at   | body                                            | text                             |
      | MVN-25aa | /servers/{unknown}/action              | 2.43 | {"removeFixedIp": {"address": "192.0.2.1"}}     | Instance {unknown}               |
      | MVN-25ab | /servers/{unknown}/action              | 2.44 | {"removeFixedIp": {"address": "192.0.2.1"}}     | The resource could not be found. |
      | MVN-25ac | /servers/{unknown}/action              | 2.43 | {"addFloatingIp": {"address": "192.0.2.1"}}     | Instance {unknown}               |
      | MVN-25ad | /servers/{unknown}/action              | 2.44 | {"addFloatingIp": {"address": "192.0.2.1"}}     | The resource could not be found. |
      | MVN-25ae | /servers/{unknown}/action              | 2.5  | {"os-getSPICEConsole": {"type": "spice-html5"}} | Instance {unknown}               |
      | MVN-25af | /servers/{unknown}/action              | 2.6  | {"os-getSPICEConsole": {"type": "spice-html5"}} | The resource could not be found. |
      | MVN-25ah | /servers/{unknown}/action              | 2.6  | {"os-getRDPConsole": {"type": "rdp-html5"}}     | The resource could not be found. |
      | MVN-25ai | /servers/{unknown}/action              | 2.5  | {"os-getSerialConsole": {"type": "serial"}}     | Instance {unknown}               |
      | MVN-25aj | /servers/{unknown}/action              | 2.6  | {"os-getSerialConsole": {"type": "serial"}}     | The resource could not be found. |
      | MVN-25ak | /servers/{unknown}/action              | 2.44 | {"removeFloatingIp": {"address": "192.0.2.1"}}  | The resource could not be found. |
      | MVN-25al | /servers/{unknown}/migrations/1/action | 2.21 | {"force_complete": null}                        | The resource could not be found. |
      | MVN-25am | /servers/{unknown}/migrations/1/action | 2.22 | {"force_complete": null}                        | Instance {unknown}               |

  Scenario Outline: <row> what hands requests on to another service is there up to its last microversion: GET <path> at <at>
    When the member sends GET <path> at <at>
    Then the request is answered <status>
    And the answer echoes microversion <at>

    @needs:network
    Examples: networks at the last microversion
      | row      | path                  | at   | status |
      | MVN-25an | /os-networks          | 2.35 | 200    |
      | MVN-25ao | /os-tenant-networks   | 2.35 | 200    |
      | MVN-25ap | /os-tenant-networks   | 2.36 | 404    |
      | MVN-25aq | /os-security-groups   | 2.35 | 200    |
      | MVN-25ar | /os-floating-ip-pools | 2.35 | 200    |

    @needs:image
    Examples: images at the last microversion
      | row      | path           | at   | status |
      | MVN-25as | /images        | 2.35 | 200    |
      | MVN-25at | /images/detail | 2.35 | 200    |
      | MVN-25au | /images/detail | 2.36 | 404    |

    @needs:block-storage
    Examples: volumes at the last microversion
      | row      | path          | at   | status |
      | MVN-25av | /os-volumes   | 2.35 | 200    |
      | MVN-25aw | /os-volumes   | 2.36 | 404    |
      | MVN-25ax | /os-snapshots | 2.35 | 200    |
      | MVN-25ay | /os-snapshots | 2.36 | 404    |

  Scenario Outline: <row> a query key that nobody knows, of <method> <path> at <at>
    When the member sends <method> <path> at <at>
    Then the request is answered <status>

    Examples: operations that refuse it from 2.75
      | row      | method | path                                            | at   | status |
      | MVN-23za | GET    | /flavors/detail?nope=1                          | 2.74 | 200    |
      | MVN-23zb | GET    | /flavors/detail?nope=1                          | 2.75 | 400    |
      | MVN-23zc | GET    | /os-keypairs/nope?nope=1                        | 2.74 | 404    |
      | MVN-23zd | GET    | /os-keypairs/nope?nope=1                        | 2.75 | 400    |
      | MVN-23ze | DELETE | /os-keypairs/nope?nope=1                        | 2.74 | 404    |
      | MVN-23zf | DELETE | /os-keypairs/nope?nope=1                        | 2.75 | 400    |
      | MVN-23zg | GET    | /os-services?nope=1                             | 2.74 | 403    |
      | MVN-23zh | GET    | /os-services?nope=1                             | 2.75 | 400    |
      | MVN-23zi | GET    | /os-server-groups?nope=1                        | 2.74 | 200    |
      | MVN-23zj | GET    | /os-server-groups?nope=1                        | 2.75 | 400    |
      | MVN-23zk | GET    | /os-quota-sets/{project:member}?nope=1          | 2.74 | 200    |
      | MVN-23zl | GET    | /os-quota-sets/{project:member}?nope=1          | 2.75 | 400    |
      | MVN-23zm | GET    | /os-quota-sets/{project:member}/detail?nope=1   | 2.74 | 200    |
      | MVN-23zn | GET    | /os-quota-sets/{project:member}/detail?nope=1   | 2.75 | 400    |
      | MVN-23zo | GET    | /os-simple-tenant-usage?nope=1                  | 2.74 | 403    |
      | MVN-23zp | GET    | /os-simple-tenant-usage?nope=1                  | 2.75 | 400    |
      | MVN-23zq | GET    | /servers/{unknown}/os-volume_attachments?nope=1 | 2.74 | 404    |
      | MVN-23zr | GET    | /servers/{unknown}/os-volume_attachments?nope=1 | 2.75 | 400    |

  @op:servers.list
  Scenario Outline: <row> the next page is asked for without the keys that were dropped from GET <path> at <at>
    Given a server
    When the member sends GET <path> at <at>
    Then the request is answered 200
    And the link to the next page of servers asks for limit and marker only
    And the link to the next page of servers leads on from the last server of the answer

    Examples: links without unknown query keys
      | row      | path                                  | at   |
      | MVN-23zs | /servers?limit=1&nope=1&none=1        | 2.1  |
      | MVN-23zt | /servers/detail?nope=1&limit=1&none=1 | 2.74 |

  @op:servers.list
  Scenario Outline: <row> the next page of a list with a filter is asked for with the filter: GET <path> at <at>
    Given a server
    When the member sends GET <path> at <at>
    Then the request is answered 200
    And the link to the next page of servers asks for <keys> only
    And the link to the next page of servers leads on from the last server of the answer

    Examples: links with filters
      | row      | path                                               | at  | keys                                       |
      | MVN-28ac | /servers?limit=1&status=ACTIVE                     | 2.1 | limit and marker and status                |
      | MVN-28ad | /servers/detail?sort_key=uuid&limit=1&sort_dir=asc | 2.1 | limit and marker and sort_dir and sort_key |

  @op:servers.list
  Scenario Outline: <row> the <who> goes on to the next page of the list that was asked for: GET <path>
    Given a server
    When the <who> sends GET <path> at 2.1
    Then the request is answered <status>
    And the answer has something at /servers_links/0/href
    And the link to the next page of servers leads on from the last server of the answer

    Examples: links of pages, whoever asks
      | row      | who            | path                                                     | status |
      | MVN-28ej | member         | /servers?limit=1&name={server-name}                      | 200    |
      | MVN-28ek | admin          | /servers?all_tenants=1&limit=1                           | 200    |
      | MVN-28el | admin          | /servers/detail?name={server-name}&all_tenants=1&limit=1 | 200    |
      | MVN-28em | outsider-admin | /servers?all_tenants=1&limit=1&name={server-name}        | 200    |
