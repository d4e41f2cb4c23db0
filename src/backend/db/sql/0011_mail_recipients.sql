ALTER TABLE "outbox_mails" ADD COLUMN "recipient_id" uuid;--> statement-breakpoint
ALTER TABLE "outbox_mails" ADD COLUMN "actor_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL;