ALTER TABLE "sessions" ADD COLUMN "factor_passed_at" timestamp (3) with time zone;--> statement-breakpoint
-- Sessions of operators last hours from now on.
UPDATE "sessions" SET "expires_at" = least("expires_at", now() + interval '12 hours') WHERE "account_id" IN (SELECT "account_id" FROM "operators");
