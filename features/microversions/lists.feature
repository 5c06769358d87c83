@spec:microversions @op:servers.list
Feature: Which servers are listed
  Those of the caller's project, or of all projects for administrators who ask; and of these the ones that the query asks for, as far
  as the microversion and the caller's role let it.

  @needs:two-zones
  Scenario: MVN-28hf a filter by no host leaves out a server that is on none
    Given a shelved-offloaded server booted in no zone
    When the admin sends GET /servers?all_tenants=1&host= at 2.1
    Then the request is answered 200
    And the servers in the answer leave out the server

  Scenario Outline: <row> for the <who> at <at> GET <path> is to <what> a server of the member
    Given a server
    When the <who> sends GET <path> at <at>
    Then the request is answered 200
    And the servers in the answer <what> the server

    Examples: servers that are listed or left out
      | row      | who            | at   | path                                                                            | what      |
      | MVN-28a  | member         | 2.1  | /servers                                                                        | include   |
      | MVN-28b  | outsider       | 2.1  | /servers                                                                        | leave out |
      | MVN-28c  | outsider-admin | 2.1  | /servers                                                                        | leave out |
      | MVN-28d  | outsider-admin | 2.1  | /servers?all_tenants=1                                                          | include   |
      | MVN-28e  | outsider-admin | 2.1  | /servers/detail?all_tenants=0                                                   | leave out |
      | MVN-28f  | outsider-admin | 2.1  | /servers?all_tenants=                                                           | include   |
      | MVN-28g  | member         | 2.1  | /servers?name=no-such-name                                                      | leave out |
      | MVN-28h  | member         | 2.1  | /servers/detail?status=ACTIVE                                                   | include   |
      | MVN-28i  | member         | 2.37 | /servers?status=no-such-status                                                  | leave out |
      | MVN-28j  | member         | 2.38 | /servers?status=SHUTOFF                                                         | leave out |
      | MVN-28k  | member         | 2.38 | /servers?status=PASSWORD                                                        | leave out |
      | MVN-28l  | member         | 2.1  | /servers?host=no-such-host                                                      | include   |
      | MVN-28m  | member         | 2.74 | /servers/detail?host=no-such-host                                               | include   |
      | MVN-28n  | admin          | 2.74 | /servers?host=no-such-host                                                      | leave out |
      | MVN-28o  | member         | 2.1  | /servers?ip=203.0.113.77                                                        | leave out |
      | MVN-28p  | member         | 2.4  | /servers?ip6=2001:db8::dead                                                     | include   |
      | MVN-28q  | member         | 2.5  | /servers?ip6=2001:db8::dead                                                     | leave out |
      | MVN-28r  | member         | 2.25 | /servers?tags=no-such-tag                                                       | include   |
      | MVN-28s  | member         | 2.26 | /servers?tags=no-such-tag                                                       | leave out |
      | MVN-28t  | member         | 2.26 | /servers?tags-any=no-such-tag                                                   | leave out |
      | MVN-28u  | member         | 2.26 | /servers?not-tags=no-such-tag                                                   | include   |
      | MVN-28v  | member         | 2.26 | /servers?not-tags-any=no-such-tag                                               | include   |
      | MVN-28w  | member         | 2.1  | /servers?changes-since=2999-01-01T00:00:00Z                                     | leave out |
      | MVN-28x  | member         | 2.65 | /servers?changes-before=2001-01-01T00:00:00Z                                    | include   |
      | MVN-28y  | member         | 2.66 | /servers?changes-before=2001-01-01T00:00:00Z                                    | leave out |
      | MVN-28z  | member         | 2.66 | /servers?changes-since=2001-01-01T00:00:00Z&changes-before=2999-01-01T00:00:00Z | include   |
      | MVN-28za | member         | 2.72 | /servers?locked=true                                                            | include   |
      | MVN-28zb | member         | 2.73 | /servers?locked=true                                                            | leave out |
      | MVN-28zc | member         | 2.73 | /servers?locked=false                                                           | include   |
      | MVN-28zd | member         | 2.82 | /servers?vm_state=error                                                         | include   |
      | MVN-28ze | member         | 2.83 | /servers?vm_state=error                                                         | leave out |
      | MVN-28zf | member         | 2.83 | /servers?vm_state=active                                                        | include   |
      | MVN-28zg | member         | 2.83 | /servers?name=.&vm_state=error                                                  | leave out |
      | MVN-28zo | member         | 2.89 | /servers?hostname=no-such-host                                                  | include   |
      | MVN-28zp | member         | 2.90 | /servers?hostname=no-such-host                                                  | leave out |
      | MVN-28zq | member         | 2.38 | /servers?status=SHUTOFF&status=ACTIVE                                           | include   |

    Examples: words in other letters, several statuses, parts of names
      | row      | who            | at   | path                                           | what      |
      | MVN-28ag | member         | 2.1  | /servers?status=active                         | include   |
      | MVN-28ah | member         | 2.38 | /servers/detail?status=AcTiVe                  | include   |
      | MVN-28ai | member         | 2.38 | /servers?status=shutoff                        | leave out |
      | MVN-28aj | member         | 2.38 | /servers?status=ACTIVE&status=SHUTOFF          | include   |
      | MVN-28ak | member         | 2.38 | /servers?status=no-such-status&status=ACTIVE   | include   |
      | MVN-28al | member         | 2.38 | /servers?status=ACTIVE&status=no-such-status   | include   |
      | MVN-28am | member         | 2.1  | /servers?status=SHUTOFF&status=ERROR           | leave out |
      | MVN-28an | outsider-admin | 2.1  | /servers?all_tenants=YES&name={server-name}    | include   |
      | MVN-28ao | outsider-admin | 2.1  | /servers/detail?all_tenants=True               | include   |
      | MVN-28ap | outsider-admin | 2.1  | /servers?all_tenants=Off                       | leave out |
      | MVN-28aq | member         | 2.73 | /servers?locked=FALSE                          | include   |
      | MVN-28ar | member         | 2.73 | /servers/detail?locked=On                      | leave out |
      | MVN-28as | member         | 2.1  | /servers?name=.                                | include   |
      | MVN-28at | member         | 2.1  | /servers/detail?name=%5E{server-name}%24       | include   |
      | MVN-28au | member         | 2.1  | /servers?name=%5Ex{server-name}                | leave out |
      | MVN-28av | member         | 2.1  | /servers?name={server-name}x%24                | leave out |
      | MVN-28aw | member         | 2.90 | /servers?hostname=.                            | include   |

    Examples: less usual fields, and who may filter by them
      | row      | who    | at   | path                                                      | what      |
      | MVN-28fa | member | 2.82 | /servers?created_at=2001-01-01T00:00:00Z                  | include   |
      | MVN-28fb | member | 2.83 | /servers?created_at=2001-01-01T00:00:00Z                  | leave out |
      | MVN-28fc | member | 2.82 | /servers?launched_at=2001-01-01T00:00:00Z                 | include   |
      | MVN-28fd | member | 2.83 | /servers?launched_at=2001-01-01T00:00:00Z                 | leave out |
      | MVN-28fe | member | 2.83 | /servers?terminated_at=2001-01-01T00:00:00Z               | leave out |
      | MVN-28ff | member | 2.82 | /servers?progress=50                                      | include   |
      | MVN-28fg | member | 2.83 | /servers?progress=50                                      | leave out |
      | MVN-28fh | member | 2.82 | /servers?task_state=rebuilding                            | include   |
      | MVN-28fi | member | 2.82 | /servers?power_state=4                                    | include   |
      | MVN-28fj | member | 2.82 | /servers?config_drive=no-such-drive                       | include   |
      | MVN-28fk | member | 2.83 | /servers?config_drive=no-such-drive                       | leave out |
      | MVN-28fl | member | 2.83 | /servers?description=no-such-text                         | include   |
      | MVN-28fm | member | 2.83 | /servers?access_ip_v4=203.0.113.77                        | include   |
      | MVN-28fn | member | 2.83 | /servers?locked_by=admin                                  | include   |
      | MVN-28fo | member | 2.1  | /servers?tenant_id={project:outsider}                     | include   |
      | MVN-28fp | member | 2.83 | /servers?project_id={project:outsider}                    | include   |
      | MVN-28fq | member | 2.1  | /servers?tenant_id=                                       | include   |
      | MVN-28fr | admin  | 2.1  | /servers?all_tenants=1&host=no-such-host                  | leave out |
      | MVN-28fs | admin  | 2.1  | /servers?all_tenants=1&availability_zone=no-such-zone     | leave out |
      | MVN-28ft | admin  | 2.1  | /servers?all_tenants=1&access_ip_v4=203.0.113.77          | leave out |
      | MVN-28fu | admin  | 2.1  | /servers?all_tenants=1&access_ip_v6=2001:db8::dead        | leave out |
      | MVN-28fv | admin  | 2.1  | /servers?all_tenants=1&description=no-such-text           | include   |
      | MVN-28fw | admin  | 2.1  | /servers?all_tenants=1&config_drive=no-such-drive         | leave out |
      | MVN-28fx | admin  | 2.1  | /servers?all_tenants=1&created_at=2001-01-01T00:00:00Z    | leave out |
      | MVN-28fy | admin  | 2.1  | /servers?all_tenants=1&launched_at=2001-01-01T00:00:00Z   | leave out |
      | MVN-28fz | admin  | 2.1  | /servers?all_tenants=1&kernel_id=no-such-kernel           | leave out |
      | MVN-28ga | admin  | 2.1  | /servers?all_tenants=1&ramdisk_id=no-such-ramdisk         | leave out |
      | MVN-28gb | admin  | 2.1  | /servers?all_tenants=1&root_device_name=no-such-device    | leave out |
      | MVN-28gc | admin  | 2.1  | /servers?all_tenants=1&launch_index=1                     | leave out |
      | MVN-28gd | admin  | 2.1  | /servers?all_tenants=1&launch_index=0                     | include   |
      | MVN-28ge | admin  | 2.1  | /servers?all_tenants=1&locked_by=admin                    | leave out |
      | MVN-28gf | admin  | 2.1  | /servers?all_tenants=1&power_state=4                      | leave out |
      | MVN-28gg | admin  | 2.1  | /servers?all_tenants=1&power_state=1                      | include   |
      | MVN-28gh | admin  | 2.1  | /servers?all_tenants=1&task_state=rebuilding              | leave out |
      | MVN-28gi | admin  | 2.1  | /servers?all_tenants=1&vm_state=error                     | leave out |
      | MVN-28gj | admin  | 2.1  | /servers?all_tenants=1&vm_state=active                    | include   |
      | MVN-28gk | admin  | 2.1  | /servers?all_tenants=1&user_id={unknown}                  | leave out |
      | MVN-28gl | admin  | 2.1  | /servers?all_tenants=1&user_id={user:member}              | include   |
      | MVN-28gm | admin  | 2.1  | /servers?all_tenants=1&key_name=no-such-key               | leave out |
      | MVN-28gn | admin  | 2.1  | /servers?all_tenants=1&display_name=no-such-name          | leave out |
      | MVN-28go | admin  | 2.1  | /servers?all_tenants=1&display_name={server-name}         | include   |
      | MVN-28gp | admin  | 2.1  | /servers?all_tenants=1&hostname=no-such-host              | leave out |
      | MVN-28gq | admin  | 2.1  | /servers?all_tenants=1&image_ref={unknown}                | leave out |
      | MVN-28gr | admin  | 2.1  | /servers?all_tenants=1&image_ref={image}                  | include   |
      | MVN-28gs | admin  | 2.1  | /servers?all_tenants=1&progress=50                        | leave out |
      | MVN-28gt | admin  | 2.1  | /servers?all_tenants=1&terminated_at=2001-01-01T00:00:00Z | leave out |
      | MVN-28gu | admin  | 2.1  | /servers?all_tenants=1&no_such_key=1                      | include   |

    Examples: filters that nothing stands behind
      | row      | who    | at   | path                               | what      |
      | MVN-28ha | member | 2.82 | /servers?task_state=               | include   |
      | MVN-28hb | member | 2.83 | /servers?task_state=               | leave out |
      | MVN-28hc | admin  | 2.1  | /servers?all_tenants=1&task_state= | leave out |
      | MVN-28hd | admin  | 2.1  | /servers?all_tenants=1&host=       | leave out |
      | MVN-28he | admin  | 2.1  | /servers?all_tenants=1&user_id=    | leave out |

    Examples: filters by what a server is made of, and whose they are
      | row      | who            | at   | path                                                          | what      |
      | MVN-28bk | member         | 2.1  | /servers?image={image}                                        | include   |
      | MVN-28bl | member         | 2.1  | /servers/detail?image={unknown}                               | leave out |
      | MVN-28bm | member         | 2.1  | /servers?flavor=plumbline-no-such-flavor                      | leave out |
      | MVN-28bn | member         | 2.1  | /servers?reservation_id=no-such-reservation                   | leave out |
      | MVN-28bo | member         | 2.82 | /servers?user_id={unknown}                                    | include   |
      | MVN-28bp | member         | 2.83 | /servers?user_id={unknown}                                    | leave out |
      | MVN-28bq | member         | 2.83 | /servers?user_id={user:member}                                | include   |
      | MVN-28br | member         | 2.82 | /servers?key_name=no-such-key                                 | include   |
      | MVN-28bs | member         | 2.83 | /servers?key_name=no-such-key                                 | leave out |
      | MVN-28bt | member         | 2.82 | /servers?availability_zone=no-such-zone                       | include   |
      | MVN-28bu | member         | 2.83 | /servers/detail?availability_zone=no-such-zone                | leave out |
      | MVN-28bv | member         | 2.83 | /servers?task_state=rebuilding                                | leave out |
      | MVN-28bw | member         | 2.83 | /servers?power_state=1                                        | include   |
      | MVN-28bx | member         | 2.83 | /servers?power_state=4                                        | leave out |
      | MVN-28by | admin          | 2.1  | /servers?all_tenants=1&project_id={project:member}            | include   |
      | MVN-28bz | admin          | 2.1  | /servers?all_tenants=1&project_id={project:outsider}          | leave out |
      | MVN-28ca | admin          | 2.1  | /servers/detail?all_tenants=1&tenant_id={project:outsider}    | leave out |
      | MVN-28cb | outsider-admin | 2.1  | /servers?project_id={project:member}                          | leave out |
      | MVN-28cc | admin          | 2.1  | /servers?uuid={server}                                        | include   |
      | MVN-28cd | admin          | 2.1  | /servers?uuid={unknown}                                       | leave out |
      | MVN-28ce | member         | 2.1  | /servers?uuid={unknown}                                       | include   |
      | MVN-28cf | admin          | 2.1  | /servers?node=no-such-node                                    | leave out |
      | MVN-28cg | member         | 2.1  | /servers?node=no-such-node                                    | include   |
      | MVN-28ch | admin          | 2.1  | /servers?deleted=true                                         | leave out |
      | MVN-28ci | member         | 2.1  | /servers?deleted=true                                         | include   |

    Examples: several filters at once
      | row      | who    | at   | path                                                  | what      |
      | MVN-28cj | member | 2.1  | /servers?name={server-name}&status=ACTIVE             | include   |
      | MVN-28ck | member | 2.1  | /servers?name={server-name}&image={unknown}           | leave out |
      | MVN-28cl | member | 2.1  | /servers?image={image}&status=SHUTOFF                 | leave out |
      | MVN-28cm | member | 2.26 | /servers?name={server-name}&tags-any=no-such-tag      | leave out |
      | MVN-28cn | member | 2.26 | /servers?not-tags=no-such-tag&not-tags-any=no-such-tag | include   |
      | MVN-28dh | member | 2.1  | /servers?image={image}&name=no-such-name              | leave out |
      | MVN-28di | member | 2.38 | /servers/detail?status=ACTIVE&name=no-such-name       | leave out |
      | MVN-28dj | member | 2.1  | /servers?name={server-name}&flavor=plumbline-none     | leave out |
      | MVN-28dk | member | 2.73 | /servers?locked=false&name=no-such-name               | leave out |
      | MVN-28dl | member | 2.26 | /servers?not-tags=no-such-tag&name=no-such-name       | leave out |
      | MVN-28dm | member | 2.83 | /servers?vm_state=active&name=no-such-name            | leave out |
      | MVN-28dn | admin  | 2.1  | /servers?all_tenants=1&uuid={server}&status=SHUTOFF   | leave out |
      | MVN-28do | member | 2.1  | /servers?changes-since={server-updated}&name=no-such-name | leave out |

    Examples: what has changed since
      | row      | who    | at   | path                                                      | what    |
      | MVN-28dp | member | 2.1  | /servers?changes-since={server-updated}                   | include |
      | MVN-28dq | member | 2.66 | /servers/detail?changes-since={server-updated}&changes-before=2999-01-01T00:00:00Z | include |

  Scenario Outline: <row> the time at which a server has changed belongs to the time that is asked for: GET <path> is to <what> it
    Given a server
    And a second has gone by
    When the member sends GET <path> at 2.66
    Then the request is answered 200
    And the servers in the answer <what> the server

    Examples: the bounds of the time that is asked for
      | row      | path                                                                           | what    |
      | MVN-28ds | /servers?changes-before={server-updated}                                       | include |
      | MVN-28dt | /servers/detail?changes-before={server-updated}                                | include |
      | MVN-28du | /servers?changes-since={server-updated}&changes-before={server-updated}        | include |

  Scenario Outline: <row> a page that begins after a server leaves it out: GET <path> is to <older> the older and <newer> the newer one
    Given a server
    And a newer server of the member2
    When the member sends GET <path> at 2.1
    Then the request is answered 200
    And the servers in the answer <older> the server
    And the servers in the answer <newer> the newer server

    Examples: pages that begin after a server
      | row      | path                                                                 | older     | newer     |
      | MVN-28ax | /servers?marker={server:newer}                                       | include   | leave out |
      | MVN-28ay | /servers/detail?marker={server}                                      | leave out | leave out |
      | MVN-28az | /servers/detail?marker={server}&sort_key=created_at&sort_dir=asc     | leave out | include   |
      | MVN-28ba | /servers?marker={server:newer}&sort_key=created_at&sort_dir=asc      | leave out | leave out |
      | MVN-28bb | /servers?marker={unknown}&marker={server:newer}                      | include   | leave out |
      | MVN-28df | /servers?status=ACTIVE&marker={server:newer}                         | include   | leave out |
      | MVN-28dg | /servers/detail?image={image}&marker={server}&limit=1000             | leave out | leave out |

  Scenario Outline: <row> the servers of GET <path> are sorted by <field>, <direction>
    Given a server
    And a newer server of the member2
    When the member sends GET <path> at 2.1
    Then the request is answered 200
    And the servers in the answer include the server
    And the servers in the answer are sorted by <field>, <direction>

    Examples: the order of the list
      | row      | path                                                                                           | field   | direction  |
      | MVN-28bc | /servers/detail                                                                                | created | descending |
      | MVN-28bd | /servers/detail?sort_key=created_at                                                            | created | descending |
      | MVN-28be | /servers/detail?sort_dir=asc                                                                   | created | ascending  |
      | MVN-28bf | /servers/detail?sort_key=created_at&sort_dir=asc                                               | created | ascending  |
      | MVN-28bg | /servers?sort_key=uuid                                                                         | id      | descending |
      | MVN-28bh | /servers?sort_key=uuid&sort_dir=asc                                                            | id      | ascending  |
      | MVN-28bi | /servers/detail?status=ACTIVE&sort_key=vm_state&sort_dir=asc&sort_key=created_at&sort_dir=desc | created | descending |
      | MVN-28bj | /servers/detail?status=ACTIVE&sort_key=vm_state&sort_dir=desc&sort_key=created_at&sort_dir=asc | created | ascending  |
      | MVN-28dr | /servers?status=ACTIVE&sort_key=vm_state&sort_dir=desc&sort_key=uuid&sort_dir=asc              | id      | ascending  |

  Scenario Outline: <row> who has servers, too, is listed none of another project: GET <path>
    Given a server
    And 2 other servers of the outsider
    When the outsider sends GET <path> at 2.1
    Then the request is answered 200
    And the servers in the answer leave out the server

    Examples: servers of two projects
      | row      | path            |
      | MVN-28aa | /servers        |
      | MVN-28ab | /servers/detail |

  @op:servers.show
  Scenario: MVN-28af what the member has been shown of a server is not shown to another project
    Given a server
    When the outsider sends GET /servers/{server} at latest
    Then the request is answered 404
    And the fault is itemNotFound saying "Instance {server} could not be found."

  Scenario Outline: <row> a server with the tag plumbline: GET <path> is to <what> it
    Given a server
    And the server has the tag plumbline
    When the member sends GET <path> at 2.26
    Then the request is answered 200
    And the servers in the answer <what> the server

    Examples: servers by their tags
      | row      | path                                  | what      |
      | MVN-28zr | /servers?tags=plumbline               | include   |
      | MVN-28zs | /servers?tags=plumbline,other         | leave out |
      | MVN-28zt | /servers?tags=other                   | leave out |
      | MVN-28zu | /servers?tags-any=plumbline,other     | include   |
      | MVN-28zv | /servers?not-tags=plumbline           | leave out |
      | MVN-28zw | /servers?not-tags=plumbline,other     | include   |
      | MVN-28zx | /servers?not-tags-any=plumbline,other | leave out |
      | MVN-28zy | /servers?not-tags-any=other           | include   |

  Scenario Outline: <row> at <at> a server that is locked: GET <path> is to <what> it
    Given a server
    And the member has locked the server
    When the member sends GET <path> at <at>
    Then the request is answered 200
    And the servers in the answer <what> the server

    Examples: locked servers
      | row      | at   | path                         | what      |
      | MVN-28db | 2.73 | /servers?locked=true         | include   |
      | MVN-28dc | 2.73 | /servers?locked=false        | leave out |
      | MVN-28dd | 2.73 | /servers/detail?locked=0     | leave out |
      | MVN-28de | 2.72 | /servers?locked=false        | include   |

  @needs:network
  Scenario: MVN-28zz a server is found by an address that it has
    Given the member has a key pair K1
    And a server with key K1 on a network of its own
    When the member sends GET /servers?ip=192.0.2. at 2.1
    Then the request is answered 200
    And the servers in the answer include the server

  Scenario Outline: <row> at <at> GET <path> is refused
    When the member sends GET <path> at <at>
    Then the request is answered <status>
    And the fault is badRequest saying "<text>"

    Examples: lists that are refused
      | row      | at   | path                                                                            | status | text                         |
      | MVN-28zh | 2.38 | /servers?status=no-such-status                                                  | 400    | Invalid status value         |
      | MVN-28zi | 2.1  | /servers?marker={unknown}                                                       | 400    | marker [{unknown}] not found |
      | MVN-28zj | 2.66 | /servers?changes-since=2999-01-01T00:00:00Z&changes-before=2001-01-01T00:00:00Z | 400    | changes-since                |
      | MVN-28co | 2.38 | /servers/detail?status=no-such-status&status=none-either                        | 400    | Invalid status value         |
      | MVN-28cp | 2.1  | /servers?limit=-1                                                               | 400    |                              |
      | MVN-28cq | 2.1  | /servers/detail?limit=one                                                       | 400    |                              |
      | MVN-28cr | 2.1  | /servers/detail?marker={unknown}                                                | 400    | marker [{unknown}] not found |
      | MVN-28cs | 2.1  | /servers?sort_key=no-such-key                                                   | 400    |                              |
      | MVN-28ct | 2.1  | /servers?sort_dir=sideways                                                      | 400    |                              |
      | MVN-28cu | 2.1  | /servers?changes-since=yesterday                                                | 400    |                              |
      | MVN-28cv | 2.1  | /servers?all_tenants=perhaps                                                    | 400    | 'perhaps'                    |
      | MVN-28cw | 2.73 | /servers?locked=perhaps                                                         | 400    | 'perhaps'                    |

  Scenario Outline: <row> several servers are in one list: <first>, then <second>
    Given <first>
    And <second>
    When the member sends GET /servers at 2.1
    Then the request is answered 200
    And the servers in the answer include the server

    Examples: lists of several servers
      | row      | first                          | second                         |
      | MVN-28zk | a server                       | 2 other servers of the member2 |
      | MVN-28zl | 2 other servers of the member2 | a server                       |

  Scenario Outline: <row> a list that has room for more has no link to a next page: GET <path>
    Given a server
    When the member sends GET <path> at 2.1
    Then the request is answered 200
    And the servers in the answer include the server
    And the answer has nothing at /servers_links

    Examples: lists with room for more
      | row      | path                                          |
      | MVN-28zm | /servers?name={server-name}                   |
      | MVN-28zn | /servers/detail?limit=1000&name={server-name} |

  Scenario Outline: <row> the member is refused GET <path>
    When the member sends GET <path> at 2.1
    Then the request is answered <status>
    And the fault is forbidden saying "<text>"

    Examples: lists for administrators only
      | row      | path                               | status | text                                                                                    |
      | MVN-28cx | /servers?all_tenants=1             | 403    | Policy doesn't allow os_compute_api:servers:index:get_all_tenants to be performed.  |
      | MVN-28cy | /servers/detail?all_tenants=1      | 403    | Policy doesn't allow os_compute_api:servers:detail:get_all_tenants to be performed. |
      | MVN-28cz | /servers?status=DELETED            | 403    | Only administrators may list deleted instances                                          |
      | MVN-28da | /servers/detail?sort_key=host      | 403    | Only administrators can sort servers by host                                            |

  Scenario Outline: <row> a server that was deleted: for the <who> GET <path> is to <what> it
    Given a server
    And the member has deleted the server
    When the <who> sends GET <path> at 2.1
    Then the request is answered 200
    And the servers in the answer <what> the server

    Examples: servers that were deleted
      | row      | who    | path                                                                 | what      |
      | MVN-28dv | member | /servers?name={server-name}                                          | leave out |
      | MVN-28dw | member | /servers/detail?changes-since=2001-01-01T00:00:00Z&name={server-name} | include   |
      | MVN-28dx | admin  | /servers?changes-since=2001-01-01T00:00:00Z&name={server-name}       | include   |
      | MVN-28dy | admin  | /servers?changes-since=2001-01-01T00:00:00Z&deleted=false&name={server-name} | leave out |
      | MVN-28dz | member | /servers?deleted=true&name={server-name}                             | leave out |
      | MVN-28ea | admin  | /servers/detail?deleted=true&name={server-name}                      | include   |
      | MVN-28eb | admin  | /servers?status=DELETED&name={server-name}                           | include   |
      | MVN-28ec | admin  | /servers?all_tenants=1&name={server-name}                            | leave out |

  Scenario Outline: <row> a page of none: GET <path>
    Given a server
    When the member sends GET <path> at 2.1
    Then the request is answered 200
    And the answer has nothing at /servers/0
    And the answer has nothing at /servers_links

    Examples: a page of none
      | row      | path                    |
      | MVN-28ed | /servers?limit=0        |
      | MVN-28ee | /servers/detail?limit=0 |

  Scenario Outline: <row> GET <path> is to <what> a server
    Given a server
    When the member sends GET <path> at 2.1
    Then the request is answered 200
    And the servers in the answer <what> the server

    Examples: parts of names, and large pages
      | row      | path                                    | what    |
      | MVN-28ef | /servers?name={server-name-tail}        | include |
      | MVN-28eg | /servers/detail?name={server-name-tail} | include |
      | MVN-28eh | /servers?limit=100000                   | include |
      | MVN-28ei | /servers/detail?limit=100000            | include |
