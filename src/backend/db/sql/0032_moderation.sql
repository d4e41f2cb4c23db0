CREATE TABLE "moderation_appeals" (
	"decision_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"text" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"decided_by" text,
	"decided_by_id" uuid,
	"decided_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "moderation_cases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"target_type" text NOT NULL,
	"target_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"category" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "moderation_decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid,
	"account_id" uuid NOT NULL,
	"target_type" text NOT NULL,
	"target_id" uuid NOT NULL,
	"category" text NOT NULL,
	"action" text NOT NULL,
	"state" text NOT NULL,
	"ground" text NOT NULL,
	"rule" text NOT NULL,
	"facts" text NOT NULL,
	"until" timestamp (3) with time zone,
	"automated" boolean DEFAULT false NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"before" jsonb,
	"decided_by" text NOT NULL,
	"decided_by_id" uuid,
	"confirmed_by" text,
	"confirmed_by_id" uuid,
	"decided_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_files" (
	"report_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	CONSTRAINT "report_files_report_id_file_id_pk" PRIMARY KEY("report_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "taken_down_files" (
	"decision_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	CONSTRAINT "taken_down_files_file_id_decision_id_pk" PRIMARY KEY("file_id","decision_id")
);
--> statement-breakpoint
CREATE TABLE "taken_down_items" (
	"kind" text NOT NULL,
	"item_id" uuid NOT NULL,
	"decision_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "taken_down_items_kind_item_id_pk" PRIMARY KEY("kind","item_id")
);
--> statement-breakpoint
CREATE TABLE "payout_stops" (
	"account_id" uuid NOT NULL,
	"decision_id" uuid NOT NULL,
	"until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payout_stops_account_id_decision_id_pk" PRIMARY KEY("account_id","decision_id")
);
--> statement-breakpoint
DROP INDEX "reports_open";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "suspended_by_decision" uuid;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "case_id" uuid;--> statement-breakpoint
-- Reports made before there were cases: those about one thing join one case, named after the first of them.
INSERT INTO "moderation_cases" ("id", "target_type", "target_id", "account_id", "category", "state", "closed_at", "created_at", "updated_at")
SELECT DISTINCT ON (r."target_type", r."target_id") r."id", r."target_type", r."target_id", (r."snapshot"->>'ownerId')::uuid, r."category",
  CASE WHEN w."waiting" THEN 'open' ELSE 'closed' END, CASE WHEN w."waiting" THEN NULL ELSE w."latest" END, r."created_at", w."latest"
FROM "reports" r JOIN LATERAL (
  SELECT bool_or(o."state" = 'open') AS "waiting", max(o."updated_at") AS "latest" FROM "reports" o
  WHERE o."target_type" = r."target_type" AND o."target_id" = r."target_id"
) w ON true
ORDER BY r."target_type", r."target_id", r."created_at", r."id";--> statement-breakpoint
UPDATE "reports" r SET "case_id" = c."id" FROM "moderation_cases" c WHERE c."target_type" = r."target_type" AND c."target_id" = r."target_id";--> statement-breakpoint
ALTER TABLE "reports" ALTER COLUMN "case_id" SET NOT NULL;--> statement-breakpoint
-- Evidence that still exists is kept from now on.
INSERT INTO "report_files" ("report_id", "file_id")
SELECT DISTINCT r."id", f."id" FROM "reports" r, jsonb_array_elements_text(CASE WHEN jsonb_typeof(r."snapshot"->'files') = 'array' THEN r."snapshot"->'files' ELSE '[]'::jsonb END) AS named(id)
JOIN "files" f ON f."id"::text = named.id;--> statement-breakpoint
ALTER TABLE "moderation_appeals" ADD CONSTRAINT "moderation_appeals_decision_id_moderation_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."moderation_decisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_appeals" ADD CONSTRAINT "moderation_appeals_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_cases" ADD CONSTRAINT "moderation_cases_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_decisions" ADD CONSTRAINT "moderation_decisions_case_id_moderation_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."moderation_cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_decisions" ADD CONSTRAINT "moderation_decisions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_files" ADD CONSTRAINT "report_files_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_files" ADD CONSTRAINT "report_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "taken_down_files" ADD CONSTRAINT "taken_down_files_decision_id_moderation_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."moderation_decisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "taken_down_files" ADD CONSTRAINT "taken_down_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "taken_down_items" ADD CONSTRAINT "taken_down_items_decision_id_moderation_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."moderation_decisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_stops" ADD CONSTRAINT "payout_stops_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "moderation_appeals_account" ON "moderation_appeals" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "moderation_appeals_queue" ON "moderation_appeals" USING btree ("state","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "moderation_cases_open" ON "moderation_cases" USING btree ("target_type","target_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "moderation_cases_queue" ON "moderation_cases" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "moderation_cases_account" ON "moderation_cases" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "moderation_cases_target" ON "moderation_cases" USING btree ("target_id");--> statement-breakpoint
CREATE INDEX "moderation_decisions_case" ON "moderation_decisions" USING btree ("case_id","created_at");--> statement-breakpoint
CREATE INDEX "moderation_decisions_account" ON "moderation_decisions" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "moderation_decisions_period" ON "moderation_decisions" USING btree ("decided_at");--> statement-breakpoint
CREATE UNIQUE INDEX "moderation_decisions_proposed" ON "moderation_decisions" USING btree ("case_id") WHERE state = 'proposed';--> statement-breakpoint
CREATE INDEX "report_files_file" ON "report_files" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "taken_down_files_decision" ON "taken_down_files" USING btree ("decision_id");--> statement-breakpoint
CREATE INDEX "taken_down_items_decision" ON "taken_down_items" USING btree ("decision_id");--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_case_id_moderation_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."moderation_cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reports_case" ON "reports" USING btree ("case_id","created_at");