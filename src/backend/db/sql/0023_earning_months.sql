CREATE TABLE "earning_months" (
	"performer_id" uuid NOT NULL,
	"month" date NOT NULL,
	"source" text NOT NULL,
	"gross" bigint NOT NULL,
	"commission" bigint NOT NULL,
	"net" bigint NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "earning_months_performer_id_month_source_pk" PRIMARY KEY("performer_id","month","source")
);
--> statement-breakpoint
ALTER TABLE "earning_months" ADD CONSTRAINT "earning_months_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_transactions_source" ON "ledger_transactions" USING btree ("performer_id","subject","created_at","id") WHERE kind IN ('charge', 'subscription');--> statement-breakpoint
INSERT INTO earning_months (performer_id, month, source, gross, commission, net, count)
  SELECT performer_id, date_trunc('month', day)::date, source, sum(gross), sum(commission), sum(net), sum(count) FROM earning_days GROUP BY 1, 2, 3;
