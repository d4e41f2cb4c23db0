ALTER TABLE "messages" ADD COLUMN "recipient_id" uuid;--> statement-breakpoint
-- Written by hand: older messages went to the other member of their conversation.
UPDATE "messages" SET "recipient_id" = "m"."other_id" FROM "conversation_members" "m" WHERE "m"."conversation_id" = "messages"."conversation_id" AND "m"."account_id" = "messages"."sender_id";--> statement-breakpoint
ALTER TABLE "messages" ALTER COLUMN "recipient_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_recipient_id_accounts_id_fk" FOREIGN KEY ("recipient_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messages_sent" ON "messages" USING btree ("sender_id","created_at","id") WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX "messages_received" ON "messages" USING btree ("recipient_id","created_at","id") WHERE deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX "messages_words" ON "messages" USING gin ((to_tsvector('simple', "text") || array_to_tsvector(ARRAY[' in ' || "conversation_id"::text, ' with ' || "sender_id"::text, ' with ' || coalesce("recipient_id", "sender_id")::text, ' from ' || "sender_id"::text]))) WITH (fastupdate=false) WHERE deleted_at IS NULL;