CREATE TABLE "notification_actors" (
	"notification_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notification_actors_notification_id_account_id_pk" PRIMARY KEY("notification_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "notification_digests" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"channels" jsonb NOT NULL,
	"digest" text NOT NULL,
	"quiet_from" text,
	"quiet_to" text,
	"time_zone" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"type" text NOT NULL,
	"group_key" text,
	"text" text NOT NULL,
	"group_phrase" text,
	"href" text,
	"count" integer DEFAULT 1 NOT NULL,
	"has_actors" boolean NOT NULL,
	"is_listed" boolean NOT NULL,
	"digest" text NOT NULL,
	"read_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "follows" ADD COLUMN "notify_posts" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox_mails" ADD COLUMN "unsubscribe_token" text;--> statement-breakpoint
ALTER TABLE "notification_actors" ADD CONSTRAINT "notification_actors_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_actors" ADD CONSTRAINT "notification_actors_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_digests" ADD CONSTRAINT "notification_digests_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_actors_account" ON "notification_actors" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "notification_digests_due" ON "notification_digests" USING btree ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_group" ON "notifications" USING btree ("account_id","group_key") WHERE read_at IS NULL;--> statement-breakpoint
CREATE INDEX "notifications_list" ON "notifications" USING btree ("account_id","updated_at","id") WHERE is_listed;--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("account_id") WHERE read_at IS NULL AND is_listed;--> statement-breakpoint
CREATE INDEX "notifications_digest" ON "notifications" USING btree ("account_id") WHERE digest = 'waiting';--> statement-breakpoint
CREATE INDEX "notifications_read" ON "notifications" USING btree ("read_at") WHERE read_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "follows_notified" ON "follows" USING btree ("performer_id","follower_id") WHERE notify_posts;