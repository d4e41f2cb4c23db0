ALTER TABLE "performers" ADD COLUMN "shuffle" double precision DEFAULT random() NOT NULL;--> statement-breakpoint
CREATE INDEX "performers_newest" ON "performers" USING btree ("created_at","account_id");--> statement-breakpoint
CREATE INDEX "performers_entry_price" ON "performers" USING btree ((CASE WHEN is_free_subscription THEN 0 ELSE monthly_price END),"account_id");--> statement-breakpoint
CREATE INDEX "performers_shuffle" ON "performers" USING btree ("shuffle");