ALTER TABLE "accounts" ADD COLUMN "deactivated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "login_challenges" ADD COLUMN "purpose" text DEFAULT 'code' NOT NULL;