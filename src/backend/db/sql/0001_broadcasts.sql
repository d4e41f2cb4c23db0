CREATE TABLE "broadcast_files" (
	"broadcast_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "broadcast_files_broadcast_id_file_id_pk" PRIMARY KEY("broadcast_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "broadcast_recipients" (
	"broadcast_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"state" text NOT NULL,
	"message_id" uuid,
	"conversation_id" uuid,
	"seq" integer,
	"delivered_at" timestamp (3) with time zone,
	CONSTRAINT "broadcast_recipients_broadcast_id_account_id_pk" PRIMARY KEY("broadcast_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "broadcasts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"performer_id" uuid NOT NULL,
	"client_id" text,
	"state" text NOT NULL,
	"type" text NOT NULL,
	"text" text NOT NULL,
	"price" bigint DEFAULT 0 NOT NULL,
	"included_in_subscription" boolean DEFAULT false NOT NULL,
	"audience" jsonb NOT NULL,
	"scheduled_at" timestamp (3) with time zone,
	"send_at" timestamp (3) with time zone,
	"recipients" integer DEFAULT 0 NOT NULL,
	"delivered" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "broadcasts_client" UNIQUE("performer_id","client_id")
);
--> statement-breakpoint
CREATE TABLE "fan_list_members" (
	"list_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "fan_list_members_list_id_account_id_pk" PRIMARY KEY("list_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "fan_lists" (
	"id" uuid PRIMARY KEY NOT NULL,
	"performer_id" uuid NOT NULL,
	"name" text NOT NULL,
	"members" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "fan_lists_name" UNIQUE("performer_id","name")
);
--> statement-breakpoint
CREATE TABLE "mass_message_caps" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"weekly" integer NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mass_message_mutes" (
	"account_id" uuid NOT NULL,
	"performer_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mass_message_mutes_account_id_performer_id_pk" PRIMARY KEY("account_id","performer_id")
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "included_in_subscription" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "broadcast_files" ADD CONSTRAINT "broadcast_files_broadcast_id_broadcasts_id_fk" FOREIGN KEY ("broadcast_id") REFERENCES "public"."broadcasts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast_files" ADD CONSTRAINT "broadcast_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast_recipients" ADD CONSTRAINT "broadcast_recipients_broadcast_id_broadcasts_id_fk" FOREIGN KEY ("broadcast_id") REFERENCES "public"."broadcasts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcast_recipients" ADD CONSTRAINT "broadcast_recipients_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fan_list_members" ADD CONSTRAINT "fan_list_members_list_id_fan_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."fan_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fan_list_members" ADD CONSTRAINT "fan_list_members_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fan_lists" ADD CONSTRAINT "fan_lists_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mass_message_caps" ADD CONSTRAINT "mass_message_caps_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mass_message_mutes" ADD CONSTRAINT "mass_message_mutes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mass_message_mutes" ADD CONSTRAINT "mass_message_mutes_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "broadcast_files_file" ON "broadcast_files" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "broadcast_recipients_state" ON "broadcast_recipients" USING btree ("broadcast_id","state","account_id");--> statement-breakpoint
CREATE INDEX "broadcast_recipients_account" ON "broadcast_recipients" USING btree ("account_id","delivered_at");--> statement-breakpoint
CREATE INDEX "broadcasts_list" ON "broadcasts" USING btree ("performer_id","created_at","id");--> statement-breakpoint
CREATE INDEX "broadcasts_day" ON "broadcasts" USING btree ("performer_id","send_at");--> statement-breakpoint
CREATE INDEX "mass_message_mutes_performer" ON "mass_message_mutes" USING btree ("performer_id");