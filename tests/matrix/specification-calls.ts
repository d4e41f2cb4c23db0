/**
 * Every call of the specification's section 7, by family. A method where the specification gives one, `*` where it doesn't;
 * `{…}` for anything in the path that varies. Uploads are posts ("Uploads use multipart posts").
 */
export const specificationCalls: Readonly<Record<string, readonly string[]>> = {
  auth: [
    'POST /auth/login', 'POST /auth/twitter/login', 'POST /auth/google/login', 'POST /auth/twitter/callback', 'POST /auth/email-verification',
    'PUT /auth/users/me/password', 'POST /auth/users/forgot', 'POST /auth/users/register', 'POST /auth/performers/register',
  ],
  users: ['GET /users/me', 'PUT /users', 'GET /users/search', 'GET /users/view/{id}', 'POST /users/avatar/upload', 'POST /users/{id}/avatar/upload'],
  countryBlockCheck: ['GET /block/countries/check'],
  performers: [
    'GET /performers/user/search', '* /performers/search/random', '* /performers/me', '* /performers/{id}', '* /performers/top', 'PUT /performers/{id}',
    'PUT /performers/{id}/banking-settings', 'PUT /performers/{id}/payment-gateway-settings', 'POST /performers/avatar/upload', 'POST /performers/cover/upload',
    'POST /performers/welcome-video/upload', 'POST /performers/documents/upload',
  ],
  feeds: [
    'POST /performer/feeds', 'GET /performer/feeds', 'PUT /performer/feeds/{id}', 'DELETE /performer/feeds/{id}', 'GET /performer/feeds/{id}', 'POST /performer/feeds/polls',
    'POST /performer/feeds/audio/upload', 'POST /performer/feeds/photo/upload', 'POST /performer/feeds/video/upload', 'POST /performer/feeds/thumbnail/upload', 'POST /performer/feeds/teaser/upload',
    'GET /user/feeds', 'GET /user/feeds/{id}', 'POST /user/feeds/vote/{id}', 'GET /reactions/feeds/bookmark',
  ],
  galleries: [
    'POST /performer/performer-assets/galleries', '* /performer/performer-assets/galleries/search', 'PUT /performer/performer-assets/galleries/{id}',
    'DELETE /performer/performer-assets/galleries/{id}', '* /performer/performer-assets/galleries/{id}/view', '* /performer-assets/galleries/search',
    '* /performer-assets/galleries/{id}/view', '* /reactions/galleries/bookmark',
  ],
  photos: [
    '* /performer/performer-assets/photos/search', 'PUT /performer/performer-assets/photos/{id}', 'DELETE /performer/performer-assets/photos/{id}',
    'POST /performer/performer-assets/photos/upload', '* /performer/performer-assets/photos/set-cover/{id}', '* /performer-assets/photos/{performerId}', '* /performer-assets/photos',
  ],
  videos: [
    '* /performer/performer-assets/videos/search', 'POST /performer/performer-assets/videos/upload', 'PUT /performer/performer-assets/videos/edit/{id}',
    '* /performer/performer-assets/videos/{id}/view', 'DELETE /performer/performer-assets/videos/{id}', '* /performer/performer-assets/videos/remove-file/{id}',
    '* /performer-assets/videos/search', '* /performer-assets/videos/{id}',
  ],
  products: [
    '* /performer/performer-assets/products', '* /performer/performer-assets/products/search', 'PUT /performer/performer-assets/products/{id}',
    'DELETE /performer/performer-assets/products/{id}', '* /performer/performer-assets/products/{id}/view', '* /performer-assets/products/search',
    '* /performer-assets/products/{id}', 'GET /performer-assets/products/{id}/download-link',
  ],
  orders: ['GET /orders/search', '* /orders/users/search', '* /orders/{id}', 'PUT /orders/{id}/update', 'PUT /orders/{id}/update/delivery-address'],
  payment: [
    'POST /payment/subscribe/performers', 'GET /payment/transactions/user/search', 'POST /payment/wallet/top-up', 'POST /coupons/{code}/apply-coupon', 'POST /stripe/accounts',
    'GET /payment-cards', 'POST /{provider}/cards', 'DELETE /payment-cards/{id}', 'POST /payment/{provider}/cancel-subscription/{id}',
  ],
  walletCharges: [...['tip', 'feed', 'product', 'video', 'gallery', 'message', 'stream'].map((kind) => `POST /wallet/charges/${kind}/{id}`), 'GET /wallet/charges/search'],
  payouts: [
    'POST /payout-requests/calculate', 'GET /payout-requests/user/search', 'POST /payout-requests', 'PUT /payout-requests/{id}', 'GET /payout-requests/{id}/view',
    'GET /payout-requests/check/pending-review', 'POST /payout-methods/{id}',
  ],
  earnings: ['GET /performer/earning/stats', '* /performer/earning/search', '* /referral-earnings/stats', '* /referral-earnings/search'],
  subscriptions: ['GET /subscriptions/performer/search', '* /subscriptions/user/search'],
  follows: ['POST /follows/{id}', 'DELETE /follows/{id}', 'GET /follows/followers', '* /follows/following'],
  messaging: [
    'GET /conversations', 'POST /conversations', '* /conversations/search', '* /conversations/{id}', 'PUT /conversations/{id}/update', '* /conversations/stream/{id}',
    '* /conversations/stream/public/{id}', 'GET /messages/conversations/{id}', 'POST /messages/conversations/{id}', '* /messages/conversations/public/{id}',
    'POST /messages/stream/conversations/{id}', '* /messages/stream/public/conversations/{id}', 'GET /messages/counting-not-read-messages', 'POST /messages/read-all/{id}',
    'DELETE /messages/{id}', 'DELETE /messages/{id}/remove-all-message', 'POST /messages/broadcast-message', 'POST /messages/private/file/photo', 'POST /messages/private/file/video',
    ...['photo', 'video', 'thumbnail', 'audio'].map((kind) => `POST /messages/public/file/${kind}`), 'POST /messages/{id}/videos/{id}/url',
  ],
  streaming: [
    'PUT /streaming/update', 'PUT /streaming/set-duration', 'POST /streaming/live', 'PUT /streaming/live/{id}', 'GET /streaming/join/{id}', 'POST /streaming/agora/token',
    'GET /streaming/user/search',
  ],
  auctions: [
    'GET /autions/search', '* /autions/users/search', 'POST /autions', 'GET /autions/{id}/view', 'GET /autions/users/{id}', 'PUT /autions/{id}', 'DELETE /autions/{id}',
    'GET /aution-item/search', 'POST /aution-item',
  ],
  other: [
    'POST /comments', 'GET /comments', 'PUT /comments/{id}', 'DELETE /comments/{id}', 'POST /reactions', 'DELETE /reactions', 'GET /reactions/{type}/bookmark', '* /addresses/create',
    '* /addresses/search', 'PUT /addresses/{id}', 'DELETE /addresses/{id}', 'POST /reports', 'GET /referrals/user/code', '* /referrals/user/search', 'GET /settings/public',
    'POST /settings/keys', 'POST /contact', 'POST /block/countries', 'POST /block/users', 'DELETE /block/users/{id}', 'GET /block/users', 'GET /posts/search', '* /posts/{id}',
    'GET /files/{id}/status', 'GET /countries/list', '* /states/{country}', '* /cities/{country}/{state}', '* /languages/list', '* /phone-codes/list', '* /user-additional',
    'POST /re-captcha/verify', 'GET /package/token/search', 'GET /site-promo/search',
  ],
};
