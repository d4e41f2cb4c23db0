CREATE TABLE "removed_picture_hashes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"decision_id" uuid NOT NULL,
	"hash" bigint NOT NULL,
	"refusals" integer DEFAULT 0 NOT NULL,
	"last_refused_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "removed_picture_hashes_once" UNIQUE("decision_id","hash")
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "picture_hash" bigint;--> statement-breakpoint
ALTER TABLE "removed_picture_hashes" ADD CONSTRAINT "removed_picture_hashes_decision_id_moderation_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."moderation_decisions"("id") ON DELETE no action ON UPDATE no action;