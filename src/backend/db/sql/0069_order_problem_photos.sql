CREATE TABLE "order_problem_files" (
	"order_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "order_problem_files_order_id_file_id_pk" PRIMARY KEY("order_id","file_id"),
	CONSTRAINT "order_problem_files_file" UNIQUE("file_id")
);
--> statement-breakpoint
ALTER TABLE "order_problem_files" ADD CONSTRAINT "order_problem_files_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_problem_files" ADD CONSTRAINT "order_problem_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;