CREATE TABLE "scheduled_message_files" (
	"scheduled_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "scheduled_message_files_scheduled_id_file_id_pk" PRIMARY KEY("scheduled_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "scheduled_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"sender_id" uuid NOT NULL,
	"client_id" text,
	"state" text NOT NULL,
	"text" text NOT NULL,
	"price" bigint DEFAULT 0 NOT NULL,
	"send_at" timestamp (3) with time zone NOT NULL,
	"reason" text,
	"message_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "scheduled_messages_client" UNIQUE("sender_id","client_id")
);
--> statement-breakpoint
ALTER TABLE "scheduled_message_files" ADD CONSTRAINT "scheduled_message_files_scheduled_id_scheduled_messages_id_fk" FOREIGN KEY ("scheduled_id") REFERENCES "public"."scheduled_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_message_files" ADD CONSTRAINT "scheduled_message_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_messages" ADD CONSTRAINT "scheduled_messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_messages" ADD CONSTRAINT "scheduled_messages_sender_id_accounts_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scheduled_message_files_file" ON "scheduled_message_files" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "scheduled_messages_open" ON "scheduled_messages" USING btree ("sender_id","send_at","id") WHERE state <> 'sent';