-- Written by hand: tags are stored as they were written, and compared by this function. The same as `tagKey`. It calls none of ours: an index is built
-- without the path on which those are found.
CREATE FUNCTION tag_keys(written text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(replace(lower(replace(normalize(tag, NFKC), 'İ', 'i')), 'ς', 'σ') ORDER BY place), '{}') FROM unnest(written) WITH ORDINALITY AS each (tag, place)
$$;--> statement-breakpoint
DROP INDEX "galleries_tags";--> statement-breakpoint
DROP INDEX "photos_tags";--> statement-breakpoint
DROP INDEX "videos_tags";--> statement-breakpoint
CREATE INDEX "galleries_tags" ON "galleries" USING gin (tag_keys("tags")) WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "photos_tags" ON "photos" USING gin (tag_keys("tags")) WHERE state = 'published' AND gallery_id IS NULL;--> statement-breakpoint
CREATE INDEX "videos_tags" ON "videos" USING gin (tag_keys("tags")) WHERE state = 'published';--> statement-breakpoint
-- Written by hand.
CREATE OR REPLACE FUNCTION hashtags_of(said text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  words CONSTANT text := letters_of('word') || '_';
  spaces CONSTANT text := letters_of('space');
  plain text;
BEGIN
  IF said IS NULL OR said !~ '[#\uff03]' THEN RETURN '{}'; END IF;
  plain := regexp_replace(regexp_replace(said, '<!--.*?(-->|$)', '', 'g'),
    '(https?://|www\.)[' || letters_of('word') || '\[][^<>"' || spaces || letters_of('address end') || ']*', ' ', 'gi');
  RETURN ARRAY(
    SELECT DISTINCT key COLLATE "C" AS key FROM unnest(tag_keys(ARRAY(SELECT tag[1] FROM regexp_matches(plain, '(?<![#\uff03@&/' || words || '])[#\uff03]((?![' || letters_of('mark') || '])[' || words || ']+(?:[' || letters_of('joiner') || '][' || words || ']+)*)', 'g') AS tag
    WHERE tag[1] ~ ('[' || letters_of('letter') || ']') AND length(tag[1]) <= 50))) AS key ORDER BY key);
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_terms_on_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM search_terms_add(tag_keys(NEW.tags));
  RETURN NULL;
END $$;--> statement-breakpoint
SELECT search_terms_add(array_agg(DISTINCT tag)) FROM (SELECT unnest(tag_keys(tags)) FROM galleries UNION SELECT unnest(tag_keys(tags)) FROM photos UNION SELECT unnest(tag_keys(tags)) FROM videos) AS used (tag);--> statement-breakpoint
-- Written by hand: an index is built without the path on which the functions that this one calls are found. Whoever replaces it says this again.
ALTER FUNCTION search_words_of(text) SET search_path FROM CURRENT;--> statement-breakpoint
DROP INDEX "messages_words";--> statement-breakpoint
CREATE INDEX "messages_words" ON "messages" USING gin (array_to_tsvector(search_words_of("text") || ARRAY[' in ' || "conversation_id"::text, ' with ' || "sender_id"::text, ' with ' || coalesce("recipient_id", "sender_id")::text, ' from ' || "sender_id"::text])) WITH (fastupdate=false) WHERE deleted_at IS NULL;
