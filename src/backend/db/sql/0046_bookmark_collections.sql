CREATE TABLE "bookmark_collection_items" (
	"collection_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"action" text DEFAULT 'bookmark' NOT NULL,
	"object_type" text NOT NULL,
	"object_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bookmark_collection_items_collection_id_object_type_object_id_pk" PRIMARY KEY("collection_id","object_type","object_id")
);
--> statement-breakpoint
CREATE TABLE "bookmark_collections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bookmark_collection_items" ADD CONSTRAINT "bookmark_collection_items_collection_id_bookmark_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."bookmark_collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookmark_collection_items" ADD CONSTRAINT "bookmark_collection_items_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookmark_collection_items" ADD CONSTRAINT "bookmark_collection_items_bookmark" FOREIGN KEY ("account_id","action","object_type","object_id") REFERENCES "public"."reactions"("account_id","action","object_type","object_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookmark_collections" ADD CONSTRAINT "bookmark_collections_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bookmark_collection_items_list" ON "bookmark_collection_items" USING btree ("collection_id","created_at","object_id");--> statement-breakpoint
CREATE INDEX "bookmark_collection_items_account" ON "bookmark_collection_items" USING btree ("account_id","object_type","object_id");--> statement-breakpoint
CREATE UNIQUE INDEX "bookmark_collections_name" ON "bookmark_collections" USING btree ("account_id",lower(name));