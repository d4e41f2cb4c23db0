/**
 * Every bound the product promises. Those of the specification's section 9 keep its figures to the letter.
 */
export const limits = {
  /** Money bounds in the site's currency, as the public settings show them (specification section 9). */
  subscriptionPrice: { min: 2.95, max: 300 },
  walletAmount: { min: 2.95, max: 300 },
  /** Tokens. */
  tip: { min: 10, max: 10_000 },
  /** Site currency. */
  minimumPayout: 50,
  /** Days. */
  freeSubscriptionDuration: 1,
  /** Conversations, messages and every list that names no size of its own. */
  pageSize: 25,
  maxPageSize: 100,
  /** Posts in the first HTML of a page: what a person sees before scrolling, and a little more. */
  firstPosts: { home: 6, profile: 8 },
  /** Days that the token cookie lasts, with and without "remember me"; social-login cookies last one day. */
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
  /** Tokens; the highest price a single item may carry. */
  itemPrice: { min: 1, max: 100_000 },
  text: { post: 5_000, message: 5_000, comment: 1_000, bio: 1_000, name: 60, title: 120, reason: 500 },
  poll: { minOptions: 2, maxOptions: 20, optionLength: 80 },
  photosPerPost: 10,
  /** How long one runs at least and at most, and how far ahead it may be set. */
  auction: { images: 10, minMinutes: 1, maxDays: 30, startsWithinDays: 90 },
  photosPerGallery: 1_000,
  /** Posts that stand at the top of a profile. */
  pinnedPosts: 3,
  upload: {
    imageBytes: 25 * 1024 * 1024,
    documentBytes: 15 * 1024 * 1024,
    /** Smaller files of a post travel within one call; larger ones go straight to the cloud storage. */
    withinCallBytes: 5 * 1024 * 1024,
    videoBytes: 512 * 1024 * 1024,
    /** width × height; a larger picture is refused before it is decoded. */
    imagePixels: 100_000_000,
    /** The longest video or recording. */
    recordingSeconds: 4 * 3600,
    /** What nothing names by then is removed. */
    unusedFileMs: 24 * 60 * 60_000,
  },
  /** Of a film, in each language a file. It travels as text within one call. */
  captions: { bytes: 200 * 1024, cues: 10_000, languages: 10 },
  /** Seconds of a teaser: when nobody says otherwise, and at most. */
  teaser: { seconds: 10, maxSeconds: 60 },
  /**
   * Days that an invitation is remembered in a browser, and that a new account may still name who invited it.
   */
  referral: { rememberDays: 30, claimDays: 7 },
  /**
   * A creator's offers: percent off a first period, days of a trial, characters, how long one may run, and
   * how many at once.
   */
  promotion: {
    percent: [5, 90],
    trialDays: [1, 90],
    maxUses: 100_000,
    message: 200,
    maxDays: 365,
    running: 20,
  },
  jsonBytes: 256 * 1024,
  /** The largest amount any column or reply carries: well under 2^53. */
  safeAmount: 1_000_000_000_000,
} as const;
