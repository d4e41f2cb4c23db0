import type { factors } from '#contract/people/auth/factors.ts';
import type { HandlersOf } from '../../../../kernel/handlers.ts';
import { loginWithCode } from '../login.ts';
import { prove } from './proof.ts';
import {
  beginFactor,
  confirmFactor,
  describeFactor,
  renewCodes,
  turnOff,
  undoFactor,
} from './second-factor.ts';

const done = { success: true } as const;

export const factorHandlers: HandlersOf<typeof factors> = {
  'POST /auth/login/code': (ctx, { body }) => loginWithCode(ctx, body),
  'POST /auth/step-up': (ctx, { body }) => prove(ctx, body),
  'GET /auth/second-factor': (ctx) => describeFactor(ctx),
  'POST /auth/second-factor': (ctx) => beginFactor(ctx),
  'POST /auth/second-factor/confirm': (ctx, { body }) => confirmFactor(ctx, body.code),
  'DELETE /auth/second-factor': (ctx) => turnOff(ctx).then(() => done),
  'POST /auth/second-factor/recovery-codes': (ctx) => renewCodes(ctx),
  'POST /auth/second-factor/undo': (ctx, { body }) => undoFactor(ctx, body.token).then(() => done),
};
