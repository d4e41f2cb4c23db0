/** Every page of the site. A function builds the path; its pattern is the Next route. */
export const routes = {
  landing: '/',
  home: '/home',
  search: '/search',
  login: '/auth/login',
  register: '/auth/register',
  forgotPassword: '/auth/forgot-password',
  resetPassword: '/auth/reset-password',
  verifyEmail: '/auth/verify-email',
  undoPayoutMethod: '/auth/undo-payout-method',
  emailChange: '/auth/email-change',
  userAccount: '/user/account',
  wallet: '/user/wallet',
  following: '/user/following',
  subscriptions: '/user/subscriptions',
  library: '/user/library',
  bookmarks: '/user/bookmarks',
  decisions: '/user/decisions',
  orders: '/user/orders',
  bids: '/user/bids',
  privateStreams: '/user/private-streams',
  creatorHome: '/creator',
  creatorAccount: '/creator/account',
  creatorPosts: '/creator/feeds',
  newPost: '/creator/feeds/new',
  creatorVideos: '/creator/videos',
  newVideo: '/creator/videos/new',
  creatorPhotos: '/creator/photos',
  creatorGalleries: '/creator/galleries',
  newGallery: '/creator/galleries/new',
  creatorProducts: '/creator/products',
  newProduct: '/creator/products/new',
  creatorAuctions: '/creator/auctions',
  newAuction: '/creator/auctions/new',
  creatorLive: '/creator/live',
  creatorOrders: '/creator/orders',
  creatorPrivateStreams: '/creator/private-streams',
  coCreations: '/creator/requests',
  creatorComments: '/creator/comments',
  earnings: '/creator/earnings',
  statistics: '/creator/statistics',
  subscribers: '/creator/subscribers',
  broadcast: '/creator/broadcast',
  promotions: '/creator/promotions',
  creatorPayouts: '/creator/payouts',
  newPayout: '/creator/payouts/new',
  creatorReferrals: '/creator/referrals',
  referrals: '/user/referrals',
  messages: '/messages',
  notifications: '/notifications',
  unsubscribe: '/unsubscribe',
  auctions: '/auctions',
  live: '/live',
  contact: '/contact',
  sitePosts: '/posts',
  offline: '/offline',
  feed: (id: string) => `/feeds/${id}`,
  video: (id: string) => `/videos/${id}`,
  gallery: (id: string) => `/galleries/${id}`,
  product: (id: string) => `/products/${id}`,
  stream: (id: string) => `/live/${id}`,
  auction: (id: string) => `/auctions/${id}`,
  order: (id: string) => `/user/orders/${id}`,
  decision: (id: string) => `/user/decisions/${id}`,
  editPost: (id: string) => `/creator/feeds/${id}`,
  editVideo: (id: string) => `/creator/videos/${id}`,
  editGallery: (id: string) => `/creator/galleries/${id}`,
  editProduct: (id: string) => `/creator/products/${id}`,
  editAuction: (id: string) => `/creator/auctions/${id}`,
  payout: (id: string) => `/creator/payouts/${id}`,
  receipt: (id: string) => `/user/receipts/${id}`,
  statement: (performerId: string) => `/user/statements/${performerId}`,
  creatorOrder: (id: string) => `/creator/orders/${id}`,
  sitePost: (slug: string) => `/posts/${slug}`,
  privateStream: (id: string) => `/live/private/${id}`,
  conversation: (id: string) => `/messages/${id}`,
  profile: (nameOrId: string) => `/${nameOrId}`,
} as const;

/**
 * First path segments that the product, its API and its assets use or may use, which `/[profileId]` must not
 * shadow.
 */
const ownSegments = [
  'auth',
  'home',
  'search',
  'user',
  'creator',
  'messages',
  'contact',
  'offline',
  'feeds',
  'videos',
  'galleries',
  'photos',
  'products',
  'auctions',
  'autions',
  'live',
  'posts',
  'api',
  'socket.io',
  'monitoring',
  'operator',
  'media',
  'flags',
  'healthz',
  'readyz',
  '_next',
  '_app',
  '_error',
  '_document',
  'static',
  'public',
  'favicon.ico',
  'robots.txt',
  'sitemap.xml',
  'previews',
  'embed',
  'icons',
  'manifest.webmanifest',
  'mockserviceworker.js',
  'sw.js',
  '404',
  '500',
  'maintenance',
  'country-blocked',
];
/** Names that would let an account impersonate the site. */
const posing = [
  'admin',
  'administrator',
  'root',
  'support',
  'help',
  'security',
  'billing',
  'staff',
  'moderator',
  'system',
  'limelight',
  'me',
  'null',
  'undefined',
];

const firstSegment = (path: string) => path.split('/')[1] ?? '';

/**
 * Usernames that nobody can take, in lower case. Derived from the routes, so that a profile can't shadow a
 * new page.
 */
export const reservedUsernames: ReadonlySet<string> = new Set([
  ...Object.values(routes)
    .map((route) => firstSegment(typeof route === 'string' ? route : route('x')))
    .filter((word) => word !== '' && word !== 'x'),
  ...ownSegments,
  ...posing,
]);

/** Returns a path on this site (`/x?y#z`), or null for anything that could leave the origin. */
export function samePathOnly(candidate: string | null | undefined): string | null {
  if (
    !candidate ||
    !candidate.startsWith('/') ||
    /^\/[/\\]/.test(candidate) ||
    /[\u0000-\u001f\\]/.test(candidate)
  )
    return null;
  return candidate;
}
