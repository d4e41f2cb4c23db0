CREATE TABLE "item_view_days" (
	"performer_id" uuid NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"item_id" uuid NOT NULL,
	"source" text NOT NULL,
	"views" integer NOT NULL,
	"locked" integer NOT NULL,
	CONSTRAINT "item_view_days_performer_id_day_kind_item_id_source_pk" PRIMARY KEY("performer_id","day","kind","item_id","source")
);
--> statement-breakpoint
CREATE TABLE "source_view_days" (
	"performer_id" uuid NOT NULL,
	"day" date NOT NULL,
	"source" text NOT NULL,
	"ref" text NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "source_view_days_performer_id_day_source_ref_pk" PRIMARY KEY("performer_id","day","source","ref")
);
--> statement-breakpoint
CREATE TABLE "view_hours" (
	"performer_id" uuid NOT NULL,
	"day" date NOT NULL,
	"hour" smallint NOT NULL,
	"views" integer NOT NULL,
	"viewers" integer NOT NULL,
	CONSTRAINT "view_hours_performer_id_day_hour_pk" PRIMARY KEY("performer_id","day","hour")
);
--> statement-breakpoint
CREATE TABLE "view_marks" (
	"day" date NOT NULL,
	"viewer" text NOT NULL,
	"kind" text NOT NULL,
	"item_id" uuid NOT NULL,
	CONSTRAINT "view_marks_day_viewer_item_id_kind_pk" PRIMARY KEY("day","viewer","item_id","kind")
);
--> statement-breakpoint
CREATE TABLE "view_salts" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "purchases_performer" ON "purchases" USING btree ("performer_id","created_at") WHERE reversed_at IS NULL;