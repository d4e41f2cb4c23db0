import type { social } from '#contract/people/auth/social.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { disconnect, listConnections } from '../../people/accounts/social/connections.ts';
import { finishSocialLogin, startSocialLogin } from './social-login.ts';

export const socialHandlers: HandlersOf<typeof social> = {
  'POST /auth/google/login': (ctx, { body }) =>
    'code' in body ? finishSocialLogin(ctx, 'google', body) : startSocialLogin(ctx, 'google', body),
  'POST /auth/twitter/login': (ctx, { body }) => startSocialLogin(ctx, 'twitter', body),
  'POST /auth/twitter/callback': (ctx, { body }) => finishSocialLogin(ctx, 'twitter', body),
  'GET /auth/social': (ctx) => listConnections(ctx),
  'DELETE /auth/social/:provider': async (ctx, { params }) => {
    await disconnect(ctx, params.provider);
    return { success: true };
  },
};
