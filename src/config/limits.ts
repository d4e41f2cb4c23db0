/** All limits of the product. Those from section 9 of the specification have exactly its values. */
export const limits = {
  /** In the site's currency, as in the public settings (specification section 9). */
  subscriptionPrice: { min: 2.95, max: 300 },
  walletAmount: { min: 2.95, max: 300 },
  /** In tokens. */
  tip: { min: 10, max: 10_000 },
  /** In the site's currency. */
  minimumPayout: 50,
  /** In days. */
  freeSubscriptionDuration: 1,
  /** Default page size of conversations, messages and all other lists. */
  pageSize: 25,
  newAccount: {
    /** What new accounts can do only so often. */
    acts: ['conversations', 'comments', 'follows'],
    /** They are told how often they still can when it is this often or less. */
    few: 3,
  },
  maxPageSize: 100,
  /** Categories that an account can be interested in. */
  interests: 20,
  /** Posts in the initial HTML of a page: what is visible without scrolling, and a little more. */
  firstPosts: { home: 6, profile: 8 },
  /** Days until the session and its cookie expire, with and without "remember me", however the login was made. */
  cookieDays: { remember: 365, session: 1 },
  reconnection: { initialDelayMs: 1000, maximumDelayMs: 10_000 },
  replay: {
    idlePauseMs: 5 * 60_000,
    idleExpireMs: 15 * 60_000,
    maximumMs: 60 * 60_000,
    minimumMs: 4_999,
    flushMinMs: 5_000,
    flushMaxMs: 5_500,
    bufferCharacters: 20_000_000,
    mutationLimit: 10_000,
    breadcrumbMutations: 750,
    slowClickMs: 7_000,
    sessionSampleRate: 0.1,
    errorSampleRate: 1,
    maximumIds: 100,
    sendRetries: 3,
    retryMs: 5_000,
  },
  /** Devices per account (one more replaces the oldest), and pushes an account gets in an hour. */
  push: { devices: 10, perHour: 60 },
  /** Lists of creators per account, creators in one, and the length of its name. */
  creatorLists: { most: 50, members: 500, name: 60 },
  /** Collections of bookmarks per account, bookmarks in one, and the length of its name. */
  collections: { most: 100, items: 1_000, name: 60 },
  /** Price range of a single item, in tokens. */
  itemPrice: { min: 1, max: 100_000 },
  text: {
    post: 5_000,
    message: 5_000,
    comment: 1_000,
    tipNote: 200,
    bio: 1_000,
    name: 60,
    title: 120,
    reason: 500,
    appeal: 2_000,
    decisionFacts: 1_000,
    decisionRule: 200,
    note: 2_000,
  },
  /** People told of one text that mentions them; it may mention more. */
  mentionsPerText: 10,
  /** How many days the views in a creator's lists cover. */
  recentViewDays: 28,
  /** How far ahead a post can be scheduled, and a post or poll can end, in days. */
  post: { startsWithinDays: 366, endsWithinDays: 3_660 },
  poll: { minOptions: 2, maxOptions: 20, optionLength: 80 },
  photosPerPost: 10,
  /** That show the problem of an order. */
  problemPhotos: 6,
  /** Files that buyers of one digital product download. */
  filesPerProduct: 50,
  /** ZIPs that one account can download at once, and make in an hour; for how many hours a URL of one works. */
  archive: { atOnce: 3, perHour: 60, hours: 24 },
  /** Largest width of the pictures that an account shows of itself, in pixels. */
  publicPicture: { avatar: 256, cover: 1280 },
  /** Shortest and longest duration of an auction, and how far ahead it can be scheduled. */
  auction: { images: 10, minMinutes: 1, maxDays: 30, startsWithinDays: 90 },
  /**
   * Streams: token price of a private minute, slow mode in seconds, words to hold, messages of the chat, and
   * how far ahead one can be announced.
   */
  stream: {
    perMinute: { min: 1, max: 10_000 },
    slow: { min: 3, max: 120 },
    heldWords: 200,
    heldWordLength: 60,
    messageLength: 500,
    /** In one chat; what its numbers are stored in holds twice as many. */
    messages: 1_000_000_000,
    messageFiles: 4,
    fileBytes: 50 * 1024 * 1024,
    startsWithinDays: 90,
    longestSeconds: 24 * 60 * 60,
  },
  photosPerGallery: 1_000,
  /** Days that a calendar shows at once (six weeks, and hours that a clock change adds), and entries in them. */
  calendar: { days: 45, entries: 1_000 },
  /** Length of a template's title, and the most that one creator can have. */
  postTemplate: { title: 60, most: 50 },
  /** Length of a series' title and description, the most that one creator can have, and the most posts in one. */
  postSeries: { title: 80, description: 500, most: 100, posts: 500 },
  /** Length of the name of a pinned view of a list in the studio, and the most that one list can have. */
  pinnedViews: { name: 40, most: 10 },
  /** Most posts that can be pinned to a profile. */
  pinnedPosts: 3,
  /** Words that hold comments and chat messages for review, of the whole site. */
  siteHeldWords: 1_000,
  upload: {
    imageBytes: 25 * 1024 * 1024,
    documentBytes: 15 * 1024 * 1024,
    /** Smaller files are uploaded within the API call; larger ones go directly to cloud storage. */
    withinCallBytes: 5 * 1024 * 1024,
    videoBytes: 512 * 1024 * 1024,
    /** What creators upload to cloud storage. S3 copies objects up to this size in one request. */
    largestBytes: 5 * 1024 * 1024 * 1024,
    /** Files from this size on are uploaded in parts of it, so that an interruption costs at most one. */
    partBytes: 16 * 1024 * 1024,
    /** An upload in parts that isn't finished by then is deleted. */
    unfinishedMs: 48 * 60 * 60_000,
    /** Bytes of the uploads that one account may have unfinished at once. */
    unfinishedBytes: 25 * 1024 * 1024 * 1024,
    /** Width × height; larger pictures are rejected before decoding. */
    imagePixels: 100_000_000,
    /** The longest video or audio recording. */
    recordingSeconds: 4 * 3600,
    /** Files that nothing references are deleted after this time. */
    unusedFileMs: 24 * 60 * 60_000,
  },
  /**
   * Voice messages: the longest in seconds unless the operator changes it, the size that fits the longest they
   * can allow at the rate browsers record, and the most values of a waveform.
   */
  voice: { seconds: 300, bytes: 20 * 1024 * 1024, peaks: 200 },
  /** Captions of a video, one file per language, sent as text within the API call. */
  captions: { bytes: 200 * 1024, cues: 10_000, languages: 10 },
  /** Length of a teaser in seconds: default and maximum. */
  teaser: { seconds: 10, maxSeconds: 60 },
  /**
   * Days that a browser remembers an invitation, and days that a new account can still enter who invited it.
   */
  referral: { rememberDays: 30, claimDays: 7 },
  /** Gifts of a subscription: length of the message, and months until an unused one is refunded. */
  gift: { message: 200, months: 12, reminderDays: 14 },
  /** Percent off 3 or 6 months paid at once. */
  bundlePercent: [0, 50],
  /**
   * Limits of promotions: discount on the first period, trial length, message length, duration, and number of
   * concurrent ones.
   */
  promotion: {
    percent: [5, 90],
    trialDays: [1, 90],
    maxUses: 100_000,
    message: 200,
    maxDays: 365,
    running: 20,
  },
  /** Mass messages: groups in an audience, how far back spending counts, lists and how far ahead one may be set. */
  broadcast: {
    groups: 10,
    spenderDays: 365,
    weeklyCap: 1_000,
    lists: 100,
    listMembers: 10_000,
    scheduleDays: 90,
    drafts: 200,
    scheduled: 200,
  },
  /** Length of a quick reply's title, and the most that one can have whatever the setting says. */
  quickReply: { title: 40, most: 500 },
  /** People without an account: how many a creator can name, and in one work. */
  release: { most: 500, peoplePerWork: 20 },
  /** Files of messages that wait on a device for a connection. */
  outboxBytes: 200 * 1024 * 1024,
  jsonBytes: 256 * 1024,
  /** The largest amount that any column or reply can hold, well below 2^53. */
  safeAmount: 1_000_000_000_000,
} as const;
