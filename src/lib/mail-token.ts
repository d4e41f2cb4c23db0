/** Mails carry longer tokens: what is shorter was cut off on its way, by a mail program or while copying. */
const shortest = 20;

/** The token of an address that came by mail, or null where it is missing or not whole. */
export const mailToken = (query: unknown): string | null =>
  typeof query === 'string' && query.length >= shortest ? query : null;

/** What to do about a token that isn't whole. */
export const brokenLink = 'Open the link in the email again.';
