/** The API's base URL: `NEXT_PUBLIC_API_ENDPOINT`, or the same origin's API. Without a trailing slash. */
export const apiBase = (configured: string | undefined = process.env.NEXT_PUBLIC_API_ENDPOINT): string =>
  (configured?.trim() || '/api/v1').replace(/\/+$/, '');

/** The origin of the live connection. Must not have a path, which socket.io would take for a namespace. */
export const socketOrigin = (base: string, page: string): string => new URL(base, page).origin;
