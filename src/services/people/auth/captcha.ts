import { write } from '../../http/endpoints.ts';

/** Exchanges the answer of a captcha for a pass, which is used once. */
export const verifyCaptcha = write('POST /re-captcha/verify');
