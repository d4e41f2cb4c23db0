/** Pages of the site that people agree to, by their slugs. The operator writes them like any other page. */
export const agreedPages = ['terms', 'privacy'] as const;
export type AgreedPage = (typeof agreedPages)[number];
export const isAgreedPage = (slug: string): slug is AgreedPage =>
  (agreedPages as readonly string[]).includes(slug);
