import type { GrantRequest } from '../../ports/live-transport.ts';

/** Lets one account connect to a stream once. */
export interface Grant {
  readonly streamId: string;
  readonly userId: string;
  readonly role: GrantRequest['role'];
  readonly watches: string;
  /** Milliseconds since 1970. */
  readonly until: number;
  /** Whether it came with an encoder's key. */
  readonly isKeyed?: true;
}

/** A connection that a grant let in. */
export interface Session extends Grant {
  readonly token: string;
  isHeld: boolean;
}
