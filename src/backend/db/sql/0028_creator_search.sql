CREATE TABLE "creator_search" (
	"performer_id" uuid PRIMARY KEY NOT NULL,
	"words" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_terms" (
	"word" text COLLATE "C" PRIMARY KEY NOT NULL,
	"keys" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "creator_search" ADD CONSTRAINT "creator_search_performer_id_accounts_id_fk" FOREIGN KEY ("performer_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "creator_search_words" ON "creator_search" USING gin ("words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "search_terms_keys" ON "search_terms" USING gin ("keys") WITH (fastupdate=false);--> statement-breakpoint
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
DO $$ BEGIN
  PERFORM creator_search_refresh(account_id) FROM performers;
  PERFORM search_terms_add(tags) FROM (SELECT tags FROM galleries UNION SELECT tags FROM photos UNION SELECT tags FROM videos) AS works WHERE cardinality(tags) > 0;
END $$;
