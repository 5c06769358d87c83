@spec:microversions @op:servers.show
Feature: Every field that a server shows
  All of them at each microversion that adds one, and at the one before; to members and to administrators, in the answer about the
  server, in the detailed list and in the answer to an update.

  @since:2.37 @boundary
  Scenario Outline: <row> at <at> a server shows the member just these fields
    Given a server
    When the member sends GET /servers/{server} at <at>
    Then the request is answered 200
    And the server in the answer has exactly the fields
      """
      OS-DCF:diskConfig OS-EXT-AZ:availability_zone OS-EXT-STS:power_state OS-EXT-STS:task_state OS-EXT-STS:vm_state
      OS-SRV-USG:launched_at OS-SRV-USG:terminated_at accessIPv4 accessIPv6 addresses config_drive created flavor
      hostId id image key_name links metadata name os-extended-volumes:volumes_attached progress status tenant_id
      updated user_id <more>
      """
    And the detailed list of servers shows the server as the answer does

    Examples: all fields of a server
      | row      | at    | more                                                                                                                                             |
      | MVN-29aa | 2.1   |                                                                                                                                                  |
      | MVN-29ab | 2.8   |                                                                                                                                                  |
      | MVN-29ac | 2.9   | locked                                                                                                                                           |
      | MVN-29ad | 2.18  | locked                                                                                                                                           |
      | MVN-29ae | 2.19  | locked description                                                                                                                               |
      | MVN-29af | 2.25  | locked description                                                                                                                               |
      | MVN-29ag | 2.26  | locked description tags                                                                                                                          |
      | MVN-29ah | 2.62  | locked description tags                                                                                                                          |
      | MVN-29ai | 2.63  | locked description tags trusted_image_certificates                                                                                               |
      | MVN-29aj | 2.70  | locked description tags trusted_image_certificates                                                                                               |
      | MVN-29ak | 2.71  | locked description tags trusted_image_certificates server_groups                                                                                 |
      | MVN-29al | 2.72  | locked description tags trusted_image_certificates server_groups                                                                                 |
      | MVN-29am | 2.73  | locked description tags trusted_image_certificates server_groups locked_reason                                                                   |
      | MVN-29an | 2.89  | locked description tags trusted_image_certificates server_groups locked_reason                                                                   |
      | MVN-29ao | 2.90  | locked description tags trusted_image_certificates server_groups locked_reason OS-EXT-SRV-ATTR:hostname                                          |
      | MVN-29ap | 2.95  | locked description tags trusted_image_certificates server_groups locked_reason OS-EXT-SRV-ATTR:hostname                                          |
      | MVN-29aq | 2.96  | locked description tags trusted_image_certificates server_groups locked_reason OS-EXT-SRV-ATTR:hostname pinned_availability_zone                 |
      | MVN-29ar | 2.99  | locked description tags trusted_image_certificates server_groups locked_reason OS-EXT-SRV-ATTR:hostname pinned_availability_zone                 |
      | MVN-29as | 2.100 | locked description tags trusted_image_certificates server_groups locked_reason OS-EXT-SRV-ATTR:hostname pinned_availability_zone scheduler_hints |

  @since:2.37 @boundary
  Scenario Outline: <row> at <at> a server shows an administrator just these fields
    Given a server
    When the admin sends GET /servers/{server} at <at>
    Then the request is answered 200
    And the server in the answer has exactly the fields
      """
      OS-DCF:diskConfig OS-EXT-AZ:availability_zone OS-EXT-STS:power_state OS-EXT-STS:task_state OS-EXT-STS:vm_state
      OS-SRV-USG:launched_at OS-SRV-USG:terminated_at accessIPv4 accessIPv6 addresses config_drive created flavor
      hostId id image key_name links metadata name os-extended-volumes:volumes_attached progress status tenant_id
      updated user_id OS-EXT-SRV-ATTR:host OS-EXT-SRV-ATTR:hypervisor_hostname OS-EXT-SRV-ATTR:instance_name <more>
      """
    And the detailed list of servers shows the server as the answer does

    Examples: all fields of a server for administrators up to 2.2
      | row      | at  | more |
      | MVN-29be | 2.1 |      |
      | MVN-29bf | 2.2 |      |

  @since:2.37 @boundary
  Scenario Outline: <row> at <at> a server shows an administrator these fields, and no others
    Given a server
    When the admin sends GET /servers/{server} at <at>
    Then the request is answered 200
    And the server in the answer has exactly the fields
      """
      OS-DCF:diskConfig OS-EXT-AZ:availability_zone OS-EXT-STS:power_state OS-EXT-STS:task_state OS-EXT-STS:vm_state
      OS-SRV-USG:launched_at OS-SRV-USG:terminated_at accessIPv4 accessIPv6 addresses config_drive created flavor
      hostId id image key_name links metadata name os-extended-volumes:volumes_attached progress status tenant_id
      updated user_id OS-EXT-SRV-ATTR:host OS-EXT-SRV-ATTR:hypervisor_hostname OS-EXT-SRV-ATTR:instance_name
      OS-EXT-SRV-ATTR:hostname OS-EXT-SRV-ATTR:kernel_id OS-EXT-SRV-ATTR:launch_index OS-EXT-SRV-ATTR:ramdisk_id
      OS-EXT-SRV-ATTR:reservation_id OS-EXT-SRV-ATTR:root_device_name OS-EXT-SRV-ATTR:user_data <more>
      """
    And the detailed list of servers shows the server as the answer does

    Examples: all fields of a server for administrators from 2.3
      | row      | at    | more                                                                                                                                |
      | MVN-29at | 2.3   |                                                                                                                                     |
      | MVN-29au | 2.8   |                                                                                                                                     |
      | MVN-29av | 2.9   | locked                                                                                                                              |
      | MVN-29aw | 2.15  | locked                                                                                                                              |
      | MVN-29ax | 2.16  | host_status locked                                                                                                                  |
      | MVN-29ay | 2.26  | host_status locked description tags                                                                                                 |
      | MVN-29az | 2.63  | host_status locked description tags trusted_image_certificates                                                                      |
      | MVN-29ba | 2.73  | host_status locked description tags trusted_image_certificates server_groups locked_reason                                          |
      | MVN-29bb | 2.90  | host_status locked description tags trusted_image_certificates server_groups locked_reason                                          |
      | MVN-29bc | 2.96  | host_status locked description tags trusted_image_certificates server_groups locked_reason pinned_availability_zone                 |
      | MVN-29bd | 2.100 | host_status locked description tags trusted_image_certificates server_groups locked_reason pinned_availability_zone scheduler_hints |

  @since:2.37 @boundary @op:servers.update
  Scenario Outline: <row> at <at> the answer to an update shows the <who> just these fields
    Given a server
    When the <who> sends PUT /servers/{server} at <at> with the body
      """json
      {"server": {"name": "plumbline-renamed"}}
      """
    Then the request is answered 200
    And the server in the answer has exactly the fields
      """
      OS-DCF:diskConfig accessIPv4 accessIPv6 addresses created flavor hostId id image links metadata name progress
      status tenant_id updated user_id <more>
      """

    Examples: the answer to an update up to 2.74
      | row      | at   | who    | more                                                                           |
      | MVN-29bg | 2.1  | member |                                                                                |
      | MVN-29bh | 2.8  | member |                                                                                |
      | MVN-29bi | 2.9  | member | locked                                                                         |
      | MVN-29bj | 2.25 | member | locked description                                                             |
      | MVN-29bk | 2.26 | member | locked description tags                                                        |
      | MVN-29bl | 2.72 | member | locked description tags trusted_image_certificates server_groups               |
      | MVN-29bm | 2.73 | member | locked description tags trusted_image_certificates server_groups locked_reason |
      | MVN-29bn | 2.74 | member | locked description tags trusted_image_certificates server_groups locked_reason |
      | MVN-29bo | 2.74 | admin  | locked description tags trusted_image_certificates server_groups locked_reason |

    Examples: the answer to an update from 2.75
      | row      | at    | who    | more                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                    |
      | MVN-29bp | 2.75  | member | OS-EXT-AZ:availability_zone OS-EXT-STS:power_state OS-EXT-STS:task_state OS-EXT-STS:vm_state OS-SRV-USG:launched_at OS-SRV-USG:terminated_at config_drive key_name os-extended-volumes:volumes_attached locked description tags trusted_image_certificates server_groups locked_reason                                                                                                                                                                                                                                                                                                                                  |
      | MVN-29bq | 2.89  | member | OS-EXT-AZ:availability_zone OS-EXT-STS:power_state OS-EXT-STS:task_state OS-EXT-STS:vm_state OS-SRV-USG:launched_at OS-SRV-USG:terminated_at config_drive key_name os-extended-volumes:volumes_attached locked description tags trusted_image_certificates server_groups locked_reason                                                                                                                                                                                                                                                                                                                                  |
      | MVN-29br | 2.90  | member | OS-EXT-AZ:availability_zone OS-EXT-STS:power_state OS-EXT-STS:task_state OS-EXT-STS:vm_state OS-SRV-USG:launched_at OS-SRV-USG:terminated_at config_drive key_name os-extended-volumes:volumes_attached locked description tags trusted_image_certificates server_groups locked_reason OS-EXT-SRV-ATTR:hostname                                                                                                                                                                                                                                                                                                         |
      | MVN-29bs | 2.95  | member | OS-EXT-AZ:availability_zone OS-EXT-STS:power_state OS-EXT-STS:task_state OS-EXT-STS:vm_state OS-SRV-USG:launched_at OS-SRV-USG:terminated_at config_drive key_name os-extended-volumes:volumes_attached locked description tags trusted_image_certificates server_groups locked_reason OS-EXT-SRV-ATTR:hostname                                                                                                                                                                                                                                                                                                         |
      | MVN-29bt | 2.96  | member | OS-EXT-AZ:availability_zone OS-EXT-STS:power_state OS-EXT-STS:task_state OS-EXT-STS:vm_state OS-SRV-USG:launched_at OS-SRV-USG:terminated_at config_drive key_name os-extended-volumes:volumes_attached locked description tags trusted_image_certificates server_groups locked_reason OS-EXT-SRV-ATTR:hostname pinned_availability_zone                                                                                                                                                                                                                                                                                |
      | MVN-29bu | 2.99  | member | OS-EXT-AZ:availability_zone OS-EXT-STS:power_state OS-EXT-STS:task_state OS-EXT-STS:vm_state OS-SRV-USG:launched_at OS-SRV-USG:terminated_at config_drive key_name os-extended-volumes:volumes_attached locked description tags trusted_image_certificates server_groups locked_reason OS-EXT-SRV-ATTR:hostname pinned_availability_zone                                                                                                                                                                                                                                                                                |
      | MVN-29bv | 2.100 | member | OS-EXT-AZ:availability_zone OS-EXT-STS:power_state OS-EXT-STS:task_state OS-EXT-STS:vm_state OS-SRV-USG:launched_at OS-SRV-USG:terminated_at config_drive key_name os-extended-volumes:volumes_attached locked description tags trusted_image_certificates server_groups locked_reason OS-EXT-SRV-ATTR:hostname pinned_availability_zone scheduler_hints                                                                                                                                                                                                                                                                |
      | MVN-29bw | 2.75  | admin  | OS-EXT-AZ:availability_zone OS-EXT-STS:power_state OS-EXT-STS:task_state OS-EXT-STS:vm_state OS-SRV-USG:launched_at OS-SRV-USG:terminated_at config_drive key_name os-extended-volumes:volumes_attached OS-EXT-SRV-ATTR:host OS-EXT-SRV-ATTR:hypervisor_hostname OS-EXT-SRV-ATTR:instance_name OS-EXT-SRV-ATTR:hostname OS-EXT-SRV-ATTR:kernel_id OS-EXT-SRV-ATTR:launch_index OS-EXT-SRV-ATTR:ramdisk_id OS-EXT-SRV-ATTR:reservation_id OS-EXT-SRV-ATTR:root_device_name OS-EXT-SRV-ATTR:user_data host_status locked description tags trusted_image_certificates server_groups locked_reason                          |
      | MVN-29bx | 2.96  | admin  | OS-EXT-AZ:availability_zone OS-EXT-STS:power_state OS-EXT-STS:task_state OS-EXT-STS:vm_state OS-SRV-USG:launched_at OS-SRV-USG:terminated_at config_drive key_name os-extended-volumes:volumes_attached OS-EXT-SRV-ATTR:host OS-EXT-SRV-ATTR:hypervisor_hostname OS-EXT-SRV-ATTR:instance_name OS-EXT-SRV-ATTR:hostname OS-EXT-SRV-ATTR:kernel_id OS-EXT-SRV-ATTR:launch_index OS-EXT-SRV-ATTR:ramdisk_id OS-EXT-SRV-ATTR:reservation_id OS-EXT-SRV-ATTR:root_device_name OS-EXT-SRV-ATTR:user_data host_status locked description tags trusted_image_certificates server_groups locked_reason pinned_availability_zone |

  @since:2.37 @boundary
  Scenario Outline: <row> at <at> a server that is <state> shows the member just these fields
    Given the member has a key pair K1
    And a server with key K1
    And the server is <state>
    When the member sends GET /servers/{server} at <at>
    Then the request is answered 200
    And the server in the answer has exactly the fields
      """
      OS-DCF:diskConfig OS-EXT-AZ:availability_zone OS-EXT-STS:power_state OS-EXT-STS:task_state OS-EXT-STS:vm_state
      OS-SRV-USG:launched_at OS-SRV-USG:terminated_at accessIPv4 accessIPv6 addresses config_drive created flavor hostId id
      image key_name links metadata name os-extended-volumes:volumes_attached status tenant_id updated user_id <more>
      """
    And the detailed list of servers shows the server as the answer does

    Examples: fields of servers that do not run
      | row      | state     | at   | more               |
      | MVN-29ca | SHUTOFF   | 2.1  |                    |
      | MVN-29cb | PAUSED    | 2.9  | locked             |
      | MVN-29cc | SUSPENDED | 2.19 | locked description |

  Scenario: MVN-29cd an administrator of another project sees the same of a server as one of its own
    Given a server
    When the outsider-admin sends GET /servers/{server} at latest
    Then the request is answered 200
    And the admin sees the server as the answer shows it

  @disruptive
  Scenario Outline: <row> at <at> a server shows each disk of its flavor under its own name
    Given a server of a flavor with swap and an ephemeral disk, which the admin has made
    When the member sends GET /servers/{server} at <at>
    Then the request is answered 200
    And the server in the answer shows the values of its flavor

    Examples: the disks of a flavor
      | row      | at   |
      | MVN-29ce | 2.47 |
      | MVN-29cf | 2.75 |
