-- The schema as of the first release. Tables, keys and indexes are drizzle-kit's output for db/schema/*.ts, sorted by subject; what
-- drizzle can't say (guards, functions, triggers, first rows) follows at the end, with a reason each.

-- ---- The site: settings, jobs, mail, the operator ----

CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "processes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"host" text NOT NULL,
	"store_id" text NOT NULL,
	"store" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"dedupe_key" text,
	"run_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"last_error" text,
	"done_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_dedupe" ON "jobs" USING btree ("dedupe_key") WHERE done_at IS NULL AND failed_at IS NULL;
--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("run_at") WHERE done_at IS NULL AND failed_at IS NULL;
--> statement-breakpoint
CREATE TABLE "outbox_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"hits" integer NOT NULL,
	"reset_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"account_id" uuid NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"reply" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_account_id_key_pk" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"facts" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"subject" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "promos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"href" text NOT NULL,
	"image" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_posts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"html" text NOT NULL,
	"kind" text NOT NULL,
	"published_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "site_posts_slug" UNIQUE("slug")
);
--> statement-breakpoint
CREATE INDEX "site_posts_news" ON "site_posts" USING btree ("published_at","id") WHERE kind = 'news' AND published_at IS NOT NULL;
--> statement-breakpoint

-- ---- Accounts and how people sign in ----

CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text,
	"email" text,
	"email_verified_at" timestamp (3) with time zone,
	"password_hash" text,
	"name" text NOT NULL,
	"bio" text DEFAULT '' NOT NULL,
	"avatar" text,
	"cover" text,
	"country" text,
	"is_performer" boolean DEFAULT false NOT NULL,
	"has_spend_caps" boolean DEFAULT false NOT NULL,
	"suspended_at" timestamp (3) with time zone,
	"last_seen_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "accounts_username" UNIQUE("username"),
	CONSTRAINT "accounts_email" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"remember" boolean NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"ip" text DEFAULT '' NOT NULL,
	"country" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sessions_token_hash" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("account_id");
--> statement-breakpoint
CREATE TABLE "one_time_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"token_hash" text NOT NULL,
	"email" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "one_time_tokens_hash" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE INDEX "one_time_tokens_account" ON "one_time_tokens" USING btree ("account_id");
--> statement-breakpoint
CREATE TABLE "email_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"old_email" text NOT NULL,
	"new_email" text NOT NULL,
	"new_hash" text NOT NULL,
	"old_hash" text NOT NULL,
	"new_confirmed_at" timestamp (3) with time zone,
	"old_agreed_at" timestamp (3) with time zone,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "email_changes_new_hash" UNIQUE("new_hash"),
	CONSTRAINT "email_changes_old_hash" UNIQUE("old_hash")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_open" ON "email_changes" USING btree ("account_id") WHERE state = 'open';
--> statement-breakpoint
CREATE INDEX "email_changes_account" ON "email_changes" USING btree ("account_id");
--> statement-breakpoint
CREATE INDEX "email_changes_old" ON "email_changes" USING btree ("old_email");
--> statement-breakpoint
CREATE TABLE "addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"address" jsonb NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "addresses_account" ON "addresses" USING btree ("account_id","created_at");
--> statement-breakpoint
CREATE TABLE "account_blocks" (
	"blocker_id" uuid NOT NULL,
	"blocked_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "account_blocks_blocker_id_blocked_id_pk" PRIMARY KEY("blocker_id","blocked_id")
);
--> statement-breakpoint
CREATE INDEX "account_blocks_blocked" ON "account_blocks" USING btree ("blocked_id");
--> statement-breakpoint
CREATE TABLE "country_blocks" (
	"blocker_id" uuid NOT NULL,
	"country" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "country_blocks_blocker_id_country_pk" PRIMARY KEY("blocker_id","country")
);
--> statement-breakpoint
CREATE INDEX "country_blocks_country" ON "country_blocks" USING btree ("country");
--> statement-breakpoint

-- ---- Creators and how they are found ----

CREATE TABLE "performers" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"verified" text DEFAULT 'pending' NOT NULL,
	"verified_reason" text,
	"categories" text[] DEFAULT '{}'::text[] NOT NULL,
	"languages" text[] DEFAULT '{}'::text[] NOT NULL,
	"monthly_price" integer,
	"yearly_price" integer,
	"is_free_subscription" boolean DEFAULT false NOT NULL,
	"free_days" integer DEFAULT 1 NOT NULL,
	"welcome_video_id" uuid,
	"is_live" boolean DEFAULT false NOT NULL,
	"feeds" integer DEFAULT 0 NOT NULL,
	"photos" integer DEFAULT 0 NOT NULL,
	"single_photos" integer DEFAULT 0 NOT NULL,
	"videos" integer DEFAULT 0 NOT NULL,
	"single_videos" integer DEFAULT 0 NOT NULL,
	"galleries" integer DEFAULT 0 NOT NULL,
	"products" integer DEFAULT 0 NOT NULL,
	"subscribers" integer DEFAULT 0 NOT NULL,
	"followers" integer DEFAULT 0 NOT NULL,
	"likes" integer DEFAULT 0 NOT NULL,
	"shuffle" double precision DEFAULT random() NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "performers_followers" ON "performers" USING btree ("followers","account_id");
--> statement-breakpoint
CREATE INDEX "performers_newest" ON "performers" USING btree ("created_at","account_id");
--> statement-breakpoint
CREATE INDEX "performers_entry_price" ON "performers" USING btree ((CASE WHEN is_free_subscription THEN 0 ELSE monthly_price END),"account_id");
--> statement-breakpoint
CREATE INDEX "performers_shuffle" ON "performers" USING btree ("shuffle");
--> statement-breakpoint
CREATE TABLE "follows" (
	"follower_id" uuid NOT NULL,
	"performer_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "follows_follower_id_performer_id_pk" PRIMARY KEY("follower_id","performer_id")
);
--> statement-breakpoint
CREATE INDEX "follows_performer" ON "follows" USING btree ("performer_id","created_at");
--> statement-breakpoint
CREATE TABLE "creator_search" (
	"performer_id" uuid PRIMARY KEY NOT NULL,
	"words" text[] NOT NULL
);
--> statement-breakpoint
CREATE INDEX "creator_search_words" ON "creator_search" USING gin ("words") WITH (fastupdate=false);
--> statement-breakpoint
-- Sorted by code point: finding the words that begin with what was typed is a range of the primary key.
CREATE TABLE "search_terms" (
	"word" text COLLATE "C" PRIMARY KEY NOT NULL,
	"keys" text[] NOT NULL
);
--> statement-breakpoint
CREATE INDEX "search_terms_keys" ON "search_terms" USING gin ("keys") WITH (fastupdate=false);
--> statement-breakpoint
CREATE TABLE "co_creators" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"item_id" uuid NOT NULL,
	"performer_id" uuid NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	CONSTRAINT "co_creators_once" UNIQUE("kind","item_id","performer_id")
);
--> statement-breakpoint
CREATE INDEX "co_creators_performer" ON "co_creators" USING btree ("performer_id","state","created_at");
--> statement-breakpoint

-- ---- Files ----

CREATE TABLE "files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"type" text NOT NULL,
	"mime" text NOT NULL,
	"bytes" bigint NOT NULL,
	"width" integer,
	"height" integer,
	"duration" double precision,
	"alt" text,
	"placeholder" text,
	"storage_key" text NOT NULL,
	"renditions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"custom_data" text,
	"original_name" text,
	"peaks" jsonb,
	"as_uploaded" boolean DEFAULT false NOT NULL,
	"state" text NOT NULL,
	"percent" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "files_owner" ON "files" USING btree ("owner_id","created_at");
--> statement-breakpoint

-- ---- The ledger ----

CREATE TABLE "ledger_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"owner_id" uuid,
	"unit" text NOT NULL,
	"shard" integer DEFAULT 0 NOT NULL,
	"balance" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_accounts_identity" UNIQUE NULLS NOT DISTINCT("kind","owner_id","unit","shard"),
	CONSTRAINT "ledger_accounts_fans_never_below_zero" CHECK (kind NOT IN ('wallet', 'wallet_held', 'payout') OR balance >= 0),
	CONSTRAINT "ledger_accounts_cache" CHECK ((owner_id IS NULL) = (balance IS NULL)),
	CONSTRAINT "ledger_accounts_shards" CHECK (shard = 0 OR kind = 'earnings')
);
--> statement-breakpoint
CREATE TABLE "ledger_transactions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" uuid,
	"actor_id" uuid,
	"performer_id" uuid,
	"description" text NOT NULL,
	"reverses_id" uuid,
	"provider_event_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_transactions_reversed_once" UNIQUE("reverses_id"),
	CONSTRAINT "ledger_transactions_provider_event" UNIQUE("provider_event_id")
);
--> statement-breakpoint
CREATE INDEX "ledger_transactions_actor" ON "ledger_transactions" USING btree ("actor_id","created_at");
--> statement-breakpoint
CREATE INDEX "ledger_transactions_performer" ON "ledger_transactions" USING btree ("performer_id","created_at");
--> statement-breakpoint
CREATE INDEX "ledger_transactions_referral" ON "ledger_transactions" USING btree ((coalesce(performer_id, actor_id)),"created_at","id") WHERE kind = 'referral';
--> statement-breakpoint
CREATE INDEX "ledger_transactions_item" ON "ledger_transactions" USING btree ("subject_id","created_at") WHERE performer_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "ledger_transactions_source" ON "ledger_transactions" USING btree ("performer_id","subject","created_at","id") WHERE kind IN ('charge', 'subscription');
--> statement-breakpoint
CREATE INDEX "ledger_transactions_rare" ON "ledger_transactions" USING btree ("performer_id","created_at") WHERE kind IN ('refund', 'dispute', 'payout', 'payout_returned', 'referral');
--> statement-breakpoint
CREATE TABLE "ledger_postings" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_postings_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"unit" text NOT NULL,
	"amount" bigint NOT NULL,
	"balance_after" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_postings_not_zero" CHECK (amount <> 0)
);
--> statement-breakpoint
CREATE INDEX "ledger_postings_account" ON "ledger_postings" USING btree ("account_id","seq");
--> statement-breakpoint
CREATE INDEX "ledger_postings_transaction" ON "ledger_postings" USING btree ("transaction_id");
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"id" text PRIMARY KEY NOT NULL,
	"gateway" text NOT NULL,
	"payment_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "purchases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"item_id" uuid NOT NULL,
	"performer_id" uuid NOT NULL,
	"transaction_id" uuid NOT NULL,
	"price" bigint NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"text" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"reversed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "purchases_once" ON "purchases" USING btree ("account_id","kind","item_id") WHERE reversed_at IS NULL;
--> statement-breakpoint
CREATE INDEX "purchases_item" ON "purchases" USING btree ("kind","item_id");
--> statement-breakpoint
CREATE INDEX "purchases_library" ON "purchases" USING btree ("account_id","created_at","id") WHERE reversed_at IS NULL;
--> statement-breakpoint
CREATE TABLE "purchase_files" (
	"purchase_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	CONSTRAINT "purchase_files_purchase_id_file_id_pk" PRIMARY KEY("purchase_id","file_id")
);
--> statement-breakpoint
CREATE INDEX "purchase_files_account" ON "purchase_files" USING btree ("account_id","file_id");
--> statement-breakpoint
CREATE INDEX "purchase_files_file" ON "purchase_files" USING btree ("file_id");
--> statement-breakpoint

-- ---- Card payments ----

CREATE TABLE "cards" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"gateway" text NOT NULL,
	"gateway_id" text NOT NULL,
	"brand" text NOT NULL,
	"last4" text NOT NULL,
	"exp_month" integer NOT NULL,
	"exp_year" integer NOT NULL,
	"fingerprint" text,
	"is_default" boolean DEFAULT false NOT NULL,
	"removed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "cards_account" ON "cards" USING btree ("account_id","created_at");
--> statement-breakpoint
CREATE TABLE "gateway_customers" (
	"account_id" uuid NOT NULL,
	"gateway" text NOT NULL,
	"customer_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "gateway_customers_account_id_gateway_pk" PRIMARY KEY("account_id","gateway")
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"amount" bigint NOT NULL,
	"discount" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"card_id" uuid NOT NULL,
	"subscription_id" uuid,
	"challenge_answer" text,
	"intent" jsonb NOT NULL,
	"state" text NOT NULL,
	"charge_id" text,
	"gateway_ref" text,
	"reason" text,
	"transaction_id" uuid,
	"reply" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payments_key" UNIQUE("account_id","idempotency_key")
);
--> statement-breakpoint
CREATE INDEX "payments_account" ON "payments" USING btree ("account_id","created_at");
--> statement-breakpoint
CREATE INDEX "payments_subscription" ON "payments" USING btree ("subscription_id");
--> statement-breakpoint
CREATE INDEX "payments_gateway_ref" ON "payments" USING btree ("gateway_ref");
--> statement-breakpoint
CREATE INDEX "payments_transaction" ON "payments" USING btree ("transaction_id");
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" text PRIMARY KEY NOT NULL,
	"gateway" text NOT NULL,
	"type" text NOT NULL,
	"payload" jsonb NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"applied_at" timestamp (3) with time zone,
	"outcome" text,
	"error" text
);
--> statement-breakpoint
CREATE INDEX "webhook_events_open" ON "webhook_events" USING btree ("received_at") WHERE applied_at IS NULL;
--> statement-breakpoint
CREATE INDEX "webhook_events_received" ON "webhook_events" USING btree ("received_at");
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"gateway" text NOT NULL,
	"gateway_id" text NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"transaction_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "disputes_gateway_id" UNIQUE("gateway_id")
);
--> statement-breakpoint
CREATE INDEX "disputes_payment" ON "disputes" USING btree ("payment_id");
--> statement-breakpoint
CREATE TABLE "token_packages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"tokens" bigint NOT NULL,
	"bonus" bigint DEFAULT 0 NOT NULL,
	"price" bigint NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"kind" text NOT NULL,
	"off" bigint NOT NULL,
	"applies_to" text NOT NULL,
	"minimum" bigint DEFAULT 0 NOT NULL,
	"first_payment_only" boolean DEFAULT false NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"max_uses" integer,
	"per_user" integer DEFAULT 1 NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "coupons_code" UNIQUE("code"),
	CONSTRAINT "coupons_uses" CHECK (uses >= 0 AND (max_uses IS NULL OR uses <= max_uses)),
	CONSTRAINT "coupons_off" CHECK (off > 0 AND (kind = 'fixed' OR off <= 100))
);
--> statement-breakpoint
CREATE TABLE "coupon_uses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"coupon_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"discount" bigint NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "coupon_uses_payment" UNIQUE("payment_id")
);
--> statement-breakpoint
CREATE INDEX "coupon_uses_account" ON "coupon_uses" USING btree ("coupon_id","account_id");
--> statement-breakpoint
CREATE TABLE "receipts" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"seller_name" text NOT NULL,
	"seller_email" text NOT NULL,
	"buyer_name" text NOT NULL,
	"buyer_email" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "receipts_number" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "spend_caps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"performer_id" uuid,
	"amount" bigint NOT NULL,
	"next_amount" bigint,
	"next_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "spend_caps_one" UNIQUE NULLS NOT DISTINCT("account_id","performer_id")
);
--> statement-breakpoint

-- ---- Subscriptions ----

CREATE TABLE "subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"performer_id" uuid NOT NULL,
	"type" text NOT NULL,
	"state" text NOT NULL,
	"price" bigint NOT NULL,
	"card_id" uuid,
	"gateway" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"period_end" timestamp (3) with time zone NOT NULL,
	"anchor_at" timestamp (3) with time zone,
	"retries" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"cancel_reason" text,
	"next_type" text,
	"next_price" bigint,
	"noticed_for" timestamp (3) with time zone,
	"promotion_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_one_open" ON "subscriptions" USING btree ("user_id","performer_id") WHERE state IN ('incomplete', 'active', 'past_due', 'cancelled');
--> statement-breakpoint
CREATE INDEX "subscriptions_user" ON "subscriptions" USING btree ("user_id","performer_id");
--> statement-breakpoint
CREATE INDEX "subscriptions_performer" ON "subscriptions" USING btree ("performer_id","state","created_at");
--> statement-breakpoint
CREATE INDEX "subscriptions_performer_started" ON "subscriptions" USING btree ("performer_id","started_at","id") WHERE state <> 'incomplete';
--> statement-breakpoint
CREATE INDEX "subscriptions_lost" ON "subscriptions" USING btree ("performer_id","period_end") WHERE state = 'expired';
--> statement-breakpoint
CREATE INDEX "subscriptions_due" ON "subscriptions" USING btree ("period_end") WHERE state IN ('active', 'past_due', 'cancelled');
--> statement-breakpoint
CREATE TABLE "promotions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"performer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"percent" integer,
	"days" integer,
	"plan" text,
	"audience" text DEFAULT 'all' NOT NULL,
	"code" text,
	"message" text DEFAULT '' NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"max_uses" integer,
	"uses" integer DEFAULT 0 NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "promotions_code" UNIQUE("code"),
	CONSTRAINT "promotions_uses" CHECK (uses >= 0 AND (max_uses IS NULL OR uses <= max_uses)),
	CONSTRAINT "promotions_kind" CHECK ((kind = 'percent') = (percent IS NOT NULL) AND (kind = 'trial') = (days IS NOT NULL))
);
--> statement-breakpoint
CREATE INDEX "promotions_performer" ON "promotions" USING btree ("performer_id","created_at");
--> statement-breakpoint
CREATE TABLE "promotion_uses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"promotion_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"payment_id" uuid,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "promotion_uses_once" ON "promotion_uses" USING btree ("promotion_id","account_id") WHERE state <> 'released';
--> statement-breakpoint
CREATE INDEX "promotion_uses_payment" ON "promotion_uses" USING btree ("payment_id");
--> statement-breakpoint
CREATE TABLE "subscriber_notes" (
	"performer_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"text" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "subscriber_notes_performer_id_user_id_pk" PRIMARY KEY("performer_id","user_id")
);
--> statement-breakpoint

-- ---- Posts, galleries, photos, videos and streams ----

CREATE TABLE "feeds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"performer_id" uuid NOT NULL,
	"type" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"audience" text NOT NULL,
	"price" bigint DEFAULT 0 NOT NULL,
	"included_in_subscription" boolean DEFAULT false NOT NULL,
	"pinned" boolean DEFAULT false NOT NULL,
	"comments_enabled" boolean DEFAULT true NOT NULL,
	"thumbnail_id" uuid,
	"teaser_id" uuid,
	"state" text NOT NULL,
	"likes" integer DEFAULT 0 NOT NULL,
	"comments" integer DEFAULT 0 NOT NULL,
	"bookmarks" integer DEFAULT 0 NOT NULL,
	"published_at" timestamp (3) with time zone,
	"scheduled_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "feeds_price_bounds" CHECK (price >= 0)
);
--> statement-breakpoint
CREATE INDEX "feeds_performer_timeline" ON "feeds" USING btree ("performer_id","published_at","id") WHERE state = 'published';
--> statement-breakpoint
CREATE INDEX "feeds_performer_type" ON "feeds" USING btree ("performer_id","type","published_at","id") WHERE state = 'published';
--> statement-breakpoint
CREATE INDEX "feeds_performer_pinned" ON "feeds" USING btree ("performer_id","published_at","id") WHERE state = 'published' AND pinned;
--> statement-breakpoint
CREATE INDEX "feeds_public" ON "feeds" USING btree ("published_at","id") WHERE state = 'published' AND audience = 'public' AND price = 0;
--> statement-breakpoint
CREATE INDEX "feeds_thumbnail" ON "feeds" USING btree ("thumbnail_id") WHERE thumbnail_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "feeds_teaser" ON "feeds" USING btree ("teaser_id") WHERE teaser_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "feeds_studio" ON "feeds" USING btree ("performer_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "feeds_scheduled" ON "feeds" USING btree ("scheduled_at") WHERE state = 'scheduled';
--> statement-breakpoint
CREATE INDEX "feeds_expiring" ON "feeds" USING btree ("expires_at") WHERE state = 'published' AND expires_at IS NOT NULL;
--> statement-breakpoint
CREATE TABLE "feed_files" (
	"feed_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "feed_files_feed_id_file_id_pk" PRIMARY KEY("feed_id","file_id")
);
--> statement-breakpoint
CREATE INDEX "feed_files_file" ON "feed_files" USING btree ("file_id");
--> statement-breakpoint
CREATE TABLE "polls" (
	"feed_id" uuid PRIMARY KEY NOT NULL,
	"question" text NOT NULL,
	"multiple" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"results_visible" text DEFAULT 'afterVote' NOT NULL,
	"voters" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "poll_options" (
	"id" uuid PRIMARY KEY NOT NULL,
	"feed_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"text" text NOT NULL,
	"votes" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "poll_options_feed" ON "poll_options" USING btree ("feed_id","position");
--> statement-breakpoint
CREATE TABLE "poll_votes" (
	"feed_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"option_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "poll_votes_feed_id_account_id_option_id_pk" PRIMARY KEY("feed_id","account_id","option_id")
);
--> statement-breakpoint
CREATE TABLE "galleries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"performer_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"audience" text NOT NULL,
	"price" bigint DEFAULT 0 NOT NULL,
	"included_in_subscription" boolean DEFAULT false NOT NULL,
	"comments_enabled" boolean DEFAULT true NOT NULL,
	"cover_photo_id" uuid,
	"num_of_items" integer DEFAULT 0 NOT NULL,
	"likes" integer DEFAULT 0 NOT NULL,
	"comments" integer DEFAULT 0 NOT NULL,
	"bookmarks" integer DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"scheduled_at" timestamp (3) with time zone,
	"published_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "galleries_price_bounds" CHECK (price >= 0)
);
--> statement-breakpoint
CREATE INDEX "galleries_performer" ON "galleries" USING btree ("performer_id","published_at","id") WHERE state = 'published';
--> statement-breakpoint
CREATE INDEX "galleries_newest" ON "galleries" USING btree ("published_at","id") WHERE state = 'published';
--> statement-breakpoint
CREATE INDEX "galleries_popular" ON "galleries" USING btree ("likes","id") WHERE state = 'published';
--> statement-breakpoint
CREATE INDEX "galleries_performer_popular" ON "galleries" USING btree ("performer_id","likes","id") WHERE state = 'published';
--> statement-breakpoint
CREATE INDEX "galleries_tags" ON "galleries" USING gin ("tags") WHERE state = 'published';
--> statement-breakpoint
CREATE INDEX "galleries_studio" ON "galleries" USING btree ("performer_id","created_at","id");
--> statement-breakpoint
CREATE TABLE "photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"performer_id" uuid NOT NULL,
	"gallery_id" uuid,
	"file_id" uuid NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"audience" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"likes" integer DEFAULT 0 NOT NULL,
	"comments" integer DEFAULT 0 NOT NULL,
	"bookmarks" integer DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"scheduled_at" timestamp (3) with time zone,
	"published_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "photos_performer" ON "photos" USING btree ("performer_id","published_at","id") WHERE state = 'published' AND gallery_id IS NULL;
--> statement-breakpoint
CREATE INDEX "photos_newest" ON "photos" USING btree ("published_at","id") WHERE state = 'published' AND gallery_id IS NULL;
--> statement-breakpoint
CREATE INDEX "photos_popular" ON "photos" USING btree ("likes","id") WHERE state = 'published' AND gallery_id IS NULL;
--> statement-breakpoint
CREATE INDEX "photos_performer_popular" ON "photos" USING btree ("performer_id","likes","id") WHERE state = 'published' AND gallery_id IS NULL;
--> statement-breakpoint
CREATE INDEX "photos_tags" ON "photos" USING gin ("tags") WHERE state = 'published' AND gallery_id IS NULL;
--> statement-breakpoint
CREATE INDEX "photos_gallery" ON "photos" USING btree ("gallery_id","position","id");
--> statement-breakpoint
CREATE INDEX "photos_studio" ON "photos" USING btree ("performer_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "photos_file" ON "photos" USING btree ("file_id");
--> statement-breakpoint
CREATE TABLE "videos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"performer_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"tags" text[] DEFAULT '{}'::text[] NOT NULL,
	"audience" text NOT NULL,
	"price" bigint DEFAULT 0 NOT NULL,
	"included_in_subscription" boolean DEFAULT false NOT NULL,
	"comments_enabled" boolean DEFAULT true NOT NULL,
	"file_id" uuid,
	"thumbnail_id" uuid,
	"teaser_id" uuid,
	"views" integer DEFAULT 0 NOT NULL,
	"likes" integer DEFAULT 0 NOT NULL,
	"comments" integer DEFAULT 0 NOT NULL,
	"bookmarks" integer DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"scheduled_at" timestamp (3) with time zone,
	"published_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "videos_price_bounds" CHECK (price >= 0)
);
--> statement-breakpoint
CREATE INDEX "videos_performer" ON "videos" USING btree ("performer_id","published_at","id") WHERE state = 'published';
--> statement-breakpoint
CREATE INDEX "videos_newest" ON "videos" USING btree ("published_at","id") WHERE state = 'published';
--> statement-breakpoint
CREATE INDEX "videos_popular" ON "videos" USING btree ("views","id") WHERE state = 'published';
--> statement-breakpoint
CREATE INDEX "videos_performer_popular" ON "videos" USING btree ("performer_id","views","id") WHERE state = 'published';
--> statement-breakpoint
CREATE INDEX "videos_tags" ON "videos" USING gin ("tags") WHERE state = 'published';
--> statement-breakpoint
CREATE INDEX "videos_studio" ON "videos" USING btree ("performer_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "videos_file" ON "videos" USING btree ("file_id") WHERE file_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "videos_thumbnail" ON "videos" USING btree ("thumbnail_id") WHERE thumbnail_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "videos_teaser" ON "videos" USING btree ("teaser_id") WHERE teaser_id IS NOT NULL;
--> statement-breakpoint
CREATE TABLE "watch_progress" (
	"account_id" uuid NOT NULL,
	"video_id" uuid NOT NULL,
	"seconds" double precision NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "watch_progress_account_id_video_id_pk" PRIMARY KEY("account_id","video_id")
);
--> statement-breakpoint
CREATE TABLE "streams" (
	"id" uuid PRIMARY KEY NOT NULL,
	"performer_id" uuid NOT NULL,
	"title" text NOT NULL,
	"type" text NOT NULL,
	"audience" text NOT NULL,
	"price" bigint DEFAULT 0 NOT NULL,
	"included_in_subscription" boolean DEFAULT false NOT NULL,
	"state" text NOT NULL,
	"scheduled_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "streams_price_bounds" CHECK (price >= 0)
);
--> statement-breakpoint
CREATE INDEX "streams_performer" ON "streams" USING btree ("performer_id","created_at");
--> statement-breakpoint

-- ---- Comments, reactions and reports ----

CREATE TABLE "comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"object_type" text NOT NULL,
	"object_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"parent_id" uuid,
	"text" text NOT NULL,
	"pinned" boolean DEFAULT false NOT NULL,
	"replies" integer DEFAULT 0 NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "comments_object" ON "comments" USING btree ("object_type","object_id","created_at","id") WHERE parent_id IS NULL;
--> statement-breakpoint
CREATE INDEX "comments_replies" ON "comments" USING btree ("parent_id","created_at","id") WHERE parent_id IS NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX "comments_pinned" ON "comments" USING btree ("object_type","object_id") WHERE pinned;
--> statement-breakpoint
CREATE INDEX "comments_author" ON "comments" USING btree ("author_id","created_at");
--> statement-breakpoint
CREATE TABLE "comment_bans" (
	"performer_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "comment_bans_performer_id_account_id_pk" PRIMARY KEY("performer_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "reactions" (
	"account_id" uuid NOT NULL,
	"action" text NOT NULL,
	"object_type" text NOT NULL,
	"object_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reactions_account_id_action_object_type_object_id_pk" PRIMARY KEY("account_id","action","object_type","object_id")
);
--> statement-breakpoint
CREATE INDEX "reactions_list" ON "reactions" USING btree ("account_id","action","object_type","created_at","object_id");
--> statement-breakpoint
CREATE INDEX "reactions_object" ON "reactions" USING btree ("object_type","object_id");
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reporter_id" uuid NOT NULL,
	"target_type" text NOT NULL,
	"target_id" uuid NOT NULL,
	"category" text NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"snapshot" jsonb NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"outcome" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reports_once" UNIQUE("reporter_id","target_type","target_id")
);
--> statement-breakpoint
CREATE INDEX "reports_open" ON "reports" USING btree ("state","created_at");
--> statement-breakpoint

-- ---- The shop and auctions ----

CREATE TABLE "products" (
	"id" uuid PRIMARY KEY NOT NULL,
	"performer_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"type" text NOT NULL,
	"price" bigint NOT NULL,
	"stock" integer,
	"file_id" uuid,
	"processing_days" integer DEFAULT 0 NOT NULL,
	"shipping_price" bigint DEFAULT 0 NOT NULL,
	"shipping_countries" text[] DEFAULT '{}'::text[] NOT NULL,
	"comments_enabled" boolean DEFAULT true NOT NULL,
	"sold" integer DEFAULT 0 NOT NULL,
	"likes" integer DEFAULT 0 NOT NULL,
	"comments" integer DEFAULT 0 NOT NULL,
	"bookmarks" integer DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"published_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "products_price_bounds" CHECK (price >= 1 AND shipping_price >= 0),
	CONSTRAINT "products_stock_never_below_zero" CHECK (stock IS NULL OR stock >= 0)
);
--> statement-breakpoint
CREATE INDEX "products_performer" ON "products" USING btree ("performer_id","published_at","id") WHERE state = 'published';
--> statement-breakpoint
CREATE INDEX "products_newest" ON "products" USING btree ("published_at","id") WHERE state = 'published';
--> statement-breakpoint
CREATE INDEX "products_studio" ON "products" USING btree ("performer_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "products_file" ON "products" USING btree ("file_id") WHERE file_id IS NOT NULL;
--> statement-breakpoint
CREATE TABLE "product_images" (
	"product_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_images_product_id_file_id_pk" PRIMARY KEY("product_id","file_id")
);
--> statement-breakpoint
CREATE INDEX "product_images_file" ON "product_images" USING btree ("file_id");
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"source" text NOT NULL,
	"product_id" uuid,
	"auction_id" uuid,
	"buyer_id" uuid NOT NULL,
	"seller_id" uuid NOT NULL,
	"snapshot" jsonb NOT NULL,
	"file_id" uuid,
	"downloads" integer DEFAULT 0 NOT NULL,
	"quantity" integer NOT NULL,
	"subtotal" bigint NOT NULL,
	"shipping" bigint NOT NULL,
	"total" bigint NOT NULL,
	"address" jsonb,
	"carrier" text,
	"tracking" text,
	"state" text NOT NULL,
	"deadline_at" timestamp (3) with time zone,
	"deadline_effect" text,
	"transaction_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "orders_number" UNIQUE("number"),
	CONSTRAINT "orders_sums" CHECK (quantity >= 1 AND total = subtotal + shipping)
);
--> statement-breakpoint
CREATE INDEX "orders_buyer" ON "orders" USING btree ("buyer_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "orders_seller" ON "orders" USING btree ("seller_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "orders_product" ON "orders" USING btree ("product_id") WHERE product_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "orders_auction" ON "orders" USING btree ("auction_id") WHERE auction_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "orders_transaction" ON "orders" USING btree ("transaction_id");
--> statement-breakpoint
CREATE INDEX "orders_file" ON "orders" USING btree ("file_id") WHERE file_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "orders_due" ON "orders" USING btree ("deadline_at") WHERE deadline_at IS NOT NULL;
--> statement-breakpoint
CREATE TABLE "order_events" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_events_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"by" text NOT NULL,
	"event" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "order_events_order" ON "order_events" USING btree ("order_id","seq");
--> statement-breakpoint
CREATE TABLE "auctions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"performer_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"start_price" bigint NOT NULL,
	"reserve_price" bigint,
	"shipping_countries" text[] DEFAULT '{}'::text[] NOT NULL,
	"start_at" timestamp (3) with time zone NOT NULL,
	"end_at" timestamp (3) with time zone NOT NULL,
	"effective_end_at" timestamp (3) with time zone NOT NULL,
	"current_price" bigint,
	"bid_count" integer DEFAULT 0 NOT NULL,
	"leader_id" uuid,
	"state" text NOT NULL,
	"likes" integer DEFAULT 0 NOT NULL,
	"comments" integer DEFAULT 0 NOT NULL,
	"bookmarks" integer DEFAULT 0 NOT NULL,
	"comments_enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "auctions_prices" CHECK (start_price >= 1 AND (reserve_price IS NULL OR reserve_price >= start_price)),
	CONSTRAINT "auctions_times" CHECK (end_at > start_at AND effective_end_at >= end_at)
);
--> statement-breakpoint
CREATE INDEX "auctions_performer" ON "auctions" USING btree ("performer_id","effective_end_at","id");
--> statement-breakpoint
CREATE INDEX "auctions_state" ON "auctions" USING btree ("state","effective_end_at","id");
--> statement-breakpoint
CREATE TABLE "auction_images" (
	"auction_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "auction_images_auction_id_file_id_pk" PRIMARY KEY("auction_id","file_id")
);
--> statement-breakpoint
CREATE INDEX "auction_images_file" ON "auction_images" USING btree ("file_id");
--> statement-breakpoint
CREATE TABLE "bids" (
	"id" uuid PRIMARY KEY NOT NULL,
	"auction_id" uuid NOT NULL,
	"bidder_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"amount" bigint NOT NULL,
	"result" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bids_seq" UNIQUE("auction_id","seq")
);
--> statement-breakpoint
CREATE INDEX "bids_bidder" ON "bids" USING btree ("bidder_id","auction_id","seq");
--> statement-breakpoint
CREATE UNIQUE INDEX "bids_one_leading" ON "bids" USING btree ("auction_id") WHERE result IN ('leading', 'won');
--> statement-breakpoint

-- ---- Messages ----

CREATE TABLE "conversations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"pair_key" text,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"last_message_id" uuid,
	"last_message_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "conversations_pair" UNIQUE("pair_key")
);
--> statement-breakpoint
CREATE TABLE "conversation_members" (
	"conversation_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"unread" integer DEFAULT 0 NOT NULL,
	"read_seq" integer DEFAULT 0 NOT NULL,
	"read_at" timestamp (3) with time zone,
	"wrote_at" timestamp (3) with time zone,
	"last_message_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "conversation_members_conversation_id_account_id_pk" PRIMARY KEY("conversation_id","account_id")
);
--> statement-breakpoint
CREATE INDEX "conversation_members_list" ON "conversation_members" USING btree ("account_id","last_message_at","conversation_id");
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"sender_id" uuid NOT NULL,
	"client_id" text,
	"seq" integer NOT NULL,
	"type" text DEFAULT 'text' NOT NULL,
	"text" text NOT NULL,
	"price" bigint DEFAULT 0 NOT NULL,
	"source" text DEFAULT 'direct' NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "messages_seq" UNIQUE("conversation_id","seq")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "messages_client" ON "messages" USING btree ("conversation_id","sender_id","client_id") WHERE client_id IS NOT NULL;
--> statement-breakpoint
CREATE TABLE "message_files" (
	"message_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "message_files_message_id_file_id_pk" PRIMARY KEY("message_id","file_id")
);
--> statement-breakpoint
CREATE INDEX "message_files_file" ON "message_files" USING btree ("file_id");
--> statement-breakpoint

-- ---- Earnings, payouts and referrals ----

CREATE TABLE "earning_days" (
	"performer_id" uuid NOT NULL,
	"day" date NOT NULL,
	"source" text NOT NULL,
	"gross" bigint NOT NULL,
	"commission" bigint NOT NULL,
	"net" bigint NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "earning_days_performer_id_day_source_pk" PRIMARY KEY("performer_id","day","source")
);
--> statement-breakpoint
CREATE TABLE "earning_months" (
	"performer_id" uuid NOT NULL,
	"month" date NOT NULL,
	"source" text NOT NULL,
	"gross" bigint NOT NULL,
	"commission" bigint NOT NULL,
	"net" bigint NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "earning_months_performer_id_month_source_pk" PRIMARY KEY("performer_id","month","source")
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
	CONSTRAINT "earning_day_tops_pk" PRIMARY KEY("performer_id","dimension","day","key")
);
--> statement-breakpoint
CREATE INDEX "earning_day_tops_item" ON "earning_day_tops" USING btree ("performer_id","key","day") WHERE dimension = 'item';
--> statement-breakpoint
CREATE TABLE "earning_closing" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"closing_until" date NOT NULL,
	"closed_until" date NOT NULL,
	CONSTRAINT "earning_closing_one" CHECK (id),
	CONSTRAINT "earning_closing_order" CHECK (closed_until <= closing_until)
);
--> statement-breakpoint
CREATE TABLE "earning_late" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"performer_id" uuid NOT NULL,
	"day" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "connect_accounts" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"gateway" text NOT NULL,
	"gateway_id" text NOT NULL,
	"payouts_enabled" boolean DEFAULT false NOT NULL,
	"requirements" text[] DEFAULT '{}'::text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "connect_accounts_gateway_id" UNIQUE("gateway_id")
);
--> statement-breakpoint
CREATE TABLE "payout_methods" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"type" text NOT NULL,
	"sealed" text,
	"shown" jsonb NOT NULL,
	"fingerprint" text NOT NULL,
	"is_chosen" boolean DEFAULT false NOT NULL,
	"locked_until" timestamp (3) with time zone NOT NULL,
	"undo_hash" text,
	"previous_id" uuid,
	"replaced_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "payout_methods_account" ON "payout_methods" USING btree ("account_id","created_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "payout_methods_chosen" ON "payout_methods" USING btree ("account_id") WHERE is_chosen;
--> statement-breakpoint
CREATE INDEX "payout_methods_fingerprint" ON "payout_methods" USING btree ("fingerprint");
--> statement-breakpoint
CREATE TABLE "payout_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"performer_id" uuid NOT NULL,
	"method_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"reference" text,
	"transaction_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payout_requests_amount" CHECK (amount > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "payout_requests_one_open" ON "payout_requests" USING btree ("performer_id") WHERE state IN ('pending', 'approved', 'processing');
--> statement-breakpoint
CREATE INDEX "payout_requests_performer" ON "payout_requests" USING btree ("performer_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "payout_requests_open" ON "payout_requests" USING btree ("created_at") WHERE state IN ('pending', 'approved', 'processing');
--> statement-breakpoint
CREATE TABLE "payout_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payout_id" uuid NOT NULL,
	"state" text NOT NULL,
	"by" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "payout_events_payout" ON "payout_events" USING btree ("payout_id","created_at");
--> statement-breakpoint
CREATE TABLE "referral_codes" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "referral_codes_code" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "referrals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"referrer_id" uuid NOT NULL,
	"referred_id" uuid NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"bps" integer NOT NULL,
	"commission" bigint DEFAULT 0 NOT NULL,
	"paid" bigint DEFAULT 0 NOT NULL,
	"tokens" bigint DEFAULT 0 NOT NULL,
	"voided_at" timestamp (3) with time zone,
	"void_reason" text,
	"seen_until" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "referrals_referred" UNIQUE("referred_id"),
	CONSTRAINT "referrals_not_self" CHECK (referrer_id <> referred_id)
);
--> statement-breakpoint
CREATE INDEX "referrals_referrer" ON "referrals" USING btree ("referrer_id","created_at","id");
--> statement-breakpoint
CREATE TABLE "referral_credits" (
	"referral_id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"commission" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"transaction_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "referral_credits_referral_id_source_id_pk" PRIMARY KEY("referral_id","source_id")
);
--> statement-breakpoint
CREATE INDEX "referral_credits_source" ON "referral_credits" USING btree ("source_id");
--> statement-breakpoint

-- ---- Foreign keys: after all tables, since some go in circles ----

ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "account_blocks" ADD CONSTRAINT "account_blocks_blocker_id_accounts_id_fk" FOREIGN KEY ("blocker_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "account_blocks" ADD CONSTRAINT "account_blocks_blocked_id_accounts_id_fk" FOREIGN KEY ("blocked_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "country_blocks" ADD CONSTRAINT "country_blocks_blocker_id_accounts_id_fk" FOREIGN KEY ("blocker_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "performers" ADD CONSTRAINT "performers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_follower_id_accounts_id_fk" FOREIGN KEY ("follower_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "creator_search" ADD CONSTRAINT "creator_search_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "co_creators" ADD CONSTRAINT "co_creators_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ledger_accounts" ADD CONSTRAINT "ledger_accounts_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_actor_id_accounts_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_reverses_id_ledger_transactions_id_fk" FOREIGN KEY ("reverses_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_provider_event_id_provider_events_id_fk" FOREIGN KEY ("provider_event_id") REFERENCES "public"."provider_events"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_account_id_ledger_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."ledger_accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "provider_events" ADD CONSTRAINT "provider_events_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "purchase_files" ADD CONSTRAINT "purchase_files_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "purchase_files" ADD CONSTRAINT "purchase_files_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "purchase_files" ADD CONSTRAINT "purchase_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "gateway_customers" ADD CONSTRAINT "gateway_customers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_card_id_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."cards"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "spend_caps" ADD CONSTRAINT "spend_caps_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "spend_caps" ADD CONSTRAINT "spend_caps_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_card_id_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."cards"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "promotions" ADD CONSTRAINT "promotions_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "promotion_uses" ADD CONSTRAINT "promotion_uses_promotion_id_promotions_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "promotion_uses" ADD CONSTRAINT "promotion_uses_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "promotion_uses" ADD CONSTRAINT "promotion_uses_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "promotion_uses" ADD CONSTRAINT "promotion_uses_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subscriber_notes" ADD CONSTRAINT "subscriber_notes_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "subscriber_notes" ADD CONSTRAINT "subscriber_notes_user_id_accounts_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "feeds" ADD CONSTRAINT "feeds_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "feeds" ADD CONSTRAINT "feeds_thumbnail_id_files_id_fk" FOREIGN KEY ("thumbnail_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "feeds" ADD CONSTRAINT "feeds_teaser_id_files_id_fk" FOREIGN KEY ("teaser_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "feed_files" ADD CONSTRAINT "feed_files_feed_id_feeds_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."feeds"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "feed_files" ADD CONSTRAINT "feed_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "polls" ADD CONSTRAINT "polls_feed_id_feeds_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."feeds"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "poll_options" ADD CONSTRAINT "poll_options_feed_id_polls_feed_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."polls"("feed_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "poll_votes" ADD CONSTRAINT "poll_votes_feed_id_polls_feed_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."polls"("feed_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "poll_votes" ADD CONSTRAINT "poll_votes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "poll_votes" ADD CONSTRAINT "poll_votes_option_id_poll_options_id_fk" FOREIGN KEY ("option_id") REFERENCES "public"."poll_options"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "galleries" ADD CONSTRAINT "galleries_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_gallery_id_galleries_id_fk" FOREIGN KEY ("gallery_id") REFERENCES "public"."galleries"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "photos" ADD CONSTRAINT "photos_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_thumbnail_id_files_id_fk" FOREIGN KEY ("thumbnail_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_teaser_id_files_id_fk" FOREIGN KEY ("teaser_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "watch_progress" ADD CONSTRAINT "watch_progress_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "watch_progress" ADD CONSTRAINT "watch_progress_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "streams" ADD CONSTRAINT "streams_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_author_id_accounts_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "comment_bans" ADD CONSTRAINT "comment_bans_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "comment_bans" ADD CONSTRAINT "comment_bans_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_accounts_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_auction_id_auctions_id_fk" FOREIGN KEY ("auction_id") REFERENCES "public"."auctions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_buyer_id_accounts_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_seller_id_accounts_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "auctions" ADD CONSTRAINT "auctions_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "auctions" ADD CONSTRAINT "auctions_leader_id_accounts_id_fk" FOREIGN KEY ("leader_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "auction_images" ADD CONSTRAINT "auction_images_auction_id_auctions_id_fk" FOREIGN KEY ("auction_id") REFERENCES "public"."auctions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "auction_images" ADD CONSTRAINT "auction_images_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "bids" ADD CONSTRAINT "bids_auction_id_auctions_id_fk" FOREIGN KEY ("auction_id") REFERENCES "public"."auctions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "bids" ADD CONSTRAINT "bids_bidder_id_accounts_id_fk" FOREIGN KEY ("bidder_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_other_id_accounts_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_accounts_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "message_files" ADD CONSTRAINT "message_files_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "message_files" ADD CONSTRAINT "message_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "earning_days" ADD CONSTRAINT "earning_days_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "earning_months" ADD CONSTRAINT "earning_months_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "connect_accounts" ADD CONSTRAINT "connect_accounts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payout_methods" ADD CONSTRAINT "payout_methods_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payout_requests" ADD CONSTRAINT "payout_requests_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payout_requests" ADD CONSTRAINT "payout_requests_method_id_payout_methods_id_fk" FOREIGN KEY ("method_id") REFERENCES "public"."payout_methods"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payout_requests" ADD CONSTRAINT "payout_requests_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payout_events" ADD CONSTRAINT "payout_events_payout_id_payout_requests_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payout_requests"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "referral_codes" ADD CONSTRAINT "referral_codes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_referrer_id_accounts_id_fk" FOREIGN KEY ("referrer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_referred_id_accounts_id_fk" FOREIGN KEY ("referred_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "referral_credits" ADD CONSTRAINT "referral_credits_referral_id_referrals_id_fk" FOREIGN KEY ("referral_id") REFERENCES "public"."referrals"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "referral_credits" ADD CONSTRAINT "referral_credits_source_id_ledger_transactions_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "referral_credits" ADD CONSTRAINT "referral_credits_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint

-- ---- Written by hand: the ledger guards itself ----

-- History is never edited, whoever asks: a mistake is reversed by another transaction.
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
-- Double entry: what one account gains others lose, in the same statement and in each unit.
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
-- The site's own accounts, under ids that the code names. Their balances aren't cached: every payment would queue for one row.
INSERT INTO ledger_accounts (id, kind, owner_id, unit, balance, created_at) VALUES
  ('00000000-0000-7000-8000-000000000001', 'gateway', NULL, 'money', NULL, now()),
  ('00000000-0000-7000-8000-000000000002', 'exchange', NULL, 'money', NULL, now()),
  ('00000000-0000-7000-8000-000000000003', 'exchange', NULL, 'token', NULL, now()),
  ('00000000-0000-7000-8000-000000000004', 'commission', NULL, 'money', NULL, now()),
  ('00000000-0000-7000-8000-000000000005', 'promotion', NULL, 'money', NULL, now()),
  ('00000000-0000-7000-8000-000000000006', 'losses', NULL, 'money', NULL, now());
--> statement-breakpoint

-- ---- Written by hand: sums of past days stay true ----

-- The one row that says up to which day sums are kept: none so far.
INSERT INTO earning_closing (closing_until, closed_until) VALUES (DATE '1970-01-01', DATE '1970-01-01');
--> statement-breakpoint
-- A sale that is dated before that day is noted, so that the kept sums of its day are made anew.
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
--> statement-breakpoint

-- ---- Written by hand: searching creators and tags ----

-- Finds "José" for "jose", part of a word, and a word with a typo. Plain SQL, so that it also runs where extensions can't be installed, PGlite among them.
CREATE FUNCTION search_words_of(said text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  -- Accents go; whatever is neither a letter nor a digit parts words. Ranges are spelled out, since what counts as a letter depends on a database's locale.
  SELECT coalesce(array_agg(DISTINCT word), '{}') FROM regexp_split_to_table(
    lower(regexp_replace(normalize(said, NFKD), '[\u0300-\u036f\u2019'']', '', 'g')), '[\s!-/:-@\[-`{-~\u00a0-\u00bf\u2000-\u206f\u3000-\u303f]+') AS word
  WHERE length(word) BETWEEN 1 AND 40
$$;
--> statement-breakpoint
CREATE FUNCTION search_parts_of(word text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(DISTINCT substr(word, at, 3)), '{}') FROM generate_series(1, length(word) - 2) AS at
$$;
--> statement-breakpoint
CREATE FUNCTION search_slips_of(word text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  -- The word, and the word without any one of its letters: two words that share one differ by a letter more, less, other or swapped.
  SELECT coalesce(array_agg(DISTINCT '~' || slip), '{}') FROM (
    SELECT word AS slip UNION ALL SELECT overlay(word PLACING '' FROM at FOR 1) FROM generate_series(1, length(word)) AS at) AS slips
  WHERE length(word) BETWEEN 4 AND 24
$$;
--> statement-breakpoint
-- Always in one order: two saves that bring the same new words wait for each other instead of ending in a deadlock.
CREATE FUNCTION search_terms_add(words text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO search_terms (word, keys)
  SELECT DISTINCT word, search_parts_of(word) || search_slips_of(word) FROM unnest(words) AS said (word)
  WHERE NOT EXISTS (SELECT 1 FROM search_terms known WHERE known.word = said.word) ORDER BY word ON CONFLICT DO NOTHING
$$;
--> statement-breakpoint
CREATE FUNCTION search_terms_for(asked text) RETURNS SETOF text LANGUAGE plpgsql STABLE AS $$
DECLARE most CONSTANT int := 200;
BEGIN
  -- Of few letters the beginning of a word, of more any part of it; and where nothing has that, words that are a slip away.
  IF length(asked) < 4 THEN
    RETURN QUERY SELECT t.word FROM search_terms t WHERE t.word >= asked AND t.word < asked || U&'\+10FFFF' ORDER BY length(t.word), t.word LIMIT most;
    IF FOUND OR length(asked) < 3 THEN RETURN; END IF;
  END IF;
  RETURN QUERY SELECT t.word FROM search_terms t WHERE t.keys @> search_parts_of(asked) AND position(asked IN t.word) > 0 ORDER BY length(t.word), t.word LIMIT most;
  IF FOUND THEN RETURN; END IF;
  RETURN QUERY SELECT t.word FROM search_terms t WHERE t.keys && search_slips_of(asked) ORDER BY t.word LIMIT most;
END $$;
--> statement-breakpoint
-- Kept by triggers: several areas, commands and the demo world write profiles and tags, and none of them can forget it.
CREATE FUNCTION creator_search_refresh(creator uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE found text[];
BEGIN
  SELECT search_words_of(concat_ws(' ', a.name, a.username, regexp_replace(a.username, '[._-]', '', 'g'), a.bio, array_to_string(p.categories, ' ')))
    INTO found FROM performers p JOIN accounts a ON a.id = p.account_id WHERE p.account_id = creator;
  IF found IS NULL THEN RETURN; END IF;
  PERFORM search_terms_add(found);
  INSERT INTO creator_search (performer_id, words) VALUES (creator, found)
    ON CONFLICT (performer_id) DO UPDATE SET words = excluded.words WHERE creator_search.words <> excluded.words;
END $$;
--> statement-breakpoint
CREATE FUNCTION creator_search_on_profile() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM creator_search_refresh(NEW.account_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER creator_search_profile AFTER INSERT OR UPDATE OF categories ON performers FOR EACH ROW EXECUTE FUNCTION creator_search_on_profile();
--> statement-breakpoint
CREATE FUNCTION creator_search_on_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM creator_search_refresh(NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER creator_search_account AFTER UPDATE OF name, username, bio ON accounts FOR EACH ROW
  WHEN (NEW.is_performer AND (OLD.name, OLD.username, OLD.bio) IS DISTINCT FROM (NEW.name, NEW.username, NEW.bio)) EXECUTE FUNCTION creator_search_on_account();
--> statement-breakpoint
CREATE FUNCTION search_terms_on_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM search_terms_add(NEW.tags);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER search_terms_galleries AFTER INSERT OR UPDATE OF tags ON galleries FOR EACH ROW WHEN (cardinality(NEW.tags) > 0) EXECUTE FUNCTION search_terms_on_tags();
--> statement-breakpoint
CREATE TRIGGER search_terms_photos AFTER INSERT OR UPDATE OF tags ON photos FOR EACH ROW WHEN (cardinality(NEW.tags) > 0) EXECUTE FUNCTION search_terms_on_tags();
--> statement-breakpoint
CREATE TRIGGER search_terms_videos AFTER INSERT OR UPDATE OF tags ON videos FOR EACH ROW WHEN (cardinality(NEW.tags) > 0) EXECUTE FUNCTION search_terms_on_tags();
--> statement-breakpoint

-- ---- Written by hand: live events between processes ----

-- socket.io's PostgreSQL adapter puts here what is too large for a notification; the adapter fixes its shape.
CREATE TABLE socket_io_attachments (id bigserial UNIQUE, created_at timestamptz DEFAULT now(), payload bytea);
