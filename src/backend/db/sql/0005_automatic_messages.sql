CREATE TABLE "automatic_deliveries" (
	"performer_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"cause" text NOT NULL,
	"message_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "automatic_deliveries_performer_id_account_id_kind_cause_pk" PRIMARY KEY("performer_id","account_id","kind","cause")
);
--> statement-breakpoint
CREATE TABLE "automatic_message_files" (
	"performer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"file_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "automatic_message_files_performer_id_kind_file_id_pk" PRIMARY KEY("performer_id","kind","file_id")
);
--> statement-breakpoint
CREATE TABLE "automatic_messages" (
	"performer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"is_on" boolean NOT NULL,
	"type" text NOT NULL,
	"text" text NOT NULL,
	"price" bigint DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "automatic_messages_performer_id_kind_pk" PRIMARY KEY("performer_id","kind")
);
--> statement-breakpoint
ALTER TABLE "automatic_deliveries" ADD CONSTRAINT "automatic_deliveries_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automatic_deliveries" ADD CONSTRAINT "automatic_deliveries_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automatic_message_files" ADD CONSTRAINT "automatic_message_files_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automatic_message_files" ADD CONSTRAINT "automatic_message_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automatic_messages" ADD CONSTRAINT "automatic_messages_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "automatic_deliveries_kind" ON "automatic_deliveries" USING btree ("performer_id","kind");--> statement-breakpoint
CREATE INDEX "automatic_message_files_file" ON "automatic_message_files" USING btree ("file_id");