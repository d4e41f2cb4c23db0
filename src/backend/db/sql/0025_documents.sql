CREATE TABLE "documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"side" text NOT NULL,
	"mime" text NOT NULL,
	"bytes" integer NOT NULL,
	"sealed_key" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "documents_owner" ON "documents" USING btree ("owner_id","created_at");--> statement-breakpoint
-- Documents were among the files of media, as they were sent. A job encrypts those that are moved here.
INSERT INTO "documents" ("id", "owner_id", "side", "mime", "bytes", "created_at")
  SELECT "id", "owner_id", CASE WHEN "custom_data" IN ('idFront', 'idBack') THEN "custom_data" ELSE 'idFront' END, "mime", "bytes", "created_at"
  FROM "files" WHERE "type" = 'document' AND "storage_key" = 'files/' || "id";--> statement-breakpoint
DELETE FROM "files" WHERE "type" = 'document' AND "id" IN (SELECT "id" FROM "documents");
