CREATE TABLE "media_item_people" (
	"kind" text NOT NULL,
	"item_id" uuid NOT NULL,
	"release_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "media_item_people_kind_item_id_release_id_pk" PRIMARY KEY("kind","item_id","release_id")
);
--> statement-breakpoint
CREATE TABLE "releases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"performer_id" uuid NOT NULL,
	"name" text NOT NULL,
	"document_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "media_item_people" ADD CONSTRAINT "media_item_people_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "media_item_people_release" ON "media_item_people" USING btree ("release_id");--> statement-breakpoint
CREATE INDEX "releases_performer" ON "releases" USING btree ("performer_id");--> statement-breakpoint
CREATE INDEX "releases_document" ON "releases" USING btree ("document_id");