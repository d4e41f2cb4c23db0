import type { Api } from '../../http/api.ts';
import type { BodyOf } from '../../http/call.ts';
import { withCaptcha } from '../../http/with-captcha.ts';
import type { UploadInput } from '../../http/upload.ts';

export const login = (api: Api, body: BodyOf<'POST /auth/login'>) =>
  withCaptcha(api, (captchaPass) => api.call('POST /auth/login', { body, captchaPass }));
/** Sent even while the page is closing. A 401 is ignored because the session is already gone. */
export const logout = (api: Api) =>
  api.call('POST /auth/logout', { keepalive: true, unauthorized: 'ignore' });
export const verifyEmail = (api: Api, token: string) =>
  api.call('POST /auth/email-verification', { body: { token } });
/** `from` is the path that the link in the email returns to. */
export const sendVerificationMail = (
  api: Api,
  { email, from }: { readonly email: string; readonly from: string | null },
) => api.call('POST /auth/email-verification', { body: { email, ...(from && { from }) } });
/** Approves or undoes a change of email, with the token sent to the old address. */
export const answerEmailChange = (api: Api, body: BodyOf<'POST /auth/email-change'>) =>
  api.call('POST /auth/email-change', { body });
export const changePassword = (api: Api, body: BodyOf<'PUT /auth/users/me/password'>) =>
  api.call('PUT /auth/users/me/password', { body });
export const forgotPassword = (api: Api, email: string) =>
  api.call('POST /auth/users/forgot', { body: { email } });
export const resetPassword = (api: Api, body: BodyOf<'POST /auth/users/reset'>) =>
  api.call('POST /auth/users/reset', { body });
export const registerUser = (api: Api, body: BodyOf<'POST /auth/users/register'>) =>
  withCaptcha(api, (captchaPass) => api.call('POST /auth/users/register', { body, captchaPass }));
export const registerPerformer = (api: Api, input: UploadInput<'POST /auth/performers/register'>) =>
  withCaptcha(api, (captchaPass) => api.upload('POST /auth/performers/register', { ...input, captchaPass }));
export const listSessions = (api: Api, signal?: AbortSignal) => api.call('GET /auth/sessions', { signal });
export const endSession = (api: Api, id: string) => api.call('DELETE /auth/sessions/:id', { params: { id } });
export const endOtherSessions = (api: Api) => api.call('DELETE /auth/sessions');
export const disownLogin = (api: Api, token: string) =>
  api.call('POST /auth/logins/disown', { body: { token } });
