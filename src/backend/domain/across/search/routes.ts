import type { linkCards } from '#contract/content/posts/link-cards.ts';
import type { explore as exploring } from '#contract/across/search/explore.ts';
import type { search as family } from '#contract/across/search/search.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { suggestedPerformers } from '../../people/creators/suggested.ts';
import { explore } from './explore.ts';
import { findLinkCard } from './link-lookup.ts';
import { searchSite } from './site-search.ts';
import { suggestSearches } from './suggesting.ts';

export const searchHandlers: HandlersOf<typeof family> = {
  'GET /search': (ctx, { query }) => searchSite(ctx, query),
  'GET /search/suggestions': (ctx, { query }) => suggestSearches(ctx, query.q),
};

export const linkCardHandlers: HandlersOf<typeof linkCards> = {
  'POST /performer/feeds/link-card': (ctx, { body }) => findLinkCard(ctx, body.url),
};

export const exploreHandlers: HandlersOf<typeof exploring> = {
  'GET /explore': (ctx) => explore(ctx),
  'GET /explore/suggestions': (ctx) => suggestedPerformers(ctx),
};
