import type { Api } from '../../http/api.ts';
import type { BodyOf } from '../../http/call.ts';
import { read, write } from '../../http/endpoints.ts';
import { withCaptcha } from '../../http/with-captcha.ts';
import type { UploadInput } from '../../http/upload.ts';

export const login = (api: Api, body: BodyOf<'POST /auth/login'>) =>
  withCaptcha(api, (captchaPass) => api.call('POST /auth/login', { body, captchaPass }));
/** Sent even while the page is closing. A 401 is ignored because the session is already gone. */
export const logout = (api: Api) =>
  api.call('POST /auth/logout', { keepalive: true, unauthorized: 'ignore' });
/** With a token it verifies an address; with an address it sends the email, whose link returns to the path `from`. */
export const verifyEmail = write('POST /auth/email-verification');
/** Approves or undoes a change of email, with the token sent to the old address. */
export const answerEmailChange = write('POST /auth/email-change');
export const changePassword = write('PUT /auth/users/me/password');
export const forgotPassword = write('POST /auth/users/forgot');
export const resetPassword = write('POST /auth/users/reset');
export const registerUser = (api: Api, body: BodyOf<'POST /auth/users/register'>) =>
  withCaptcha(api, (captchaPass) => api.call('POST /auth/users/register', { body, captchaPass }));
export const registerPerformer = (api: Api, input: UploadInput<'POST /auth/performers/register'>) =>
  withCaptcha(api, (captchaPass) => api.upload('POST /auth/performers/register', { ...input, captchaPass }));
export const listSessions = read('GET /auth/sessions', { tags: ['Sessions'], keepSeconds: 0 });
export const endSession = write('DELETE /auth/sessions/:id', { invalidates: ['Sessions'] });
export const endOtherSessions = write('DELETE /auth/sessions', { invalidates: ['Sessions'] });
export const disownLogin = write('POST /auth/logins/disown');
