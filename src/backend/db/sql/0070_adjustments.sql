CREATE TABLE "adjustments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"purse" text NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"about_kind" text,
	"about_id" uuid,
	"about_label" text,
	"state" text NOT NULL,
	"proposed_by" text NOT NULL,
	"proposed_by_id" uuid,
	"decided_by" text,
	"decided_by_id" uuid,
	"decision" text,
	"is_alone" boolean DEFAULT false NOT NULL,
	"transaction_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "adjustments_amount" CHECK (amount <> 0),
	CONSTRAINT "adjustments_posted" CHECK ((state = 'approved') = (transaction_id IS NOT NULL))
);
--> statement-breakpoint
DROP INDEX "ledger_transactions_rare";--> statement-breakpoint
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_proposed_by_id_accounts_id_fk" FOREIGN KEY ("proposed_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_decided_by_id_accounts_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "adjustments_account" ON "adjustments" USING btree ("account_id","created_at","id");--> statement-breakpoint
CREATE INDEX "adjustments_state" ON "adjustments" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "adjustments_proposed_by" ON "adjustments" USING btree ("proposed_by_id");--> statement-breakpoint
CREATE INDEX "adjustments_decided_by" ON "adjustments" USING btree ("decided_by_id");--> statement-breakpoint
CREATE INDEX "adjustments_transaction" ON "adjustments" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "ledger_transactions_rare" ON "ledger_transactions" USING btree ("performer_id","created_at") WHERE kind IN ('refund', 'dispute', 'payout', 'payout_returned', 'referral', 'adjustment');--> statement-breakpoint
-- Written by hand: the other side of what operators give and take. As the site's other accounts.
INSERT INTO ledger_accounts (id, kind, owner_id, unit, balance, created_at) VALUES ('00000000-0000-7000-8000-000000000008', 'adjustments', NULL, 'money', NULL, now());
