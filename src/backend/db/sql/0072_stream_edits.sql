ALTER TABLE "streams" ADD COLUMN "edited_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
-- For an earlier stream it is when anything about it last changed.
UPDATE "streams" SET "edited_at" = "updated_at";
