CREATE TABLE "creator_list_members" (
	"list_id" uuid NOT NULL,
	"performer_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "creator_list_members_list_id_performer_id_pk" PRIMARY KEY("list_id","performer_id")
);
--> statement-breakpoint
CREATE TABLE "creator_lists" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "creator_list_members" ADD CONSTRAINT "creator_list_members_list_id_creator_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."creator_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_list_members" ADD CONSTRAINT "creator_list_members_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "creator_lists" ADD CONSTRAINT "creator_lists_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "creator_list_members_newest" ON "creator_list_members" USING btree ("list_id","created_at","performer_id");--> statement-breakpoint
CREATE INDEX "creator_list_members_performer" ON "creator_list_members" USING btree ("performer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "creator_lists_name" ON "creator_lists" USING btree ("account_id",lower(name));