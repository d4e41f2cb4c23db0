DROP INDEX "photos_performer";--> statement-breakpoint
DROP INDEX "photos_newest";--> statement-breakpoint
ALTER TABLE "performers" ADD COLUMN "single_photos" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "galleries_popular" ON "galleries" USING btree ("likes","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "galleries_performer_popular" ON "galleries" USING btree ("performer_id","likes","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "galleries_tags" ON "galleries" USING gin ("tags") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "photos_popular" ON "photos" USING btree ("likes","id") WHERE state = 'published' AND gallery_id IS NULL;--> statement-breakpoint
CREATE INDEX "photos_performer_popular" ON "photos" USING btree ("performer_id","likes","id") WHERE state = 'published' AND gallery_id IS NULL;--> statement-breakpoint
CREATE INDEX "photos_tags" ON "photos" USING gin ("tags") WHERE state = 'published' AND gallery_id IS NULL;--> statement-breakpoint
CREATE INDEX "photos_performer" ON "photos" USING btree ("performer_id","published_at","id") WHERE state = 'published' AND gallery_id IS NULL;--> statement-breakpoint
CREATE INDEX "photos_newest" ON "photos" USING btree ("published_at","id") WHERE state = 'published' AND gallery_id IS NULL;