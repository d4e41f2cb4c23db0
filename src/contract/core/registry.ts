import { addresses } from '../addresses.ts';
import { auctions } from '../auctions.ts';
import { auth } from '../auth.ts';
import { automaticMessages } from '../broadcasts/automatic-messages.ts';
import { blocks, creatorMutes } from '../blocks.ts';
import { broadcasts } from '../broadcasts/broadcasts.ts';
import { fanLists, massMessagePreferences } from '../broadcasts/fan-lists.ts';
import { coCreators } from '../co-creators.ts';
import { collections } from '../media-items/collections.ts';
import { creatorLists } from '../creators/lists.ts';
import { comments } from '../comments.ts';
import { earnings } from '../earnings.ts';
import { consents } from '../auth/consents.ts';
import { factors } from '../auth/factors.ts';
import { leaving } from '../auth/leaving.ts';
import { passkeys } from '../auth/passkeys.ts';
import { social } from '../auth/social.ts';
import { feeds } from '../posts.ts';
import { linkCards } from '../posts/link-cards.ts';
import { ownPostSeries, postSeries } from '../posts/series.ts';
import { postTemplates } from '../posts/templates.ts';
import { files, uploads } from '../files.ts';
import { follows } from '../follows.ts';
import { galleries } from '../galleries.ts';
import { library } from '../library.ts';
import { conversations } from '../messages/conversations.ts';
import { messageRequests } from '../messages/requests.ts';
import { conversationMedia } from '../messages/media.ts';
import { messageSearch } from '../messages/search.ts';
import { voiceUploads } from '../messages/voice.ts';
import { messaging } from '../messages.ts';
import { moderation } from '../moderation/decisions.ts';
import { notifications } from '../notifications.ts';
import { operatorAdjustments } from '../operator/adjustments.ts';
import { operatorAudit } from '../operator/audit.ts';
import { operatorBackground } from '../operator/background.ts';
import { operatorDesk } from '../operator/desk.ts';
import { operatorMessages } from '../operator/messages.ts';
import { operatorCreators } from '../operator/creators.ts';
import { operatorOrders } from '../operator/orders.ts';
import { operatorPayments } from '../operator/payments.ts';
import { operatorPayouts } from '../operator/payouts.ts';
import { operatorPeople } from '../operator/people.ts';
import { operatorWords } from '../operator/words.ts';
import { operatorModeration } from '../operator/moderation.ts';
import { creatorHome } from '../creators/home.ts';
import { pinnedViews } from '../creators/pinned-views.ts';
import { orders } from '../orders.ts';
import { payment, receipts, tokenPackages } from '../payments.ts';
import { payouts } from '../payouts.ts';
import { performers } from '../creators.ts';
import { photos } from '../photos.ts';
import { products } from '../products.ts';
import { gifts } from '../creators/gifts.ts';
import { coupons, promotions } from '../promotions.ts';
import { quickReplies } from '../broadcasts/quick-replies.ts';
import { fanPanel } from '../broadcasts/fan-panel.ts';
import { scheduledMessages } from '../broadcasts/scheduled-messages.ts';
import { reactions } from '../reactions.ts';
import { referrals } from '../referrals.ts';
import { releases } from '../media-items/releases.ts';
import { reports } from '../reports.ts';
import { explore } from '../search/explore.ts';
import { search } from '../search/search.ts';
import { tags } from '../search/tags.ts';
import { captcha, contact, posts, promos, reference, settings, siteMap } from '../site.ts';
import { privateStreaming } from '../streams/private.ts';
import { streamSettings } from '../streams/settings.ts';
import { streamChat } from '../streams/chat.ts';
import { streaming } from '../streams.ts';
import { statistics } from '../creators/statistics.ts';
import { subscriptions } from '../subscriptions.ts';
import { users } from '../accounts.ts';
import { videos } from '../videos.ts';
import { wallet } from '../wallet.ts';
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
