/** Codes that clients may branch on. The message is for people. */
export type ErrorCode =
  | 'invalid_input'
  | 'not_logged_in'
  | 'wrong_credentials'
  | 'email_not_verified'
  | 'account_suspended'
  | 'account_deactivated'
  | 'second_factor_required'
  | 'login_expired'
  | 'second_factor_required_for_desk'
  | 'passkey_unknown'
  | 'passkey_expired'
  | 'passkey_refused'
  | 'step_up_required'
  | 'captcha_required'
  | 'social_login_failed'
  | 'account_exists'
  | 'provider_unavailable'
  | 'captcha_failed'
  | 'not_allowed'
  | 'not_found'
  | 'country_closed'
  | 'conflict'
  | 'too_large'
  | 'request_timeout'
  | 'too_many'
  | 'new_account_limit'
  | 'insufficient_balance'
  | 'card_declined'
  | 'card_challenge'
  | 'bad_signature'
  | 'transfer_failed'
  | 'idempotency_mismatch'
  | 'already_owned'
  | 'price_changed'
  | 'version_changed'
  | 'release_missing'
  | 'unsupported_file'
  | 'removed_picture'
  | 'gateway_unavailable'
  | 'spend_cap'
  | 'storage_full'
  | 'database_unavailable'
  | 'internal';

export interface FieldError {
  /** Dotted path of the field; empty for the body as a whole. */
  readonly field: string;
  readonly message: string;
}

/** The one error that domain code throws on purpose. Anything else becomes a 500 and a log line. */
export class AppError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly errors: readonly FieldError[] | undefined;
  /**
   * Additional details for the client, named in the contract's error reply (`missing` tokens, `clientSecret`
   * of a 3-D Secure challenge).
   */
  readonly details: Readonly<Record<string, unknown>> | undefined;

  // oxlint-disable-next-line max-params -- what an error is, in the order one says it
  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    more: { errors?: readonly FieldError[]; details?: Record<string, unknown> } = {},
  ) {
    super(message);
    this.name = 'AppError';
    this.status = status;
    this.code = code;
    this.errors = more.errors;
    this.details = more.details;
  }
}

/** The same reply, byte for byte, for "doesn't exist" and "not yours", so that ids can't be probed. */
export const notFound = () =>
  new AppError(404, 'not_found', 'We couldn’t find that. It may have been removed.');
/** The reply for a route that doesn't exist, or doesn't for this caller. */
export const unknownOperation = () => new AppError(404, 'not_found', 'Unknown operation.');
export const wrongMethod = (methods: readonly string[]) =>
  new AppError(405, 'not_allowed', `This can only be called with ${methods.join(', ')}.`);
export const notAllowed = (message = 'You aren’t allowed to do that.') =>
  new AppError(403, 'not_allowed', message);
export const notLoggedIn = () => new AppError(401, 'not_logged_in', 'Please login!');
export const conflict = (message: string, code: ErrorCode = 'conflict') => new AppError(409, code, message);
export const invalid = (field: string, message: string) =>
  new AppError(422, 'invalid_input', message, { errors: [{ field, message }] });
/** For a request body that arrived too slowly or was cut off. */
export const requestTimeout = () =>
  new AppError(
    408,
    'request_timeout',
    'Your request didn’t fully arrive. Check your connection and try again.',
  );
export const tooMany = (seconds: number) =>
  new AppError(
    429,
    'too_many',
    `Too many attempts. Wait ${seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`} and try again.`,
    { details: { retryAfter: seconds } },
  );

/** Seconds in the `Retry-After` of a reply sent while the database is down. */
const retryAfterSeconds = 3;
/** `isWrite`: the change may have been made, and the message says so. */
export const databaseUnavailable = (isWrite: boolean) =>
  new AppError(
    503,
    'database_unavailable',
    isWrite
      ? 'We’re having trouble on our end and can’t confirm that this went through. Check before you try again.'
      : 'We’re having trouble on our end. Try again in a few seconds.',
    {
      details: { retryAfter: retryAfterSeconds },
    },
  );
