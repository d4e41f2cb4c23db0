CREATE TABLE "creator_mutes" (
	"account_id" uuid NOT NULL,
	"performer_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "creator_mutes_account_id_performer_id_pk" PRIMARY KEY("account_id","performer_id")
);
--> statement-breakpoint
ALTER TABLE "creator_mutes" ADD CONSTRAINT "creator_mutes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_mutes" ADD CONSTRAINT "creator_mutes_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "creator_mutes_list" ON "creator_mutes" USING btree ("account_id","created_at","performer_id");--> statement-breakpoint
CREATE INDEX "creator_mutes_performer" ON "creator_mutes" USING btree ("performer_id");