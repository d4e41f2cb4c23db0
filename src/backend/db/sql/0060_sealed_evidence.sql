ALTER TABLE "reports" ALTER COLUMN "reporter_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "source" text DEFAULT 'person' NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "opened_by" text;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "opened_by_id" uuid;--> statement-breakpoint
CREATE INDEX "taken_down_items_item" ON "taken_down_items" USING btree ("item_id");