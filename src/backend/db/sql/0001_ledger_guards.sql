CREATE FUNCTION ledger_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger rows are never updated or deleted' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_transactions_append_only BEFORE UPDATE OR DELETE ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_postings_append_only BEFORE UPDATE OR DELETE ON ledger_postings
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_transactions_no_truncate BEFORE TRUNCATE ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_postings_no_truncate BEFORE TRUNCATE ON ledger_postings
  FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change();
--> statement-breakpoint
CREATE FUNCTION ledger_sum_zero() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM new_rows GROUP BY transaction_id, unit HAVING sum(amount) <> 0) THEN
    RAISE EXCEPTION 'the postings of a transaction must sum to zero in each unit' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_postings_sum_zero AFTER INSERT ON ledger_postings
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION ledger_sum_zero();
--> statement-breakpoint
INSERT INTO ledger_accounts (id, kind, owner_id, unit, balance, created_at) VALUES
  ('00000000-0000-7000-8000-000000000001', 'gateway', NULL, 'money', NULL, now()),
  ('00000000-0000-7000-8000-000000000002', 'exchange', NULL, 'money', NULL, now()),
  ('00000000-0000-7000-8000-000000000003', 'exchange', NULL, 'token', NULL, now()),
  ('00000000-0000-7000-8000-000000000004', 'commission', NULL, 'money', NULL, now()),
  ('00000000-0000-7000-8000-000000000005', 'promotion', NULL, 'money', NULL, now());
