import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { at, cents, createdAt, id, tokens, updatedAt } from '../columns.ts';

export const promos = pgTable('promos', {
  id: id(),
  title: text('title').notNull(),
  text: text('text').notNull(),
  href: text('href').notNull(),
  image: text('image'),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: createdAt(),
});

/** News and static pages of the site, written by the operator. */
export const sitePosts = pgTable(
  'site_posts',
  {
    id: id(),
    /** The last segment of the page's path, lowercase. */
    slug: text('slug').notNull().unique('site_posts_slug'),
    title: text('title').notNull(),
    summary: text('summary').notNull().default(''),
    /** Sanitized when it was saved. */
    html: text('html').notNull(),
    /** `page` is for terms, privacy, and help, which aren't listed as news. */
    kind: text('kind', { enum: ['news', 'page'] }).notNull(),
    publishedAt: at('published_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('site_posts_news')
      .on(t.publishedAt, t.id)
      .where(sql`kind = 'news' AND published_at IS NOT NULL`),
  ],
);

export const tokenPackages = pgTable('token_packages', {
  id: id(),
  name: text('name').notNull(),
  tokens: tokens('tokens').notNull(),
  bonus: tokens('bonus').notNull().default(0),
  price: cents('price').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  createdAt: createdAt(),
});

export const auditLog = pgTable('audit_log', {
  id: id(),
  actor: text('actor').notNull(),
  action: text('action').notNull(),
  subject: text('subject').notNull(),
  facts: jsonb('facts').notNull(),
  createdAt: createdAt(),
});
