ALTER TABLE "bids" ADD COLUMN "maximum" bigint;--> statement-breakpoint
ALTER TABLE "bids" ADD COLUMN "is_automatic" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bids" ADD CONSTRAINT "bids_within_maximum" CHECK (maximum IS NULL OR amount <= maximum);