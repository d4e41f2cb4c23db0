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
  /** Posts in the initial HTML of a page: what is visible without scrolling, and a little more. */
  firstPosts: { home: 6, profile: 8 },
  /**
   * Days until the token cookie expires, with and without "remember me"; after social login always one day.
   */
  cookieDays: { remember: 365, session: 1, social: 1 },
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
  poll: { minOptions: 2, maxOptions: 20, optionLength: 80 },
  photosPerPost: 10,
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
