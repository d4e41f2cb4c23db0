import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { tagKey } from '#lib/markup/tags-and-mentions.ts';

/** SQL: tags as they are compared, by the same definition as `tagKey`. The indexes have this very expression. */
export const tagKeys = (tags: AnyPgColumn | SQL): SQL => sql`tag_keys(${tags})`;

/** SQL condition: a tag is among some tags, in whatever spelling. */
export const hasTag = (tags: AnyPgColumn | SQL, tag: string): SQL =>
  sql`${tagKeys(tags)} @> ARRAY[${tagKey(tag)}]::text[]`;
