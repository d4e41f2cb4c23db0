ALTER TABLE "performers" ADD COLUMN "quarterly_percent" integer;--> statement-breakpoint
ALTER TABLE "performers" ADD COLUMN "semiannual_percent" integer;