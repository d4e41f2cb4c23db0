/* Who asks, and from where. Ports name these types too, so they stand before the context. */

export interface Viewer {
  readonly id: string;
  readonly username: string | null;
  readonly name: string;
  readonly isPerformer: boolean;
  readonly sessionId: string;
  /** Lets payments skip the spend-cap query for the many accounts without caps. */
  readonly hasSpendCaps: boolean;
  /** The IANA name of the zone that a creator's figures are cut into days in. Null or left out: UTC. */
  readonly timeZone?: string | null;
}

/** The client at the other end of a request or socket. */
export interface Peer {
  readonly ip: string;
  /** The country a trusted proxy reported. Undefined: looked up by IP. Null: the server is calling itself. */
  readonly country?: string | null;
  /** The state a trusted proxy reported, by name or code. Undefined: looked up by IP. */
  readonly region?: string;
  /** Whether a trusted proxy reported a VPN or a data center. */
  readonly isVpn?: boolean;
  /** The cookie in which visitors keep what they stated about where they are. */
  readonly placePass?: string;
  /** Its `user-agent`, where the host can't pass that as a header. */
  readonly userAgent?: string;
}

/** A limit that a request counted against. */
export interface CountedLimit {
  /** How often in how many seconds. */
  readonly max: number;
  readonly seconds: number;
  /** How often more, and in how many seconds counting starts anew. */
  readonly left: number;
  readonly resetsIn: number;
}

export interface RequestFacts {
  readonly ip: string;
  /**
   * Two uppercase letters, or `unknownCountry` when the IP can't be located. Null when the server itself is
   * calling, which no country rule applies to.
   */
  readonly country: string | null;
  /** The codes of the place (`whereabouts.ts`), null as above. The country alone if left out. */
  readonly places?: readonly string[] | null;
  readonly userAgent: string;
  readonly idempotencyKey: string | null;
  /** The `updatedAt` of what is changed, as the form showed it (`If-Match`). */
  readonly version?: Date | null;
  /** What `POST /re-captcha/verify` gave for a solved captcha. */
  readonly captchaPass?: string | null;
  /** Filled by `limitRate`, for the headers of the reply. */
  readonly counted?: CountedLimit[];
}
