package target

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"sync"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
)

// NotificationAccess is where Nova sends its versioned notifications: an AMQP URL and a topic exchange.
type NotificationAccess struct{ URL, Exchange string }

// Notification is one versioned notification.
type Notification struct {
	EventType string
	// Publisher is the service that sent it, "nova-compute:HOST".
	Publisher string
	// Payload is nova_object.data of the payload.
	Payload map[string]any

	// serial is its number on a mock, message its id on a message bus.
	serial  int64
	message string
}

// Feed collects notifications from the moment it is opened.
type Feed interface {
	// About answers the notifications whose payload names the server, in order of arrival.
	About(ctx context.Context, server string) ([]Notification, error)
	Close() error
}

// ProbeNotifications opens the feed that was given, or the mock's.
func ProbeNotifications(ctx context.Context, t *Target) error {
	switch {
	case t.Notifications.URL != "" && t.ReadOnly:
		t.Found(Notifications, true, "a queue of our own would be bound to exchange "+t.Notifications.Exchange)
	case t.Notifications.URL != "":
		t.Tools.Redact.AddSecrets(password(t.Notifications.URL))
		feed, err := listen(t.Notifications)
		if err != nil {
			t.Found(Notifications, false, t.Tools.Redact.Text(fmt.Sprintf("the message bus cannot be read: %v", err)))
			return nil
		}
		t.Feed = feed
		t.Found(Notifications, true, "a queue of our own is bound to versioned_notifications.* of exchange "+t.Notifications.Exchange)
	case t.Control != nil:
		t.Feed = t.Control.feed()
		t.Found(Notifications, true, "the mock's feed answers")
	default:
		t.Found(Notifications, false, "the message bus is not readable from here: give --notifications-url (and --notifications-exchange)")
	}
	return nil
}

func password(raw string) string {
	u, err := amqp.ParseURI(raw)
	if err != nil || u.Password == "guest" {
		return ""
	}
	return u.Password
}

// bus is a feed from RabbitMQ.
type bus struct {
	conn *amqp.Connection
	mu   sync.Mutex
	got  byServer
	// seen are the ids of messages: a bus may deliver one more than once.
	seen map[string]bool
	err  error
}

// listen declares an exclusive queue that goes with the connection and binds it to every level.
func listen(a NotificationAccess) (*bus, error) {
	conn, err := amqp.DialConfig(a.URL, amqp.Config{Heartbeat: 10 * time.Second, FrameSize: frameSize, Dial: dialBus})
	if err != nil {
		return nil, err
	}
	b := &bus{conn: conn, got: byServer{}, seen: map[string]bool{}}
	deliveries, err := b.consume(a.Exchange)
	if err != nil {
		return nil, fmt.Errorf("%w (closing: %v)", err, conn.Close())
	}
	go b.collect(deliveries)
	return b, nil
}

// Bounds of what is read from a message bus (bytes): frames as large as RabbitMQ's default, and in all about fifty
// thousand notifications of a run.
const (
	frameSize = 128 << 10
	mostOfBus = 256 << 20
)

// dialBus connects to a bus, with a bound on the bytes that are read.
func dialBus(network, address string) (net.Conn, error) {
	conn, err := amqp.DefaultDial(10*time.Second)(network, address)
	if err != nil {
		return nil, err
	}
	return &boundedConn{Conn: conn, left: mostOfBus}, nil
}

// boundedConn is a connection that fails after a number of bytes was read.
type boundedConn struct {
	net.Conn
	left int64
}

// Read implements net.Conn; a connection has one reader.
func (c *boundedConn) Read(p []byte) (int, error) {
	if c.left <= 0 {
		return 0, fmt.Errorf("the message bus said more than %d MiB", mostOfBus>>20)
	}
	n, err := c.Conn.Read(p[:min(int64(len(p)), c.left)])
	c.left -= int64(n)
	return n, err
}

func (b *bus) consume(exchange string) (<-chan amqp.Delivery, error) {
	channel, err := b.conn.Channel()
	if err != nil {
		return nil, err
	}
	queue, err := channel.QueueDeclare("", false, true, true, false, nil)
	if err != nil {
		return nil, err
	}
	if err := channel.QueueBind(queue.Name, "versioned_notifications.*", exchange, false, nil); err != nil {
		return nil, fmt.Errorf("exchange %s: %w", exchange, err)
	}
	return channel.Consume(queue.Name, "", true, true, false, false, nil)
}

func (b *bus) collect(deliveries <-chan amqp.Delivery) {
	for d := range deliveries {
		n, err := parseNotification(d.Body)
		b.take(n, err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.err == nil {
		b.err = fmt.Errorf("the connection to the message bus was closed")
	}
}

// take adds a notification that has come, unless it was there; err says that it could not be read.
func (b *bus) take(n Notification, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case err != nil:
		b.err = err
	case n.message == "" || !b.seen[n.message]:
		b.seen[n.message] = true
		b.got.add(n)
	}
}

// parseNotification opens oslo.messaging's envelope, which has the notification as JSON text under oslo.message.
func parseNotification(body []byte) (Notification, error) {
	var envelope struct {
		Message string `json:"oslo.message"`
	}
	if err := json.Unmarshal(body, &envelope); err != nil {
		return Notification{}, fmt.Errorf("notification: %w", err)
	}
	text := []byte(envelope.Message)
	if envelope.Message == "" {
		text = body
	}
	var n struct {
		EventType string `json:"event_type"`
		Publisher string `json:"publisher_id"`
		Message   string `json:"message_id"`
		Payload   struct {
			Data map[string]any `json:"nova_object.data"`
		} `json:"payload"`
	}
	if err := json.Unmarshal(text, &n); err != nil {
		return Notification{}, fmt.Errorf("notification: %w", err)
	}
	return Notification{EventType: n.EventType, Publisher: n.Publisher, Payload: n.Payload.Data, message: n.Message}, nil
}

// About answers the notifications about a server so far.
func (b *bus) About(_ context.Context, server string) ([]Notification, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.err != nil {
		return nil, b.err
	}
	return b.got[server], nil
}

// byServer are notifications by the id of the server that they are about.
type byServer map[string][]Notification

func (all byServer) add(n Notification) {
	server := Text(n.Payload, "uuid")
	all[server] = append(all[server], n)
}

// Close ends the connection; the queue goes with it.
func (b *bus) Close() error { return b.conn.Close() }
