ALTER TABLE "purchases" ADD COLUMN "text" text;--> statement-breakpoint
-- What was sold before is kept as it stands today: nothing older is known.
UPDATE "purchases" SET "text" = "feeds"."text" FROM "feeds" WHERE "purchases"."kind" = 'feed' AND "feeds"."id" = "purchases"."item_id";
