import type { Api } from './http/api.ts';
import type { BodyOf } from './http/call.ts';
import type { UploadInput } from './http/upload.ts';

export const login = (api: Api, body: BodyOf<'POST /auth/login'>) => api.call('POST /auth/login', { body });
/** Survives the closing of the page, and is no reason to ask for a login when the session is already gone. */
export const logout = (api: Api) =>
  api.call('POST /auth/logout', { keepalive: true, unauthorized: 'ignore' });
export const verifyEmail = (api: Api, token: string) =>
  api.call('POST /auth/email-verification', { body: { token } });
/** `from`: where its link leads on to. */
export const sendVerificationMail = (
  api: Api,
  { email, from }: { readonly email: string; readonly from: string | null },
) => api.call('POST /auth/email-verification', { body: { email, ...(from && { from }) } });
/** What the old address says to a change of it. */
export const answerEmailChange = (api: Api, body: BodyOf<'POST /auth/email-change'>) =>
  api.call('POST /auth/email-change', { body });
export const changePassword = (api: Api, body: BodyOf<'PUT /auth/users/me/password'>) =>
  api.call('PUT /auth/users/me/password', { body });
export const forgotPassword = (api: Api, email: string) =>
  api.call('POST /auth/users/forgot', { body: { email } });
export const resetPassword = (api: Api, body: BodyOf<'POST /auth/users/reset'>) =>
  api.call('POST /auth/users/reset', { body });
export const registerUser = (api: Api, body: BodyOf<'POST /auth/users/register'>) =>
  api.call('POST /auth/users/register', { body });
export const registerPerformer = (api: Api, input: UploadInput<'POST /auth/performers/register'>) =>
  api.upload('POST /auth/performers/register', input);
export const listSessions = (api: Api, signal?: AbortSignal) => api.call('GET /auth/sessions', { signal });
export const endSession = (api: Api, id: string) => api.call('DELETE /auth/sessions/:id', { params: { id } });
