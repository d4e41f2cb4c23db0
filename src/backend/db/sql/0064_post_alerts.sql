CREATE TABLE "post_alerts" (
	"account_id" uuid NOT NULL,
	"performer_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "post_alerts_performer_id_account_id_pk" PRIMARY KEY("performer_id","account_id")
);
--> statement-breakpoint
DROP INDEX "follows_notified";--> statement-breakpoint
ALTER TABLE "post_alerts" ADD CONSTRAINT "post_alerts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_alerts" ADD CONSTRAINT "post_alerts_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "post_alerts_account" ON "post_alerts" USING btree ("account_id");--> statement-breakpoint
INSERT INTO "post_alerts" ("account_id", "performer_id", "created_at") SELECT "follower_id", "performer_id", "created_at" FROM "follows" WHERE "notify_posts";--> statement-breakpoint
ALTER TABLE "follows" DROP COLUMN "notify_posts";