CREATE INDEX "videos_popular" ON "videos" USING btree ("views","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "videos_performer_popular" ON "videos" USING btree ("performer_id","views","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "videos_tags" ON "videos" USING gin ("tags") WHERE state = 'published';