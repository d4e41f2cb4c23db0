-- Written by hand: the tags of texts, found as words that begin with a number sign, which no other word has.

-- The same as `hashtagsOf`. What ends a tag is spelled out, since what counts as a letter depends on a database's locale.
CREATE FUNCTION hashtags_of(said text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(DISTINCT replace(lower(normalize(tag, NFKC)), 'ς', 'σ')), '{}') FROM (
    SELECT (regexp_matches(regexp_replace(regexp_replace(said, '<!--.*?(-->|$)', '', 'g'), '(https?://|www\.)[^\s<>"]+', ' ', 'gi'),
      '(?<![^\s\u0001-/:-@\[-\^`{-\u00bf\u2000-\u2bff\u3000-\u303f\ufe00-\ufe0f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff]|[#@&/])#([^\s\u0001-/:-@\[-\^`{-\u00bf\u2000-\u2bff\u3000-\u303f\ufe00-\ufe0f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001faff]+)', 'g'))[1]) AS written (tag)
  WHERE tag ~ '[^0-9_]' AND length(tag) <= 50
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION site_search_put(found site_search, title text, body text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  named text[] := search_words_of(title);
  said text[] := search_words_of(body);
  tags text[] := ARRAY(SELECT '#' || tag FROM unnest(hashtags_of(concat_ws(' ', title, body))) AS tag);
BEGIN
  PERFORM search_terms_add(named);
  PERFORM search_terms_add_text(said);
  INSERT INTO site_search (kind, item_id, performer_id, words, published_at, expires_at)
    VALUES (found.kind, found.item_id, found.performer_id, ARRAY(SELECT DISTINCT word FROM unnest(named || said || tags) AS word ORDER BY word), found.published_at, found.expires_at)
    ON CONFLICT (kind, item_id) DO UPDATE SET words = excluded.words, published_at = excluded.published_at, expires_at = excluded.expires_at
    WHERE (site_search.words, site_search.published_at, site_search.expires_at) IS DISTINCT FROM (excluded.words, excluded.published_at, excluded.expires_at);
END $$;--> statement-breakpoint
SELECT site_search_feed(item) FROM feeds AS item WHERE item.state = 'published' AND position('#' IN item.text) > 0;
