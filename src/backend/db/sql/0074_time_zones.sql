CREATE TABLE "earning_quarter_hours" (
	"performer_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"source" text NOT NULL,
	"gross" bigint NOT NULL,
	"commission" bigint NOT NULL,
	"net" bigint NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "earning_quarter_hours_performer_id_at_source_pk" PRIMARY KEY("performer_id","at","source")
);
--> statement-breakpoint
CREATE TABLE "view_days" (
	"performer_id" uuid NOT NULL,
	"day" date NOT NULL,
	"views" integer NOT NULL,
	"viewers" integer NOT NULL,
	CONSTRAINT "view_days_performer_id_day_pk" PRIMARY KEY("performer_id","day")
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "time_zone" text;--> statement-breakpoint
-- Earlier views stay on the days in UTC that they were counted on.
INSERT INTO view_days (performer_id, day, views, viewers) SELECT performer_id, day, sum(views), sum(viewers) FROM view_hours GROUP BY 1, 2;
--> statement-breakpoint
-- Past days are added up again, with their quarter hours, by the first run of the job. Until then figures are read from the ledger.
DELETE FROM earning_days;
--> statement-breakpoint
DELETE FROM earning_months;
--> statement-breakpoint
DELETE FROM earning_day_tops;
--> statement-breakpoint
UPDATE earning_closing SET closed_until = DATE '1970-01-01';
--> statement-breakpoint
UPDATE jobs SET run_at = now() WHERE kind = 'earning-days' AND done_at IS NULL AND failed_at IS NULL;
