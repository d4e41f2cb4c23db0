CREATE TABLE "account_deletions" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"reminded_at" timestamp (3) with time zone,
	"held_by" text,
	"begun_at" timestamp (3) with time zone,
	"erased_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "account_deletions" ADD CONSTRAINT "account_deletions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_deletions_due" ON "account_deletions" USING btree ("due_at") WHERE erased_at IS NULL;--> statement-breakpoint

-- ---- Written by hand: the ledger without the person ----

-- The books never change, but the words of a deleted account have to go: names and titles in descriptions. Only a transaction that says it erases may touch them, and nothing else of a row.
DROP TRIGGER ledger_transactions_append_only ON ledger_transactions;
--> statement-breakpoint
CREATE TRIGGER ledger_transactions_no_delete BEFORE DELETE ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_transactions_append_only BEFORE UPDATE ON ledger_transactions
  FOR EACH STATEMENT WHEN (current_setting('limelight.erases', true) IS DISTINCT FROM 'yes') EXECUTE FUNCTION ledger_refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_transactions_words_only BEFORE UPDATE ON ledger_transactions
  FOR EACH ROW WHEN ((to_jsonb(OLD) - 'description') IS DISTINCT FROM (to_jsonb(NEW) - 'description')) EXECUTE FUNCTION ledger_refuse_change();
