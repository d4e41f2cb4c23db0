import type { streaming } from '#contract/talk/streams/streams.ts';
import type { streamSettings } from '#contract/talk/streams/settings.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { viewStream } from './presenters.ts';
import { reportDuration, updateStream } from './public/changing.ts';
import { renewEncoder, viewEncoder } from './public/encoder.ts';
import { goLive } from './public/going-live.ts';
import { viewHealth } from './public/health.ts';
import { removeReminder, setReminder } from './public/reminders.ts';
import { updateSettings, viewSettings } from './public/settings.ts';
import { joinStream, renewGrant } from './public/watching.ts';
import { ownStreams, searchStreams, topSupporters } from './search.ts';

const done = { success: true } as const;

export const streamHandlers: HandlersOf<typeof streaming> = {
  'PUT /streaming/set-duration': (ctx, { body }) => reportDuration(ctx, body),
  'POST /streaming/live': (ctx, { body }) => goLive(ctx, body),
  'PUT /streaming/live/:id': (ctx, { params, body }) => updateStream(ctx, params.id, body),
  'GET /streaming/join/:id': (ctx, { params }) => joinStream(ctx, params.id),
  'POST /streaming/agora/token': (ctx, { body }) => renewGrant(ctx, body),
  'GET /streaming/user/search': (ctx, { query }) => searchStreams(ctx, query),
  'GET /streaming/own/search': (ctx, { query }) => ownStreams(ctx, query),
  'GET /streaming/:id': (ctx, { params }) => viewStream(ctx, params.id),
  'GET /streaming/:id/supporters': (ctx, { params }) => topSupporters(ctx, params.id),
  'GET /streaming/:id/health': (ctx, { params }) => viewHealth(ctx, params.id),
  'PUT /streaming/:id/reminder': (ctx, { params }) => setReminder(ctx, params.id).then(() => done),
  'DELETE /streaming/:id/reminder': (ctx, { params }) => removeReminder(ctx, params.id).then(() => done),
};

export const streamSettingsHandlers: HandlersOf<typeof streamSettings> = {
  'PUT /streaming/update': (ctx, { body }) => updateSettings(ctx, body),
  'GET /streaming/settings': (ctx) => viewSettings(ctx),
  'GET /streaming/encoder': (ctx) => viewEncoder(ctx),
  'POST /streaming/encoder': (ctx) => renewEncoder(ctx),
};
