CREATE TABLE "meter_charges" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"meter_id" uuid NOT NULL,
	"tokens" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "private_streams" (
	"id" uuid PRIMARY KEY NOT NULL,
	"performer_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"per_minute" bigint NOT NULL,
	"spectators_enabled" boolean DEFAULT false NOT NULL,
	"spectator_per_minute" bigint NOT NULL,
	"end_reason" text,
	"expires_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "private_streams_conversation" UNIQUE("conversation_id"),
	CONSTRAINT "private_streams_prices" CHECK (per_minute > 0 AND spectator_per_minute > 0)
);
--> statement-breakpoint
CREATE TABLE "stream_meters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"stream_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"is_spectator" boolean NOT NULL,
	"per_minute" bigint NOT NULL,
	"state" text NOT NULL,
	"held" bigint NOT NULL,
	"charged" bigint DEFAULT 0 NOT NULL,
	"seconds" integer DEFAULT 0 NOT NULL,
	"running_since" timestamp (3) with time zone,
	"proven_until" timestamp (3) with time zone,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "stream_meters_amounts" CHECK (held >= 0 AND charged >= 0 AND seconds >= 0)
);
--> statement-breakpoint
CREATE TABLE "stream_stretches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"stream_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"from_at" timestamp (3) with time zone NOT NULL,
	"to_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "stream_bans" (
	"performer_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"banned_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stream_bans_performer_id_account_id_pk" PRIMARY KEY("performer_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "stream_chats" (
	"conversation_id" uuid PRIMARY KEY NOT NULL,
	"performer_id" uuid NOT NULL,
	"stream_id" uuid NOT NULL,
	"audience" text DEFAULT 'everyone' NOT NULL,
	"slow_seconds" integer DEFAULT 0 NOT NULL,
	"held_words" text[] DEFAULT '{}'::text[] NOT NULL,
	"is_closed" boolean DEFAULT false NOT NULL,
	"pinned_message_id" uuid,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stream_chats_stream" UNIQUE("stream_id")
);
--> statement-breakpoint
CREATE TABLE "stream_message_files" (
	"message_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "stream_message_files_message_id_file_id_pk" PRIMARY KEY("message_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "stream_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"sender_id" uuid NOT NULL,
	"client_id" text,
	"seq" integer NOT NULL,
	"type" text NOT NULL,
	"text" text NOT NULL,
	"transaction_id" uuid,
	"tokens" bigint,
	"held_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stream_messages_seq" UNIQUE("conversation_id","seq")
);
--> statement-breakpoint
CREATE TABLE "stream_moderators" (
	"performer_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stream_moderators_performer_id_account_id_pk" PRIMARY KEY("performer_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "stream_reminders" (
	"stream_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stream_reminders_stream_id_account_id_pk" PRIMARY KEY("stream_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "stream_settings" (
	"performer_id" uuid PRIMARY KEY NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"audience" text DEFAULT 'public' NOT NULL,
	"price" bigint DEFAULT 0 NOT NULL,
	"included_in_subscription" boolean DEFAULT false NOT NULL,
	"replay" text DEFAULT 'none' NOT NULL,
	"chat_audience" text DEFAULT 'everyone' NOT NULL,
	"slow_seconds" integer DEFAULT 0 NOT NULL,
	"held_words" text[] DEFAULT '{}'::text[] NOT NULL,
	"private_enabled" boolean DEFAULT false NOT NULL,
	"per_minute" bigint DEFAULT 20 NOT NULL,
	"spectators_enabled" boolean DEFAULT false NOT NULL,
	"spectator_per_minute" bigint DEFAULT 10 NOT NULL,
	"encoder_key" text,
	"encoder_key_hash" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stream_settings_encoder_key" UNIQUE("encoder_key_hash"),
	CONSTRAINT "stream_settings_prices" CHECK (price >= 0 AND per_minute > 0 AND spectator_per_minute > 0)
);
--> statement-breakpoint
CREATE TABLE "stream_tips" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"stream_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"tokens" bigint NOT NULL,
	"undone_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "streams" ADD COLUMN "conversation_id" uuid;--> statement-breakpoint
ALTER TABLE "streams" ADD COLUMN "replay" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "streams" ADD COLUMN "replay_video_id" uuid;--> statement-breakpoint
ALTER TABLE "streams" ADD COLUMN "tip_goal" bigint;--> statement-breakpoint
ALTER TABLE "streams" ADD COLUMN "tip_goal_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "streams" ADD COLUMN "interrupted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "streams" ADD COLUMN "media_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "streams" ADD COLUMN "media_seconds" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "streams" ADD COLUMN "reported_seconds" integer;--> statement-breakpoint
ALTER TABLE "streams" ADD COLUMN "host_turn" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "streams" ADD COLUMN "peak" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "meter_charges" ADD CONSTRAINT "meter_charges_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meter_charges" ADD CONSTRAINT "meter_charges_meter_id_stream_meters_id_fk" FOREIGN KEY ("meter_id") REFERENCES "public"."stream_meters"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "private_streams" ADD CONSTRAINT "private_streams_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "private_streams" ADD CONSTRAINT "private_streams_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "private_streams" ADD CONSTRAINT "private_streams_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_meters" ADD CONSTRAINT "stream_meters_stream_id_private_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."private_streams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_meters" ADD CONSTRAINT "stream_meters_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_stretches" ADD CONSTRAINT "stream_stretches_stream_id_private_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."private_streams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_bans" ADD CONSTRAINT "stream_bans_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_bans" ADD CONSTRAINT "stream_bans_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_bans" ADD CONSTRAINT "stream_bans_banned_by_accounts_id_fk" FOREIGN KEY ("banned_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_chats" ADD CONSTRAINT "stream_chats_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_chats" ADD CONSTRAINT "stream_chats_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_message_files" ADD CONSTRAINT "stream_message_files_message_id_stream_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."stream_messages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_message_files" ADD CONSTRAINT "stream_message_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_messages" ADD CONSTRAINT "stream_messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_messages" ADD CONSTRAINT "stream_messages_sender_id_accounts_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_messages" ADD CONSTRAINT "stream_messages_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_moderators" ADD CONSTRAINT "stream_moderators_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_moderators" ADD CONSTRAINT "stream_moderators_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_reminders" ADD CONSTRAINT "stream_reminders_stream_id_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."streams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_reminders" ADD CONSTRAINT "stream_reminders_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_settings" ADD CONSTRAINT "stream_settings_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_tips" ADD CONSTRAINT "stream_tips_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_tips" ADD CONSTRAINT "stream_tips_stream_id_streams_id_fk" FOREIGN KEY ("stream_id") REFERENCES "public"."streams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_tips" ADD CONSTRAINT "stream_tips_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "meter_charges_meter" ON "meter_charges" USING btree ("meter_id");--> statement-breakpoint
CREATE INDEX "private_streams_performer" ON "private_streams" USING btree ("performer_id","created_at");--> statement-breakpoint
CREATE INDEX "private_streams_account" ON "private_streams" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "private_streams_one_open" ON "private_streams" USING btree ("performer_id","account_id") WHERE state IN ('requested', 'later', 'accepted', 'live', 'paused');--> statement-breakpoint
CREATE UNIQUE INDEX "private_streams_one_running" ON "private_streams" USING btree ("performer_id") WHERE state IN ('accepted', 'live', 'paused');--> statement-breakpoint
CREATE UNIQUE INDEX "stream_meters_open" ON "stream_meters" USING btree ("stream_id","account_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "stream_meters_stream" ON "stream_meters" USING btree ("stream_id");--> statement-breakpoint
CREATE INDEX "stream_stretches_stream" ON "stream_stretches" USING btree ("stream_id","from_at");--> statement-breakpoint
CREATE INDEX "stream_message_files_file" ON "stream_message_files" USING btree ("file_id");--> statement-breakpoint
CREATE UNIQUE INDEX "stream_messages_client" ON "stream_messages" USING btree ("conversation_id","sender_id","client_id") WHERE client_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "stream_messages_sender" ON "stream_messages" USING btree ("conversation_id","sender_id","created_at");--> statement-breakpoint
CREATE INDEX "stream_messages_held" ON "stream_messages" USING btree ("conversation_id","seq") WHERE held_at IS NOT NULL AND deleted_at IS NULL;--> statement-breakpoint
CREATE INDEX "stream_messages_transaction" ON "stream_messages" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "stream_tips_stream" ON "stream_tips" USING btree ("stream_id","account_id");--> statement-breakpoint
ALTER TABLE "streams" ADD CONSTRAINT "streams_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "streams_one_live" ON "streams" USING btree ("performer_id") WHERE state IN ('live', 'interrupted');--> statement-breakpoint
CREATE INDEX "streams_open" ON "streams" USING btree ("state","scheduled_at","id") WHERE state IN ('scheduled', 'live', 'interrupted');--> statement-breakpoint
ALTER TABLE "streams" ADD CONSTRAINT "streams_conversation" UNIQUE("conversation_id");