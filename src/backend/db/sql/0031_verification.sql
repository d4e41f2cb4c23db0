CREATE TABLE "consents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"version" text NOT NULL,
	"text_digest" text NOT NULL,
	"accepted_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verification_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"what" text NOT NULL,
	"reason" text,
	"until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "performers" ALTER COLUMN "verified" SET DEFAULT 'draft';--> statement-breakpoint
ALTER TABLE "performers" ADD COLUMN "submitted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "performers" ADD COLUMN "verified_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "performers" ADD COLUMN "reminded_days" integer;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "approved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "verification_events" ADD CONSTRAINT "verification_events_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "consents_account" ON "consents" USING btree ("account_id","kind");--> statement-breakpoint
CREATE INDEX "verification_events_account" ON "verification_events" USING btree ("account_id","created_at");
--> statement-breakpoint
-- Whoever waited without having sent anything has a draft. Documents of approved creators were approved.
UPDATE "performers" p SET "verified" = 'draft' WHERE p."verified" = 'pending' AND NOT EXISTS (SELECT 1 FROM "documents" d WHERE d."owner_id" = p."account_id");--> statement-breakpoint
UPDATE "performers" p SET "submitted_at" = (SELECT max(d."created_at") FROM "documents" d WHERE d."owner_id" = p."account_id") WHERE p."verified" = 'pending';--> statement-breakpoint
UPDATE "documents" d SET "approved_at" = p."updated_at" FROM "performers" p WHERE p."account_id" = d."owner_id" AND p."verified" = 'approved';--> statement-breakpoint
INSERT INTO "verification_events" ("id", "account_id", "what", "created_at")
  SELECT gen_random_uuid(), "account_id", 'submitted', "submitted_at" FROM "performers" WHERE "submitted_at" IS NOT NULL;
