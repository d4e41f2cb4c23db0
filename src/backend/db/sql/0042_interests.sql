ALTER TABLE "accounts" ADD COLUMN "interests" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "welcomed_at" timestamp (3) with time zone;--> statement-breakpoint
-- Whoever was here before is no newcomer.
UPDATE "accounts" SET "welcomed_at" = "created_at";