import type { passkeys } from '#contract/people/auth/passkeys.ts';
import type { HandlersOf } from '../../../../kernel/handlers.ts';
import { beginPasskeyLogin, beginPasskeyProof, loginWithPasskey } from './logging-in.ts';
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  undoPasskey,
} from './passkeys.ts';

const done = { success: true } as const;

export const passkeyHandlers: HandlersOf<typeof passkeys> = {
  'GET /auth/passkeys': (ctx) => listPasskeys(ctx),
  'POST /auth/passkeys/options': (ctx) => beginPasskey(ctx),
  'POST /auth/passkeys': (ctx, { body }) => addPasskey(ctx, body),
  'PUT /auth/passkeys/:id': (ctx, { params, body }) => renamePasskey(ctx, params.id, body.name),
  'DELETE /auth/passkeys/:id': (ctx, { params }) => removePasskey(ctx, params.id).then(() => done),
  'POST /auth/passkeys/undo': (ctx, { body }) => undoPasskey(ctx, body.token).then(() => done),
  'POST /auth/login/passkey/options': (ctx, { body }) => beginPasskeyLogin(ctx, body.challenge),
  'POST /auth/login/passkey': (ctx, { body }) => loginWithPasskey(ctx, body),
  'POST /auth/step-up/options': (ctx) => beginPasskeyProof(ctx),
};
