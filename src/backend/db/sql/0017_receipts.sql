CREATE TABLE "receipts" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"seller_name" text NOT NULL,
	"seller_email" text NOT NULL,
	"buyer_name" text NOT NULL,
	"buyer_email" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "receipts_number" UNIQUE("number")
);
--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payments_transaction" ON "payments" USING btree ("transaction_id");