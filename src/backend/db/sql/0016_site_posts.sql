CREATE TABLE "site_posts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"html" text NOT NULL,
	"kind" text NOT NULL,
	"published_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "site_posts_slug" UNIQUE("slug")
);
--> statement-breakpoint
CREATE INDEX "site_posts_news" ON "site_posts" USING btree ("published_at","id") WHERE kind = 'news' AND published_at IS NOT NULL;