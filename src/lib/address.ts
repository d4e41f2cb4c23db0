/** An address without its query's values: they may hold a token from a mail. */
export const withoutSecrets = (address: string): string =>
  address.replace(/([?&#][^=&#\s]+=)[^&#\s]*/g, '$1…');
