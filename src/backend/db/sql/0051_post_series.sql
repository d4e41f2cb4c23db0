CREATE TABLE "post_series" (
	"id" uuid PRIMARY KEY NOT NULL,
	"performer_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "post_series_items" (
	"feed_id" uuid PRIMARY KEY NOT NULL,
	"series_id" uuid NOT NULL,
	"position" integer NOT NULL,
	-- Deferrable, so that it is checked after each statement instead of each row: renumbering passes through ties.
	CONSTRAINT "post_series_items_position" UNIQUE("series_id","position") DEFERRABLE INITIALLY IMMEDIATE
);
--> statement-breakpoint
ALTER TABLE "post_templates" ADD COLUMN "series_id" uuid;--> statement-breakpoint
ALTER TABLE "post_series" ADD CONSTRAINT "post_series_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_series_items" ADD CONSTRAINT "post_series_items_feed_id_feeds_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."feeds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_series_items" ADD CONSTRAINT "post_series_items_series_id_post_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."post_series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "post_series_title" ON "post_series" USING btree ("performer_id",lower(title));--> statement-breakpoint
ALTER TABLE "post_templates" ADD CONSTRAINT "post_templates_series_id_post_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."post_series"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "post_templates_series" ON "post_templates" USING btree ("series_id") WHERE series_id IS NOT NULL;