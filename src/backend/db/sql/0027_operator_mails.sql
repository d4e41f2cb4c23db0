CREATE INDEX "files_failed" ON "files" USING btree ("updated_at") WHERE state = 'failed';--> statement-breakpoint
CREATE INDEX "outbox_mails_unsent" ON "outbox_mails" USING btree ("created_at") WHERE sent_at IS NULL;--> statement-breakpoint
CREATE INDEX "outbox_mails_to" ON "outbox_mails" USING btree ("to","id");