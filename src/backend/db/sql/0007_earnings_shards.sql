ALTER TABLE "ledger_accounts" DROP CONSTRAINT "ledger_accounts_identity";--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD COLUMN "shard" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_identity" UNIQUE NULLS NOT DISTINCT("kind","owner_id","unit","shard");--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_shards" CHECK (shard = 0 OR kind = 'earnings');