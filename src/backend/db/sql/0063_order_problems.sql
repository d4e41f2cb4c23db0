ALTER TABLE "ledger_transactions" ADD COLUMN "part_of_id" uuid;--> statement-breakpoint
ALTER TABLE "order_events" ADD COLUMN "tokens" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "problem" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "problem_state" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "problem_outcome" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "problem_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_part_of_id_ledger_transactions_id_fk" FOREIGN KEY ("part_of_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_transactions_part" ON "ledger_transactions" USING btree ("part_of_id") WHERE part_of_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_escalated" ON "orders" USING btree ("problem_since","id") WHERE problem_state = 'escalated';--> statement-breakpoint
CREATE INDEX "orders_problem_closed" ON "orders" USING btree ("problem_since","id") WHERE problem_state = 'closed';--> statement-breakpoint
CREATE INDEX "orders_problem_held" ON "orders" USING btree ("seller_id") WHERE problem_state IN ('open', 'answered', 'escalated');--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_problem_whole" CHECK ((problem IS NULL) = (problem_state IS NULL) AND (problem IS NULL) = (problem_since IS NULL) AND (problem_outcome IS NOT NULL) = (problem_state IS NOT DISTINCT FROM 'closed'));