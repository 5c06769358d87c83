@spec:unshelve-to-host @op:servers.unshelve
Feature: A server is unshelved to a host
  What the specification was written for, and what anyone sees of it.

  @since:2.91
  Scenario: UTH-01 an administrator names the host, and the server comes up there
    Given a shelved-offloaded server booted in no zone
    When the admin unshelves it at 2.91 with zone absent and host host1
    Then the request is answered 202
    And the server ends on host1
    And the newest action of the server is unshelve by the admin
    And the events of the action are, newest last, get_image_info, schedule_instances, compute_unshelve_instance
    And the image that shelving made of it is gone

  @since:2.91 @needs:block-storage
  Scenario: UTH-68 a volume-backed server comes up on the host with the volume it had
    Given a volume-backed shelved-offloaded server booted in no zone
    When the admin unshelves it at 2.91 with zone absent and host host1
    Then the request is answered 202
    And the server ends on host1
    And the root volume becomes in-use
    And the server still boots from the root volume
    And the events of the action are, newest last, schedule_instances, compute_unshelve_instance

  @since:2.91
  Scenario: UTH-14b the host is asked for once only: it is no pin
    Given a shelved-offloaded server booted in no zone
    And the admin has unshelved it with zone absent and host host1
    And the server is shelved and offloaded again
    When the admin unshelves it at 2.91 with zone absent and host host2
    Then the request is answered 202
    And the server ends on host2
