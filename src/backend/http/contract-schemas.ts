import { z } from 'zod';
import * as cards from '#contract/core/cards.ts';
import * as liveGrant from '#contract/core/live-grant.ts';
import * as schemas from '#contract/core/schemas.ts';
import * as blocks from '#contract/across/blocks.ts';
import * as decisions from '#contract/across/decisions.ts';
import * as adjustments from '#contract/across/operator/adjustments.ts';
import * as audit from '#contract/across/operator/audit.ts';
import * as background from '#contract/across/operator/background.ts';
import * as operatorCreators from '#contract/across/operator/creators.ts';
import * as desk from '#contract/across/operator/desk.ts';
import * as operatorMessages from '#contract/across/operator/messages.ts';
import * as moderation from '#contract/across/operator/moderation.ts';
import * as operatorOrders from '#contract/across/operator/orders.ts';
import * as operatorParts from '#contract/across/operator/parts.ts';
import * as operatorPayments from '#contract/across/operator/payments.ts';
import * as operatorPayouts from '#contract/across/operator/payouts.ts';
import * as people from '#contract/across/operator/people.ts';
import * as words from '#contract/across/operator/words.ts';
import * as pinnedViews from '#contract/across/pinned-views.ts';
import * as reports from '#contract/across/reports.ts';
import * as explore from '#contract/across/search/explore.ts';
import * as searchSearch from '#contract/across/search/search.ts';
import * as tags from '#contract/across/search/tags.ts';
import * as statistics from '#contract/across/statistics.ts';
import * as files from '#contract/base/files.ts';
import * as site from '#contract/base/site.ts';
import * as coCreators from '#contract/content/co-creators.ts';
import * as collections from '#contract/content/collections.ts';
import * as comments from '#contract/content/comments.ts';
import * as creatorLists from '#contract/content/creator-lists.ts';
import * as galleries from '#contract/content/galleries.ts';
import * as library from '#contract/content/library.ts';
import * as photos from '#contract/content/photos.ts';
import * as linkCards from '#contract/content/posts/link-cards.ts';
import * as postsParts from '#contract/content/posts/parts.ts';
import * as posts from '#contract/content/posts/posts.ts';
import * as series from '#contract/content/posts/series.ts';
import * as templates from '#contract/content/posts/templates.ts';
import * as reactions from '#contract/content/reactions.ts';
import * as releases from '#contract/content/releases.ts';
import * as videos from '#contract/content/videos.ts';
import * as earnings from '#contract/money/earnings.ts';
import * as moneyPayments from '#contract/money/payments.ts';
import * as referrals from '#contract/money/referrals.ts';
import * as wallet from '#contract/money/wallet.ts';
import * as accounts from '#contract/people/accounts.ts';
import * as addresses from '#contract/people/addresses.ts';
import * as auth from '#contract/people/auth/auth.ts';
import * as consents from '#contract/people/auth/consents.ts';
import * as passkeys from '#contract/people/auth/passkeys.ts';
import * as social from '#contract/people/auth/social.ts';
import * as peopleCreators from '#contract/people/creators.ts';
import * as notifications from '#contract/people/notifications.ts';
import * as media from '#contract/talk/messages/media.ts';
import * as messagesMessages from '#contract/talk/messages/messages.ts';
import * as messagesSearch from '#contract/talk/messages/search.ts';
import * as voice from '#contract/talk/messages/voice.ts';
import * as chat from '#contract/talk/streams/chat.ts';
import * as privateStreams from '#contract/talk/streams/private.ts';
import * as settings from '#contract/talk/streams/settings.ts';
import * as shared from '#contract/talk/streams/shared.ts';
import * as streams from '#contract/talk/streams/streams.ts';
import * as auctions from '#contract/trade/auctions.ts';
import * as automaticMessages from '#contract/trade/broadcasts/automatic-messages.ts';
import * as broadcasts from '#contract/trade/broadcasts/broadcasts.ts';
import * as fanLists from '#contract/trade/broadcasts/fan-lists.ts';
import * as fanPanel from '#contract/trade/broadcasts/fan-panel.ts';
import * as quickReplies from '#contract/trade/broadcasts/quick-replies.ts';
import * as scheduledMessages from '#contract/trade/broadcasts/scheduled-messages.ts';
import * as gifts from '#contract/trade/gifts.ts';
import * as tradeOrders from '#contract/trade/orders.ts';
import * as tradePayouts from '#contract/trade/payouts.ts';
import * as products from '#contract/trade/products.ts';
import * as promotions from '#contract/trade/promotions.ts';
import * as subscriptions from '#contract/trade/subscriptions.ts';

/** Every file of the contract that exports schemas. */
const families = [
  cards,
  liveGrant,
  schemas,
  blocks,
  decisions,
  adjustments,
  audit,
  background,
  operatorCreators,
  desk,
  operatorMessages,
  moderation,
  operatorOrders,
  operatorParts,
  operatorPayments,
  operatorPayouts,
  people,
  words,
  pinnedViews,
  reports,
  explore,
  searchSearch,
  tags,
  statistics,
  files,
  site,
  coCreators,
  collections,
  comments,
  creatorLists,
  galleries,
  library,
  photos,
  linkCards,
  postsParts,
  posts,
  series,
  templates,
  reactions,
  releases,
  videos,
  earnings,
  moneyPayments,
  referrals,
  wallet,
  accounts,
  addresses,
  auth,
  consents,
  passkeys,
  social,
  peopleCreators,
  notifications,
  media,
  messagesMessages,
  messagesSearch,
  voice,
  chat,
  privateStreams,
  settings,
  shared,
  streams,
  auctions,
  automaticMessages,
  broadcasts,
  fanLists,
  fanPanel,
  quickReplies,
  scheduledMessages,
  gifts,
  tradeOrders,
  tradePayouts,
  products,
  promotions,
  subscriptions,
];

const isNamed = (value: unknown): value is z.ZodType =>
  value instanceof z.ZodObject ||
  value instanceof z.ZodEnum ||
  value instanceof z.ZodUnion ||
  value instanceof z.ZodDiscriminatedUnion;

/** Schemas that the contract exports, with the names that they have in the document of the API. */
export function namedSchemas(): z.core.$ZodRegistry<{ id: string }> {
  const registry = z.registry<{ id: string }>();
  const taken = new Set<string>();
  for (const [id, value] of families.flatMap((family) => Object.entries<unknown>(family))) {
    if (!isNamed(value) || registry.has(value)) continue;
    if (taken.has(id)) throw new Error(`Two different schemas of the contract are called ${id}.`);
    taken.add(id);
    registry.add(value, { id });
  }
  return registry;
}
