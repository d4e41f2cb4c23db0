import { addresses } from '../people/addresses.ts';
import { auctions } from '../trade/auctions.ts';
import { auth } from '../people/auth/auth.ts';
import { automaticMessages } from '../trade/broadcasts/automatic-messages.ts';
import { blocks, creatorMutes } from '../across/blocks.ts';
import { broadcasts } from '../trade/broadcasts/broadcasts.ts';
import { fanLists, massMessagePreferences } from '../trade/broadcasts/fan-lists.ts';
import { coCreators } from '../content/co-creators.ts';
import { collections } from '../content/collections.ts';
import { creatorLists } from '../content/creator-lists.ts';
import { comments } from '../content/comments.ts';
import { earnings } from '../money/earnings.ts';
import { consents } from '../people/auth/consents.ts';
import { factors } from '../people/auth/factors.ts';
import { leaving } from '../across/leaving.ts';
import { passkeys } from '../people/auth/passkeys.ts';
import { social } from '../people/auth/social.ts';
import { feeds } from '../content/posts/posts.ts';
import { linkCards } from '../content/posts/link-cards.ts';
import { ownPostSeries, postSeries } from '../content/posts/series.ts';
import { postTemplates } from '../content/posts/templates.ts';
import { files, uploads } from '../base/files.ts';
import { follows } from '../content/follows.ts';
import { galleries } from '../content/galleries.ts';
import { library } from '../content/library.ts';
import { conversations } from '../talk/messages/conversations.ts';
import { messageRequests } from '../talk/messages/requests.ts';
import { conversationMedia } from '../talk/messages/media.ts';
import { messageSearch } from '../talk/messages/search.ts';
import { voiceUploads } from '../talk/messages/voice.ts';
import { messaging } from '../talk/messages/messages.ts';
import { moderation } from '../across/decisions.ts';
import { notifications } from '../people/notifications.ts';
import { operatorAdjustments } from '../across/operator/adjustments.ts';
import { operatorAudit } from '../across/operator/audit.ts';
import { operatorBackground } from '../across/operator/background.ts';
import { operatorDesk } from '../across/operator/desk.ts';
import { operatorMessages } from '../across/operator/messages.ts';
import { operatorCreators } from '../across/operator/creators.ts';
import { operatorOrders } from '../across/operator/orders.ts';
import { operatorPayments } from '../across/operator/payments.ts';
import { operatorPayouts } from '../across/operator/payouts.ts';
import { operatorPeople } from '../across/operator/people.ts';
import { operatorWords } from '../across/operator/words.ts';
import { operatorModeration } from '../across/operator/moderation.ts';
import { creatorHome } from '../across/creator-home.ts';
import { pinnedViews } from '../across/pinned-views.ts';
import { orders } from '../trade/orders.ts';
import { payment, receipts, tokenPackages } from '../money/payments.ts';
import { payouts } from '../trade/payouts.ts';
import { performers } from '../people/creators.ts';
import { photos } from '../content/photos.ts';
import { products } from '../trade/products.ts';
import { gifts } from '../trade/gifts.ts';
import { coupons, promotions } from '../trade/promotions.ts';
import { quickReplies } from '../trade/broadcasts/quick-replies.ts';
import { fanPanel } from '../trade/broadcasts/fan-panel.ts';
import { scheduledMessages } from '../trade/broadcasts/scheduled-messages.ts';
import { reactions } from '../content/reactions.ts';
import { referrals } from '../money/referrals.ts';
import { releases } from '../content/releases.ts';
import { reports } from '../across/reports.ts';
import { explore } from '../across/search/explore.ts';
import { search } from '../across/search/search.ts';
import { tags } from '../across/search/tags.ts';
import { captcha, contact, posts, promos, reference, settings, siteMap } from '../base/site.ts';
import { privateStreaming } from '../talk/streams/private.ts';
import { streamSettings } from '../talk/streams/settings.ts';
import { streamChat } from '../talk/streams/chat.ts';
import { streaming } from '../talk/streams/streams.ts';
import { statistics } from '../across/statistics.ts';
import { subscriptions } from '../trade/subscriptions.ts';
import { users } from '../people/accounts.ts';
import { videos } from '../content/videos.ts';
import { wallet } from '../money/wallet.ts';
import type { z } from 'zod';

/** Every server call by route string: those of specification section 7 and our additions (`ours`). */
export const contract = {
  ...auth,
  ...factors,
  ...passkeys,
  ...social,
  ...leaving,
  ...consents,
  ...users,
  ...blocks,
  ...creatorMutes,
  ...performers,
  ...feeds,
  ...postTemplates,
  ...ownPostSeries,
  ...postSeries,
  ...linkCards,
  ...uploads,
  ...galleries,
  ...photos,
  ...videos,
  ...search,
  ...explore,
  ...tags,
  ...products,
  ...orders,
  ...payment,
  ...receipts,
  ...wallet,
  ...coupons,
  ...payouts,
  ...earnings,
  ...creatorHome,
  ...pinnedViews,
  ...statistics,
  ...subscriptions,
  ...promotions,
  ...gifts,
  ...follows,
  ...conversations,
  ...messageRequests,
  ...messageSearch,
  ...conversationMedia,
  ...voiceUploads,
  ...messaging,
  ...broadcasts,
  ...automaticMessages,
  ...quickReplies,
  ...scheduledMessages,
  ...fanPanel,
  ...fanLists,
  ...massMessagePreferences,
  ...notifications,
  ...privateStreaming,
  ...streamChat,
  ...streamSettings,
  ...streaming,
  ...auctions,
  ...comments,
  ...reactions,
  ...library,
  ...collections,
  ...creatorLists,
  ...coCreators,
  ...releases,
  ...addresses,
  ...reports,
  ...moderation,
  ...referrals,
  ...settings,
  ...contact,
  ...posts,
  ...files,
  ...reference,
  ...captcha,
  ...siteMap,
  ...tokenPackages,
  ...promos,
  ...operatorDesk,
  ...operatorMessages,
  ...operatorAdjustments,
  ...operatorAudit,
  ...operatorBackground,
  ...operatorCreators,
  ...operatorPayouts,
  ...operatorOrders,
  ...operatorPayments,
  ...operatorPeople,
  ...operatorWords,
  ...operatorModeration,
};
export type Contract = typeof contract;
export type RouteName = keyof Contract;

type Field<R extends RouteName, F extends string> = Contract[R] extends {
  [K in F]: infer S extends z.ZodType;
}
  ? S
  : never;
type Part<R extends RouteName, F extends string, Side extends 'input' | 'output'> = [Field<R, F>] extends [
  never,
]
  ? unknown
  : { [K in F]: Side extends 'input' ? z.input<Field<R, F>> : z.output<Field<R, F>> };

/** What a client passes: `{ params, query, body }`, as far as the operation has them. */
export type CallInput<R extends RouteName> = Part<R, 'params', 'input'> &
  Part<R, 'query', 'input'> &
  Part<R, 'body', 'input'>;
/** What the handler receives after parsing. */
export type ParsedInput<R extends RouteName> = Part<R, 'params', 'output'> &
  Part<R, 'query', 'output'> &
  Part<R, 'body', 'output'>;
export type ReplyOf<R extends RouteName> = z.output<Contract[R]['reply']>;
/** What the handler returns, before it is checked and stripped by the reply schema. */
export type ReplySource<R extends RouteName> = z.input<Contract[R]['reply']>;
