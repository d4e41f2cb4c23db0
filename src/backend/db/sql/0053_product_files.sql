CREATE TABLE "order_files" (
	"order_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "order_files_order_id_file_id_pk" PRIMARY KEY("order_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "product_files" (
	"product_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_files_product_id_file_id_pk" PRIMARY KEY("product_id","file_id")
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_file_id_files_id_fk";
--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT "products_file_id_files_id_fk";
--> statement-breakpoint
DROP INDEX "orders_file";--> statement-breakpoint
DROP INDEX "products_file";--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "checksum" bigint;--> statement-breakpoint
ALTER TABLE "order_files" ADD CONSTRAINT "order_files_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_files" ADD CONSTRAINT "order_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_files" ADD CONSTRAINT "product_files_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_files" ADD CONSTRAINT "product_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_files_file" ON "order_files" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "product_files_file" ON "product_files" USING btree ("file_id");--> statement-breakpoint
-- What a product or an order had as its one file is the first of its files.
INSERT INTO "product_files" ("product_id", "file_id", "position") SELECT "id", "file_id", 0 FROM "products" WHERE "file_id" IS NOT NULL;--> statement-breakpoint
INSERT INTO "order_files" ("order_id", "file_id", "position") SELECT "id", "file_id", 0 FROM "orders" WHERE "file_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "file_id";--> statement-breakpoint
ALTER TABLE "products" DROP COLUMN "file_id";