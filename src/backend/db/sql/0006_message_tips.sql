CREATE TABLE "message_tips" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"tokens" bigint NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "message_tips_transaction" UNIQUE("transaction_id")
);
--> statement-breakpoint
ALTER TABLE "message_tips" ADD CONSTRAINT "message_tips_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_tips" ADD CONSTRAINT "message_tips_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;