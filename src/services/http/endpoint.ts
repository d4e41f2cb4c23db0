/** Where the API is: `NEXT_PUBLIC_API_ENDPOINT`, else the same origin's. Without a slash at the end. */
export const apiBase = (configured: string | undefined = process.env.NEXT_PUBLIC_API_ENDPOINT): string =>
  (configured?.trim() || '/api/v1').replace(/\/+$/, '');

/** The bare origin that the live connection goes to; a path would be taken for a socket.io namespace. */
export const socketOrigin = (base: string, page: string): string => new URL(base, page).origin;
