// Package quotas holds the quotas of projects, their usage, and the limits that clients can query.
package quotas
