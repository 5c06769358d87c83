"""Debian's Tempest waits ten seconds before it deletes any subnet, for clouds whose ports take time to go. The mock's do not."""
import time

sleep = time.sleep
time.sleep = lambda seconds: sleep(0 if seconds == 10 else seconds)
