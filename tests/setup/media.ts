import type { Backend } from '#backend/create-backend.ts';

export interface Asking {
  token?: string | null;
  cookie?: string;
  method?: string;
  headers?: Record<string, string>;
}

/** Requests media like a browser does. */
export const askOf =
  (backend: Backend) =>
  async (path: string, { token, cookie, method = 'GET', headers = {} }: Asking = {}) => {
    const given = new Headers(headers);
    if (token) given.set('authorization', token);
    if (cookie) given.set('cookie', cookie);
    const response = await backend.fetch(
      new Request(`https://limelight.test${path}`, { method, headers: given }),
      { ip: '203.0.113.5' },
    );
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
