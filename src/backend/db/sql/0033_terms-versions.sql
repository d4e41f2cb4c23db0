ALTER TABLE "site_posts" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "site_posts" ADD COLUMN "changes" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "consents_page_version" ON "consents" USING btree ("account_id","kind","version") WHERE kind IN ('terms', 'privacy');