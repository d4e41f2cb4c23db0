-- Tables, columns and kinds of jobs get the names that the field uses for them. Indexes keep theirs.
ALTER TABLE "payout_stops" RENAME TO "payout_holds";--> statement-breakpoint
ALTER TABLE "stream_stretches" RENAME TO "stream_intervals";--> statement-breakpoint
ALTER TABLE "outbox_mails" RENAME TO "email_outbox";--> statement-breakpoint
ALTER TABLE "performers" RENAME COLUMN "verified" TO "verification_state";--> statement-breakpoint
ALTER TABLE "performers" RENAME COLUMN "shuffle" TO "random_rank";--> statement-breakpoint
ALTER TABLE "verification_events" RENAME COLUMN "what" TO "event";--> statement-breakpoint
ALTER TABLE "subscriptions" RENAME COLUMN "noticed_for" TO "renewal_notice_period_end";--> statement-breakpoint
ALTER TABLE "subscriptions" RENAME COLUMN "anchor_at" TO "billing_anchor";--> statement-breakpoint
ALTER TABLE "automatic_messages" RENAME COLUMN "is_on" TO "enabled";--> statement-breakpoint
ALTER TABLE "moderation_decisions" RENAME COLUMN "ground" TO "legal_basis";--> statement-breakpoint
ALTER TABLE "payout_events" RENAME COLUMN "by" TO "actor";--> statement-breakpoint
ALTER TABLE "order_events" RENAME COLUMN "by" TO "actor";--> statement-breakpoint
ALTER TABLE "stream_meters" RENAME COLUMN "held" TO "held_tokens";--> statement-breakpoint
ALTER TABLE "stream_meters" RENAME COLUMN "returned" TO "refunded_tokens";--> statement-breakpoint
ALTER TABLE "stream_meters" RENAME COLUMN "proven_until" TO "media_confirmed_until";--> statement-breakpoint
ALTER TABLE "stream_intervals" RENAME COLUMN "from_at" TO "started_at";--> statement-breakpoint
ALTER TABLE "stream_intervals" RENAME COLUMN "to_at" TO "ended_at";--> statement-breakpoint
ALTER TABLE "payout_holds" RENAME CONSTRAINT "payout_stops_account_id_decision_id_pk" TO "payout_holds_account_id_decision_id_pk";
--> statement-breakpoint
ALTER TABLE "payout_holds" RENAME CONSTRAINT "payout_stops_account_id_accounts_id_fk" TO "payout_holds_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "stream_intervals" RENAME CONSTRAINT "stream_stretches_stream_id_private_streams_id_fk" TO "stream_intervals_stream_id_private_streams_id_fk";
--> statement-breakpoint
-- Jobs that wait keep waiting under their new names. Their keys name the kind, too: "every:kind" or "kind:item:time".
UPDATE jobs SET kind = n.new, dedupe_key = regexp_replace(dedupe_key, '^(every:)?' || n.old || '(?=:|$)', '\1' || n.new)
FROM (VALUES ('publish-work', 'publish-media-item'), ('feed-due', 'publish-due-post'), ('feeds-due', 'publish-due-posts'), ('documents-plain', 'encrypt-legacy-documents'), ('verifications-due', 'verification-reminders')) AS n(old, new)
WHERE jobs.kind = n.old;
