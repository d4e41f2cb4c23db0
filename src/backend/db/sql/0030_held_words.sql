CREATE TABLE "held_words" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid,
	"words" text[] DEFAULT '{}'::text[] NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "held_words_owner" UNIQUE NULLS NOT DISTINCT("owner_id")
);
--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "held_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "held_by" text;--> statement-breakpoint
ALTER TABLE "held_words" ADD CONSTRAINT "held_words_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comments_held" ON "comments" USING btree ("held_by","owner_id","held_at","id") WHERE held_at IS NOT NULL AND deleted_at IS NULL;