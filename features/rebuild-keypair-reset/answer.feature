@spec:rebuild-keypair-reset @op:servers.rebuild
Feature: What the answer to a rebuild shows
  The server with every field that the microversion has, as it is while the rebuild begins.

  Background:
    Given the member has a key pair K1

  Scenario Outline: <row> at <at> a member is answered these fields
    Given a server with key K1
    When the member rebuilds the server at <at> with image A
    Then the request is answered 202
    And the server in the answer has exactly the fields
      """
      OS-DCF:diskConfig accessIPv4 accessIPv6 addresses adminPass created flavor hostId id image links metadata name progress status tenant_id updated user_id <more>
      """

    Examples: fields before the parameter exists
      | row     | at   | more                    |
      | RKP-06d | 2.8  |                         |
      | RKP-06e | 2.18 | locked                  |
      | RKP-06f | 2.25 | locked description      |
      | RKP-06g | 2.53 | locked description tags |

    Examples: fields since the parameter exists
      | row     | at    | more                                                                                                                                                                                                                                                                                                                                                               |
      | RKP-01ab | 2.56  | locked description tags key_name                                                                                                                                                                                                                                                                                                                                   |
      | RKP-01ac | 2.62  | locked description tags key_name user_data                                                                                                                                                                                                                                                                                                                         |
      | RKP-01ad | 2.70  | locked description tags key_name user_data trusted_image_certificates                                                                                                                                                                                                                                                                                              |
      | RKP-01ae | 2.72  | locked description tags key_name user_data trusted_image_certificates server_groups                                                                                                                                                                                                                                                                                |
      | RKP-01af | 2.74  | locked description tags key_name user_data trusted_image_certificates server_groups locked_reason                                                                                                                                                                                                                                                                  |
      | RKP-01ag | 2.89  | locked description tags key_name user_data trusted_image_certificates server_groups locked_reason OS-EXT-AZ:availability_zone OS-EXT-STS:power_state OS-EXT-STS:task_state OS-EXT-STS:vm_state OS-SRV-USG:launched_at OS-SRV-USG:terminated_at config_drive os-extended-volumes:volumes_attached                                                                   |
      | RKP-01ah | 2.95  | locked description tags key_name user_data trusted_image_certificates server_groups locked_reason OS-EXT-AZ:availability_zone OS-EXT-STS:power_state OS-EXT-STS:task_state OS-EXT-STS:vm_state OS-SRV-USG:launched_at OS-SRV-USG:terminated_at config_drive os-extended-volumes:volumes_attached OS-EXT-SRV-ATTR:hostname                                          |
      | RKP-01ai | 2.99  | locked description tags key_name user_data trusted_image_certificates server_groups locked_reason OS-EXT-AZ:availability_zone OS-EXT-STS:power_state OS-EXT-STS:task_state OS-EXT-STS:vm_state OS-SRV-USG:launched_at OS-SRV-USG:terminated_at config_drive os-extended-volumes:volumes_attached OS-EXT-SRV-ATTR:hostname pinned_availability_zone                 |
      | RKP-01aj | 2.100 | locked description tags key_name user_data trusted_image_certificates server_groups locked_reason OS-EXT-AZ:availability_zone OS-EXT-STS:power_state OS-EXT-STS:task_state OS-EXT-STS:vm_state OS-SRV-USG:launched_at OS-SRV-USG:terminated_at config_drive os-extended-volumes:volumes_attached OS-EXT-SRV-ATTR:hostname pinned_availability_zone scheduler_hints |

  Scenario Outline: <row> at <at> an administrator is answered these fields
    Given a server with key K1
    When the admin rebuilds the server at <at> with image A
    Then the request is answered 202
    And the server in the answer has exactly the fields
      """
      OS-DCF:diskConfig accessIPv4 accessIPv6 addresses adminPass created flavor hostId id image links metadata name progress status tenant_id updated user_id locked description tags key_name user_data trusted_image_certificates server_groups locked_reason <more>
      """

    Examples: fields that administrators see
      | row     | at   | more                                                                                                                                                                                                                                                                                                                                                                                                                                                                         |
      | RKP-01ak | 2.74 |                                                                                                                                                                                                                                                                                                                                                                                                                                                                              |
      | RKP-01al | 2.75 | OS-EXT-AZ:availability_zone OS-EXT-STS:power_state OS-EXT-STS:task_state OS-EXT-STS:vm_state OS-SRV-USG:launched_at OS-SRV-USG:terminated_at config_drive os-extended-volumes:volumes_attached OS-EXT-SRV-ATTR:host OS-EXT-SRV-ATTR:hostname OS-EXT-SRV-ATTR:hypervisor_hostname OS-EXT-SRV-ATTR:instance_name OS-EXT-SRV-ATTR:kernel_id OS-EXT-SRV-ATTR:launch_index OS-EXT-SRV-ATTR:ramdisk_id OS-EXT-SRV-ATTR:reservation_id OS-EXT-SRV-ATTR:root_device_name host_status |

  @needs:network
  Scenario Outline: <row> at <at> a server with a port shows <what>
    Given a server with key K1 on a network of its own
    When the member rebuilds the server at <at> with image A
    Then the request is answered 202
    And the server in the answer has exactly the fields
      """
      OS-DCF:diskConfig accessIPv4 accessIPv6 addresses adminPass created flavor hostId id image links metadata name progress status tenant_id updated user_id locked description tags key_name user_data trusted_image_certificates server_groups locked_reason <more>
      """

    Examples: security groups of the port
      | row     | at   | what                | more                                                                                                                                                                                                           |
      | RKP-01am | 2.74 | no security groups  |                                                                                                                                                                                                                |
      | RKP-01an | 2.75 | its security groups | OS-EXT-AZ:availability_zone OS-EXT-STS:power_state OS-EXT-STS:task_state OS-EXT-STS:vm_state OS-SRV-USG:launched_at OS-SRV-USG:terminated_at config_drive os-extended-volumes:volumes_attached security_groups |

  @since:2.54
  Scenario: RKP-01ax the answer to a request in the path of the project sends the client on in that path
    Given a server
    When the member sends POST /{project:member}/servers/{server}/action at 2.54 with the body
      """json
      {"rebuild": {"imageRef": "{image}"}}
      """
    Then the request is answered 202
    And the answer says in the header Location "/{project:member}/servers/{server}"

  @since:2.54
  Scenario: RKP-01ao the answer shows the server at work
    Given a server with key K1
    And a second has gone by
    When the member rebuilds the server at 2.54 with image B
    Then the request is answered 202
    And the answer says at /server/status "REBUILD"
    And the answer says at /server/progress 0
    And the answer shows the server with image B
    And the answer shows the server as changed since

  @since:2.75
  Scenario: RKP-01ap the answer shows the task
    Given a server with key K1
    When the member rebuilds the server at 2.75 with image A
    Then the request is answered 202
    And the answer says at /server/OS-EXT-STS:task_state "rebuilding"
    And the answer says at /server/OS-EXT-STS:vm_state "active"
