CREATE TABLE "post_progress" (
	"account_id" uuid NOT NULL,
	"feed_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"seconds" double precision NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "post_progress_account_id_file_id_pk" PRIMARY KEY("account_id","file_id")
);
--> statement-breakpoint
ALTER TABLE "post_progress" ADD CONSTRAINT "post_progress_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_progress" ADD CONSTRAINT "post_progress_feed_id_feeds_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."feeds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_progress" ADD CONSTRAINT "post_progress_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "post_progress_feed" ON "post_progress" USING btree ("feed_id");--> statement-breakpoint
CREATE INDEX "post_progress_file" ON "post_progress" USING btree ("file_id");