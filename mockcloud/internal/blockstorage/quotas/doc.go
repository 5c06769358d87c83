// Package quotas is the quotas of projects, what is used of them, and the limits that clients are told.
package quotas
