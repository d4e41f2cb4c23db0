import { collectionEdit, membershipEdit } from './collections.ts';
import { creatorListEdit, listedCreatorEdit } from './creator-lists.ts';
import type { Edit } from './edit.ts';
import { captionsEdit, orderOfPhotosEdit, postProgressEdit, progressEdit } from './insides.ts';
import {
  bankEdit,
  billingEdit,
  capEdit,
  cardEdit,
  defaultCardEdit,
  gatewayEdit,
  offerEdit,
  orderAddressEdit,
  orderEdit,
  payoutEdit,
} from './money.ts';
import {
  addressEdit,
  coCreatorEdit,
  commentEdit,
  heldWordsEdit,
  noteEdit,
  passkeyEdit,
  passwordEdit,
  performerEdit,
  pinEdit,
  interestsEdit,
  timeZoneEdit,
  userEdit,
} from './people.ts';
import {
  broadcastEdit,
  creatorMuteEdit,
  fanListEdit,
  listMemberEdit,
  messageEdit,
  muteEdit,
  reactionEdit,
  weeklyCapEdit,
} from './messages.ts';
import { firstMessageEdit, inboxEdit } from './inbox.ts';
import {
  automaticEdit,
  fanNoteEdit,
  scheduledEdit,
  quickReplyEdit,
  quickReplyOrderEdit,
} from './creator-messages.ts';
import { notificationSettingsEdit, postAlertsEdit } from './notifications.ts';
import { pinnedViewEdit } from './pinned-views.ts';
import { postSeriesEdit, seriesPlaceEdit } from './post-series.ts';
import { photoPostEdit, pollPostEdit, postTemplateEdit } from './posts.ts';
import {
  chatEdit,
  durationEdit,
  moderatorEdit,
  publicStreamEdit,
  reminderEdit,
  streamSettingsEdit,
} from './streams.ts';
import { auctionEdit, digitalEdit, physicalEdit } from './shop.ts';
import { galleryEdit, peopleEdit, photoEdit, videoEdit } from './media-items.ts';

/**
 * Every `PUT` operation, with each of its fields in every state of its record. A route has several if its
 * records come in kinds. Three files run them in parallel; another test checks that none is missing.
 */
export const edits = {
  mediaItems: {
    'PUT /performer/performer-assets/galleries/:id': [galleryEdit],
    'PUT /performer/performer-assets/photos/:id': [photoEdit],
    'PUT /performer/performer-assets/videos/edit/:id': [videoEdit],
    'PUT /performer/media-items/:kind/:id/people': [peopleEdit],
  },
  shop: {
    'PUT /performer/feeds/:id': [photoPostEdit, pollPostEdit],
    'PUT /performer/post-templates/:id': [postTemplateEdit],
    'PUT /performer/post-series/:id': [postSeriesEdit],
    'PUT /performer/post-series/:id/posts/:postId': [seriesPlaceEdit],
    'PUT /performer/performer-assets/products/:id': [physicalEdit, digitalEdit],
    'PUT /autions/:id': [auctionEdit],
  },
  others: {
    'PUT /users': [userEdit],
    'PUT /users/interests': [interestsEdit],
    'PUT /users/time-zone': [timeZoneEdit],
    'PUT /performers/:id': [performerEdit],
    'PUT /auth/users/me/password': [passwordEdit],
    'PUT /auth/passkeys/:id': [passkeyEdit],
    'PUT /addresses/:id': [addressEdit],
    'PUT /comments/:id': [commentEdit],
    'PUT /comments/held-words': [heldWordsEdit],
    'PUT /comments/:id/pin': [pinEdit],
    'PUT /performer/co-creators/:id': [coCreatorEdit],
    'PUT /subscriptions/performer/:id/note': [noteEdit],
    'PUT /subscriptions/:id/card': [cardEdit],
    'PUT /payment-cards/:id/default': [defaultCardEdit],
    'PUT /promotions/:id/end': [offerEdit],
    'PUT /orders/:id/update': [orderEdit],
    'PUT /orders/:id/update/delivery-address': [orderAddressEdit],
    'PUT /payout-requests/:id': [payoutEdit],
    'PUT /performer/billing-details': [billingEdit],
    'PUT /performers/:id/banking-settings': [bankEdit],
    'PUT /performers/:id/payment-gateway-settings': [gatewayEdit],
    'PUT /wallet/caps': [capEdit],
    'PUT /performer/performer-assets/galleries/:id/order': [orderOfPhotosEdit],
    'PUT /performer/performer-assets/videos/:id/captions': [captionsEdit],
    'PUT /performer-assets/videos/:id/progress': [progressEdit],
    'PUT /user/feeds/:id/files/:fileId/progress': [postProgressEdit],
    'PUT /notifications/settings': [notificationSettingsEdit],
    'PUT /follows/:id/notifications': [postAlertsEdit],
    'PUT /conversations/:id/inbox': [inboxEdit],
    'PUT /message-requests/settings': [firstMessageEdit],
    'PUT /messages/:id': [messageEdit],
    'PUT /messages/:id/reaction': [reactionEdit],
    'PUT /broadcasts/:id': [broadcastEdit],
    'PUT /automatic-messages/:kind': [automaticEdit],
    'PUT /performer/pinned-views/:id': [pinnedViewEdit],
    'PUT /quick-replies': [quickReplyOrderEdit],
    'PUT /quick-replies/:id': [quickReplyEdit],
    'PUT /scheduled-messages/:id': [scheduledEdit],
    'PUT /conversations/:id/fan/note': [fanNoteEdit],
    'PUT /fan-lists/:id': [fanListEdit],
    'PUT /fan-lists/:id/members/:accountId': [listMemberEdit],
    'PUT /bookmark-collections/:id': [collectionEdit],
    'PUT /bookmark-collections/:id/items/:objectType/:objectId': [membershipEdit],
    'PUT /creator-lists/:id': [creatorListEdit],
    'PUT /creator-lists/:id/creators/:performerId': [listedCreatorEdit],
    'PUT /creator-mutes/:id': [creatorMuteEdit],
    'PUT /mass-messages/mutes/:id': [muteEdit],
    'PUT /mass-messages/settings': [weeklyCapEdit],
    'PUT /conversations/:id/update': [chatEdit],
    'PUT /streaming/chat/moderators/:id': [moderatorEdit],
    'PUT /streaming/update': [streamSettingsEdit],
    'PUT /streaming/live/:id': [publicStreamEdit],
    'PUT /streaming/set-duration': [durationEdit],
    'PUT /streaming/:id/reminder': [reminderEdit],
  },
} satisfies Record<string, Record<string, readonly Edit[]>>;

export const editsOf = (group: keyof typeof edits): (readonly [string, Edit])[] =>
  Object.entries<readonly Edit[]>(edits[group]).flatMap(([route, all]) =>
    all.map((one) => [route, one] as const),
  );

/**
 * Which field is tried in which state. The long runs try every field in every state; otherwise each field has its turn in
 * two states, and no state is left out.
 */
export function casesOf({ states, fields }: Edit): readonly (readonly [state: string, path: string])[] {
  const [names, paths] = [Object.keys(states), Object.keys(fields)];
  if (process.env.DEEP) return names.flatMap((state) => paths.map((path) => [state, path] as const));
  const half = Math.ceil(names.length / 2);
  const chosen = paths.flatMap((path, at) => {
    const turns = new Set([names[at % names.length]!, names[(at + half) % names.length]!]);
    return [...turns].map((state) => [state, path] as const);
  });
  const left = names.filter((state) => !chosen.some(([one]) => one === state));
  return [...chosen, ...left.map((state) => [state, paths[0]!] as const)];
}
