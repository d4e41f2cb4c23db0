import type { Api } from '../../http/api.ts';

/** Exchanges the answer of a captcha for a pass, which is used once. */
export const verifyCaptcha = (api: Api, token: string) =>
  api.call('POST /re-captcha/verify', { body: { token } });
