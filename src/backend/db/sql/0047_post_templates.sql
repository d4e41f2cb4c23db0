CREATE TABLE "post_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"performer_id" uuid NOT NULL,
	"title" text NOT NULL,
	"type" text NOT NULL,
	"text" text NOT NULL,
	"audience" text NOT NULL,
	"price" bigint DEFAULT 0 NOT NULL,
	"included_in_subscription" boolean DEFAULT false NOT NULL,
	"comments_enabled" boolean DEFAULT true NOT NULL,
	"poll" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "post_templates_price_bounds" CHECK (price >= 0)
);
--> statement-breakpoint
ALTER TABLE "post_templates" ADD CONSTRAINT "post_templates_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "post_templates_performer" ON "post_templates" USING btree ("performer_id","title","id");