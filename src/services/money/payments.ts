import type { Api } from '../http/api.ts';
import type { BodyOf } from '../http/call.ts';

/** Operations that move money take an idempotency key, which stays the same for retries. */
type Intent<B> = { readonly body: B; readonly key: string };

export const subscribe = (api: Api, { body, key }: Intent<BodyOf<'POST /payment/subscribe/performers'>>) =>
  api.call('POST /payment/subscribe/performers', { body, key });
export const topUpWallet = (api: Api, { body, key }: Intent<BodyOf<'POST /payment/wallet/top-up'>>) =>
  api.call('POST /payment/wallet/top-up', { body, key });

export const listCards = (api: Api, signal?: AbortSignal) => api.call('GET /payment-cards', { signal });
export const addCard = (api: Api, provider: 'stripe' | 'sandbox', body: BodyOf<'POST /:provider/cards'>) =>
  api.call('POST /:provider/cards', { params: { provider }, body });
/** Starts saving a card through the gateway's own form. */
export const startCard = (api: Api) => api.call('POST /payment-cards/setup', {});
export const makeDefaultCard = (api: Api, id: string) =>
  api.call('PUT /payment-cards/:id/default', { params: { id } });
export const getReceipt = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /payment/receipts/:id', { params: { id }, signal });
export const removeCard = (api: Api, id: string) => api.call('DELETE /payment-cards/:id', { params: { id } });
export const listTokenPackages = (api: Api, signal?: AbortSignal) =>
  api.call('GET /package/token/search', { signal });

export const tipPerformer = (
  api: Api,
  performerId: string,
  { body, key }: Intent<BodyOf<'POST /wallet/charges/tip/:id'>>,
) => api.call('POST /wallet/charges/tip/:id', { params: { id: performerId }, body, key });
export const unlockPost = (
  api: Api,
  postId: string,
  { body, key }: Intent<BodyOf<'POST /wallet/charges/feed/:id'>>,
) => api.call('POST /wallet/charges/feed/:id', { params: { id: postId }, body, key });
export const unlockVideo = (
  api: Api,
  videoId: string,
  { body, key }: Intent<BodyOf<'POST /wallet/charges/video/:id'>>,
) => api.call('POST /wallet/charges/video/:id', { params: { id: videoId }, body, key });
export const unlockGallery = (
  api: Api,
  galleryId: string,
  { body, key }: Intent<BodyOf<'POST /wallet/charges/gallery/:id'>>,
) => api.call('POST /wallet/charges/gallery/:id', { params: { id: galleryId }, body, key });
export const unlockMessage = (
  api: Api,
  messageId: string,
  { body, key }: Intent<BodyOf<'POST /wallet/charges/message/:id'>>,
) => api.call('POST /wallet/charges/message/:id', { params: { id: messageId }, body, key });
export const buyTicket = (
  api: Api,
  streamId: string,
  { body, key }: Intent<BodyOf<'POST /wallet/charges/stream/:id'>>,
) => api.call('POST /wallet/charges/stream/:id', { params: { id: streamId }, body, key });
