-- What live events between processes carry beyond a notification's size: the table that socket.io's PostgreSQL adapter asks for.
CREATE TABLE IF NOT EXISTS socket_io_attachments (id bigserial UNIQUE, created_at timestamptz DEFAULT now(), payload bytea);
