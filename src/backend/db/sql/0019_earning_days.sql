CREATE TABLE "earning_closing" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"closing_until" date NOT NULL,
	"closed_until" date NOT NULL,
	CONSTRAINT "earning_closing_one" CHECK (id),
	CONSTRAINT "earning_closing_order" CHECK (closed_until <= closing_until)
);
--> statement-breakpoint
CREATE TABLE "earning_day_tops" (
	"performer_id" uuid NOT NULL,
	"dimension" text NOT NULL,
	"key" text NOT NULL,
	"day" date NOT NULL,
	"gross" bigint NOT NULL,
	"commission" bigint NOT NULL,
	"net" bigint NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "earning_day_tops_performer_id_dimension_key_day_pk" PRIMARY KEY("performer_id","dimension","key","day")
);
--> statement-breakpoint
CREATE TABLE "earning_late" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"performer_id" uuid NOT NULL,
	"day" date NOT NULL
);
--> statement-breakpoint
ALTER TABLE "earning_day_tops" ADD CONSTRAINT "earning_day_tops_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "earning_day_tops_day" ON "earning_day_tops" USING btree ("performer_id","dimension","day");--> statement-breakpoint
INSERT INTO earning_closing (closing_until, closed_until) VALUES (DATE '1970-01-01', DATE '1970-01-01');
--> statement-breakpoint
CREATE FUNCTION earning_note_late() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO earning_late (transaction_id, performer_id, day)
    SELECT NEW.id, NEW.performer_id, (NEW.created_at AT TIME ZONE 'UTC')::date FROM earning_closing
    WHERE (NEW.created_at AT TIME ZONE 'UTC')::date < closing_until;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_transactions_note_late AFTER INSERT ON ledger_transactions
  FOR EACH ROW WHEN (NEW.performer_id IS NOT NULL) EXECUTE FUNCTION earning_note_late();
