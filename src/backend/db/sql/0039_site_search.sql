CREATE TABLE "site_search" (
	"kind" text NOT NULL,
	"item_id" uuid NOT NULL,
	"performer_id" uuid NOT NULL,
	"words" text[] NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "site_search_kind_item_id_pk" PRIMARY KEY("kind","item_id")
);
--> statement-breakpoint
ALTER TABLE "creator_search" ADD COLUMN "prefixes" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "search_terms" ADD COLUMN "in_titles" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "site_search" ADD CONSTRAINT "site_search_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "site_search_newest" ON "site_search" USING btree ("kind","published_at","item_id");--> statement-breakpoint
CREATE INDEX "site_search_performer" ON "site_search" USING btree ("performer_id");--> statement-breakpoint
CREATE INDEX "site_search_post_words" ON "site_search" USING gin ("words") WITH (fastupdate=false) WHERE kind = 'post';--> statement-breakpoint
CREATE INDEX "site_search_video_words" ON "site_search" USING gin ("words") WITH (fastupdate=false) WHERE kind = 'video';--> statement-breakpoint
CREATE INDEX "site_search_gallery_words" ON "site_search" USING gin ("words") WITH (fastupdate=false) WHERE kind = 'gallery';--> statement-breakpoint
CREATE INDEX "site_search_product_words" ON "site_search" USING gin ("words") WITH (fastupdate=false) WHERE kind = 'product';--> statement-breakpoint
CREATE INDEX "site_search_auction_words" ON "site_search" USING gin ("words") WITH (fastupdate=false) WHERE kind = 'auction';--> statement-breakpoint
CREATE INDEX "site_search_stream_words" ON "site_search" USING gin ("words") WITH (fastupdate=false) WHERE kind = 'stream';--> statement-breakpoint
CREATE INDEX "creator_search_prefixes" ON "creator_search" USING gin ("prefixes") WITH (fastupdate=false);--> statement-breakpoint
-- Written by hand: words, what can be found by them, and the triggers that keep both.

-- Other spellings of a word: British and American.
CREATE FUNCTION search_variants_of(word text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(DISTINCT variant), '{}') FROM (
    SELECT replace(word, one, other) FROM (VALUES
      (5, 'our', 'or'), (5, 'or', 'our'), (6, 'isi', 'izi'), (6, 'izi', 'isi'), (6, 'isa', 'iza'), (6, 'iza', 'isa'), (6, 'ise', 'ize'), (6, 'ize', 'ise'),
      (6, 'yse', 'yze'), (6, 'yze', 'yse'), (4, 'grey', 'gray'), (4, 'gray', 'grey'), (8, 'ellery', 'elry'), (7, 'elry', 'ellery')) AS pairs (least, one, other)
    WHERE length(word) >= least AND position(one IN word) > 0
    UNION ALL SELECT regexp_replace(word, one, other) FROM (VALUES
      (6, 'tre(s?)$', 'ter\1'), (6, 'ter(s?)$', 'tre\1'), (7, 'gue(s?)$', 'g\1'), (7, 'g(s?)$', 'gue\1'),
      (8, 'll(ing|ed|er|ers)$', 'l\1'), (7, '([^l])l(ing|ed|er|ers)$', '\1ll\2')) AS ends (least, one, other)
    WHERE length(word) >= least AND word ~ one) AS spelled (variant)
  WHERE variant <> word
$$;--> statement-breakpoint
-- Words of names, categories, tags and titles.
CREATE OR REPLACE FUNCTION search_terms_add(words text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO search_terms (word, keys, in_titles)
  SELECT DISTINCT word, search_parts_of(word) || search_slips_of(word), true FROM unnest(words) AS said (word)
  WHERE NOT EXISTS (SELECT 1 FROM search_terms known WHERE known.word = said.word AND known.in_titles) ORDER BY word
  ON CONFLICT (word) DO UPDATE SET in_titles = true WHERE NOT search_terms.in_titles
$$;--> statement-breakpoint
-- Words of texts.
CREATE FUNCTION search_terms_add_text(words text[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO search_terms (word, keys, in_titles)
  SELECT DISTINCT word, search_parts_of(word) || search_slips_of(word), false FROM unnest(words) AS said (word)
  WHERE NOT EXISTS (SELECT 1 FROM search_terms known WHERE known.word = said.word) ORDER BY word ON CONFLICT DO NOTHING
$$;--> statement-breakpoint
DROP FUNCTION search_terms_for(text);--> statement-breakpoint
CREATE FUNCTION search_terms_for(asked text, with_texts boolean) RETURNS TABLE (word text, is_slip boolean) LANGUAGE plpgsql STABLE AS $$
DECLARE
  most CONSTANT int := 200;
  is_known boolean;
BEGIN
  -- Of few letters the beginning of a word, of more any part of it or another spelling of it; and where no title has that, words that are a slip away. A slip
  -- in somebody's text doesn't hide the right word.
  IF length(asked) < 4 THEN
    RETURN QUERY SELECT t.word, false FROM search_terms t
      WHERE t.word >= asked AND t.word < asked || U&'\+10FFFF' AND (with_texts OR t.in_titles) ORDER BY length(t.word), t.word LIMIT most;
    IF FOUND OR length(asked) < 3 THEN RETURN; END IF;
  END IF;
  RETURN QUERY SELECT t.word, false FROM search_terms t
    WHERE t.keys @> search_parts_of(asked) AND position(asked IN t.word) > 0 AND (with_texts OR t.in_titles) ORDER BY length(t.word), t.word LIMIT most;
  is_known := FOUND;
  RETURN QUERY SELECT t.word, false FROM unnest(search_variants_of(asked)) AS variant
    JOIN search_terms t ON t.word >= variant AND t.word < variant || U&'\+10FFFF' WHERE with_texts OR t.in_titles ORDER BY length(t.word), t.word LIMIT most;
  IF FOUND THEN RETURN; END IF;
  IF is_known AND (NOT with_texts OR EXISTS (
    SELECT 1 FROM search_terms t WHERE t.in_titles AND t.keys @> search_parts_of(asked) AND position(asked IN t.word) > 0)) THEN RETURN; END IF;
  RETURN QUERY SELECT t.word, true FROM search_terms t
    WHERE t.keys && search_slips_of(asked) AND t.word <> asked AND (t.in_titles OR (with_texts AND NOT is_known)) ORDER BY t.word LIMIT most;
END $$;--> statement-breakpoint
CREATE FUNCTION search_prefixes_of(words text[]) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(DISTINCT left(word, size)), '{}') FROM unnest(words) AS word CROSS JOIN generate_series(1, 15) AS size WHERE size <= length(word)
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION creator_search_refresh(creator uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  found text[];
  named text[];
BEGIN
  SELECT search_words_of(concat_ws(' ', a.name, a.username, regexp_replace(a.username, '[._-]', '', 'g'), a.bio, array_to_string(p.categories, ' '))),
      search_prefixes_of(search_words_of(concat_ws(' ', a.name, a.username, regexp_replace(a.username, '[._-]', '', 'g'))))
    INTO found, named FROM performers p JOIN accounts a ON a.id = p.account_id WHERE p.account_id = creator;
  IF found IS NULL THEN RETURN; END IF;
  PERFORM search_terms_add(found);
  INSERT INTO creator_search (performer_id, words, prefixes) VALUES (creator, found, named)
    ON CONFLICT (performer_id) DO UPDATE SET words = excluded.words, prefixes = excluded.prefixes
    WHERE (creator_search.words, creator_search.prefixes) IS DISTINCT FROM (excluded.words, excluded.prefixes);
END $$;--> statement-breakpoint
CREATE FUNCTION site_search_put(found site_search, title text, body text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  named text[] := search_words_of(title);
  said text[] := search_words_of(body);
BEGIN
  PERFORM search_terms_add(named);
  PERFORM search_terms_add_text(said);
  INSERT INTO site_search (kind, item_id, performer_id, words, published_at, expires_at)
    VALUES (found.kind, found.item_id, found.performer_id, ARRAY(SELECT DISTINCT word FROM unnest(named || said) AS word ORDER BY word), found.published_at, found.expires_at)
    ON CONFLICT (kind, item_id) DO UPDATE SET words = excluded.words, published_at = excluded.published_at, expires_at = excluded.expires_at
    WHERE (site_search.words, site_search.published_at, site_search.expires_at) IS DISTINCT FROM (excluded.words, excluded.published_at, excluded.expires_at);
END $$;--> statement-breakpoint
-- Only what is free to everybody is found by its text.
CREATE FUNCTION site_search_feed(item feeds) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF item.state = 'published' AND item.audience = 'public' AND item.price = 0 THEN
    PERFORM site_search_put(ROW('post', item.id, item.performer_id, '{}', coalesce(item.published_at, item.created_at), item.expires_at)::site_search, '',
      concat_ws(' ', item.text, (SELECT p.question FROM polls p WHERE p.feed_id = item.id)));
  ELSE
    DELETE FROM site_search s WHERE s.kind = 'post' AND s.item_id = item.id;
  END IF;
END $$;--> statement-breakpoint
CREATE FUNCTION site_search_video(item videos) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF item.state = 'published' THEN
    PERFORM site_search_put(ROW('video', item.id, item.performer_id, '{}', coalesce(item.published_at, item.created_at), NULL)::site_search,
      concat_ws(' ', item.title, array_to_string(item.tags, ' ')), CASE WHEN item.audience = 'public' AND item.price = 0 THEN item.description ELSE '' END);
  ELSE
    DELETE FROM site_search s WHERE s.kind = 'video' AND s.item_id = item.id;
  END IF;
END $$;--> statement-breakpoint
CREATE FUNCTION site_search_gallery(item galleries) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF item.state = 'published' THEN
    PERFORM site_search_put(ROW('gallery', item.id, item.performer_id, '{}', coalesce(item.published_at, item.created_at), NULL)::site_search,
      concat_ws(' ', item.title, array_to_string(item.tags, ' ')), CASE WHEN item.audience = 'public' AND item.price = 0 THEN item.description ELSE '' END);
  ELSE
    DELETE FROM site_search s WHERE s.kind = 'gallery' AND s.item_id = item.id;
  END IF;
END $$;--> statement-breakpoint
CREATE FUNCTION site_search_product(item products) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF item.state = 'published' THEN
    PERFORM site_search_put(ROW('product', item.id, item.performer_id, '{}', coalesce(item.published_at, item.created_at), NULL)::site_search, item.name, item.description);
  ELSE
    DELETE FROM site_search s WHERE s.kind = 'product' AND s.item_id = item.id;
  END IF;
END $$;--> statement-breakpoint
CREATE FUNCTION site_search_auction(item auctions) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF item.state <> 'cancelled' THEN
    PERFORM site_search_put(ROW('auction', item.id, item.performer_id, '{}', item.created_at, NULL)::site_search, item.title, item.description);
  ELSE
    DELETE FROM site_search s WHERE s.kind = 'auction' AND s.item_id = item.id;
  END IF;
END $$;--> statement-breakpoint
CREATE FUNCTION site_search_stream(item streams) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF item.state IN ('scheduled', 'live', 'interrupted') THEN
    PERFORM site_search_put(ROW('stream', item.id, item.performer_id, '{}', coalesce(item.started_at, item.created_at), NULL)::site_search, item.title, '');
  ELSE
    DELETE FROM site_search s WHERE s.kind = 'stream' AND s.item_id = item.id;
  END IF;
END $$;--> statement-breakpoint
CREATE FUNCTION site_search_on_feed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM site_search_feed(NEW);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER site_search_feeds AFTER INSERT OR UPDATE OF state, text, audience, price, published_at, expires_at ON feeds FOR EACH ROW EXECUTE FUNCTION site_search_on_feed();--> statement-breakpoint
CREATE FUNCTION site_search_on_video() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM site_search_video(NEW);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER site_search_videos AFTER INSERT OR UPDATE OF state, title, description, tags, audience, price, published_at ON videos FOR EACH ROW EXECUTE FUNCTION site_search_on_video();--> statement-breakpoint
CREATE FUNCTION site_search_on_gallery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM site_search_gallery(NEW);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER site_search_galleries AFTER INSERT OR UPDATE OF state, title, description, tags, audience, price, published_at ON galleries FOR EACH ROW EXECUTE FUNCTION site_search_on_gallery();--> statement-breakpoint
CREATE FUNCTION site_search_on_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM site_search_product(NEW);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER site_search_products AFTER INSERT OR UPDATE OF state, name, description, published_at ON products FOR EACH ROW EXECUTE FUNCTION site_search_on_product();--> statement-breakpoint
CREATE FUNCTION site_search_on_auction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM site_search_auction(NEW);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER site_search_auctions AFTER INSERT OR UPDATE OF state, title, description ON auctions FOR EACH ROW EXECUTE FUNCTION site_search_on_auction();--> statement-breakpoint
CREATE FUNCTION site_search_on_stream() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM site_search_stream(NEW);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER site_search_streams AFTER INSERT OR UPDATE OF state, title, started_at ON streams FOR EACH ROW EXECUTE FUNCTION site_search_on_stream();--> statement-breakpoint
CREATE FUNCTION site_search_on_poll() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM site_search_feed(f) FROM feeds f WHERE f.id = NEW.feed_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER site_search_polls AFTER INSERT OR UPDATE OF question ON polls FOR EACH ROW EXECUTE FUNCTION site_search_on_poll();--> statement-breakpoint
CREATE FUNCTION site_search_on_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM site_search s WHERE s.kind = TG_ARGV[0] AND s.item_id = OLD.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER site_search_feeds_deleted AFTER DELETE ON feeds FOR EACH ROW EXECUTE FUNCTION site_search_on_delete('post');--> statement-breakpoint
CREATE TRIGGER site_search_videos_deleted AFTER DELETE ON videos FOR EACH ROW EXECUTE FUNCTION site_search_on_delete('video');--> statement-breakpoint
CREATE TRIGGER site_search_galleries_deleted AFTER DELETE ON galleries FOR EACH ROW EXECUTE FUNCTION site_search_on_delete('gallery');--> statement-breakpoint
CREATE TRIGGER site_search_products_deleted AFTER DELETE ON products FOR EACH ROW EXECUTE FUNCTION site_search_on_delete('product');--> statement-breakpoint
CREATE TRIGGER site_search_auctions_deleted AFTER DELETE ON auctions FOR EACH ROW EXECUTE FUNCTION site_search_on_delete('auction');--> statement-breakpoint
CREATE TRIGGER site_search_streams_deleted AFTER DELETE ON streams FOR EACH ROW EXECUTE FUNCTION site_search_on_delete('stream');--> statement-breakpoint
SELECT creator_search_refresh(account_id) FROM performers;--> statement-breakpoint
SELECT site_search_feed(item) FROM feeds AS item;--> statement-breakpoint
SELECT site_search_video(item) FROM videos AS item;--> statement-breakpoint
SELECT site_search_gallery(item) FROM galleries AS item;--> statement-breakpoint
SELECT site_search_product(item) FROM products AS item;--> statement-breakpoint
SELECT site_search_auction(item) FROM auctions AS item;--> statement-breakpoint
SELECT site_search_stream(item) FROM streams AS item;
