CREATE TABLE "gifts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"giver_id" uuid NOT NULL,
	"performer_id" uuid NOT NULL,
	"months" integer NOT NULL,
	"price" bigint NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"code" text NOT NULL,
	"state" text NOT NULL,
	"paid_id" uuid NOT NULL,
	"sale_id" uuid,
	"redeemed_by" uuid,
	"redeemed_at" timestamp (3) with time zone,
	"subscription_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "gifts_code" UNIQUE("code"),
	CONSTRAINT "gifts_redeemed" CHECK ((state = 'redeemed') <= (redeemed_at IS NOT NULL AND sale_id IS NOT NULL))
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "gift_months" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_giver_id_accounts_id_fk" FOREIGN KEY ("giver_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_paid_id_ledger_transactions_id_fk" FOREIGN KEY ("paid_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_sale_id_ledger_transactions_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_redeemed_by_accounts_id_fk" FOREIGN KEY ("redeemed_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gifts_giver" ON "gifts" USING btree ("giver_id","created_at");--> statement-breakpoint
CREATE INDEX "gifts_open" ON "gifts" USING btree ("expires_at") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "gifts_performer" ON "gifts" USING btree ("performer_id");--> statement-breakpoint
CREATE INDEX "gifts_redeemed_by" ON "gifts" USING btree ("redeemed_by");--> statement-breakpoint
CREATE INDEX "gifts_subscription" ON "gifts" USING btree ("subscription_id");
--> statement-breakpoint
-- Written by hand: what was paid for gifts waits here until they are redeemed. As the site's other accounts.
INSERT INTO ledger_accounts (id, kind, owner_id, unit, balance, created_at) VALUES ('00000000-0000-7000-8000-000000000007', 'gifts', NULL, 'money', NULL, now());
