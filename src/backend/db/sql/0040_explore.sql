CREATE TABLE "trending_creators" (
	"performer_id" uuid PRIMARY KEY NOT NULL,
	"score" double precision NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "trending_creators" ADD CONSTRAINT "trending_creators_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "trending_creators_score" ON "trending_creators" USING btree ("score","performer_id");--> statement-breakpoint
CREATE INDEX "follows_latest" ON "follows" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "reactions_latest" ON "reactions" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "purchases_latest" ON "purchases" USING brin ("created_at");