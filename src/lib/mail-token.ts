/** Tokens in emails are longer. A shorter one was cut off by an email client or while copying. */
const shortest = 20;

/** The token from an emailed URL's query, or null when it is missing or incomplete. */
export const mailToken = (query: unknown): string | null =>
  typeof query === 'string' && query.length >= shortest ? query : null;

/** Shown when the token is incomplete. */
export const brokenLink = 'Open the link in the email again.';
