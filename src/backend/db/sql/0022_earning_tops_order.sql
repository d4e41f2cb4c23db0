ALTER TABLE "earning_day_tops" DROP CONSTRAINT "earning_day_tops_performer_id_accounts_id_fk";
--> statement-breakpoint
DROP INDEX "earning_day_tops_day";--> statement-breakpoint
ALTER TABLE "earning_day_tops" DROP CONSTRAINT "earning_day_tops_performer_id_dimension_key_day_pk";--> statement-breakpoint
ALTER TABLE "earning_day_tops" ADD CONSTRAINT "earning_day_tops_pk" PRIMARY KEY("performer_id","dimension","day","key");--> statement-breakpoint
CREATE INDEX "earning_day_tops_item" ON "earning_day_tops" USING btree ("performer_id","key","day") WHERE dimension = 'item';