/** Masks the values of a URL's query, which may contain a token from an email. */
export const withoutSecrets = (address: string): string =>
  address.replace(/([?&#][^=&#\s]+=)[^&#\s]*/g, '$1…');
