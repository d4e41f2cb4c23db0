import type { automaticMessages } from '#contract/trade/broadcasts/automatic-messages.ts';
import type { broadcasts as family } from '#contract/trade/broadcasts/broadcasts.ts';
import type { fanPanel } from '#contract/trade/broadcasts/fan-panel.ts';
import type { scheduledMessages } from '#contract/trade/broadcasts/scheduled-messages.ts';
import type { quickReplies } from '#contract/trade/broadcasts/quick-replies.ts';
import type { fanLists, massMessagePreferences } from '#contract/trade/broadcasts/fan-lists.ts';
import type { HandlersOf } from '../../../kernel/handlers.ts';
import { limitRate } from '../../../kernel/rate-limit.ts';
import { assertOwnLists, countAudience } from './audience.ts';
import { listAutomatic, setAutomatic } from './automatic-messages.ts';
import {
  addMember,
  createFanList,
  deleteFanList,
  listFanLists,
  listMembers,
  removeMember,
  renameFanList,
} from './fan-lists.ts';
import { getCap, isMuted, setCap, setMuted } from './preferences.ts';
import {
  addQuickReply,
  changeQuickReply,
  deleteQuickReply,
  listQuickReplies,
  orderQuickReplies,
} from './quick-replies.ts';
import { setFanNote, viewFan } from './fan-panel.ts';
import { changeScheduled, deleteScheduled, listScheduled, scheduleMessage } from './scheduled-messages.ts';
import { sendScheduledNow } from './scheduled-sending.ts';
import { getResults, listBroadcasts, listRecipients } from './results.ts';
import { changeBroadcast, createBroadcast, deleteBroadcast, unsendBroadcast } from './writing.ts';

/** Counting reads every fan. A person filling in the form asks far less often than this. */
const COUNTING = { max: 60, seconds: 60 };

export const broadcastHandlers: HandlersOf<
  typeof family &
    typeof automaticMessages &
    typeof quickReplies &
    typeof scheduledMessages &
    typeof fanPanel &
    typeof fanLists &
    typeof massMessagePreferences
> = {
  'POST /messages/broadcast-message': (ctx, { body }) => createBroadcast(ctx, body),
  'POST /broadcasts/count': async (ctx, { body }) => {
    await limitRate(ctx, `broadcast-count:${ctx.viewer.id}`, COUNTING);
    await assertOwnLists(ctx, body.audience);
    return countAudience(ctx, {
      performerId: ctx.viewer.id,
      audience: body.audience,
      fileIds: [...new Set(body.files)],
    });
  },
  'GET /broadcasts': (ctx, input) => listBroadcasts(ctx, input),
  'GET /broadcasts/:id': (ctx, { params }) => getResults(ctx, params.id),
  'PUT /broadcasts/:id': (ctx, { params, body }) => changeBroadcast(ctx, params.id, body),
  'DELETE /broadcasts/:id': async (ctx, { params }) => {
    await deleteBroadcast(ctx, params.id);
    return { success: true };
  },
  'POST /broadcasts/:id/unsend': (ctx, { params }) => unsendBroadcast(ctx, params.id),
  'GET /broadcasts/:id/recipients': (ctx, input) => listRecipients(ctx, input),
  'GET /automatic-messages': (ctx) => listAutomatic(ctx),
  'PUT /automatic-messages/:kind': (ctx, { params, body }) => setAutomatic(ctx, params.kind, body),
  'GET /quick-replies': (ctx) => listQuickReplies(ctx),
  'POST /quick-replies': (ctx, { body }) => addQuickReply(ctx, body),
  'PUT /quick-replies': (ctx, { body }) => orderQuickReplies(ctx, body.ids),
  'PUT /quick-replies/:id': (ctx, { params, body }) => changeQuickReply(ctx, params.id, body),
  'DELETE /quick-replies/:id': async (ctx, { params }) => {
    await deleteQuickReply(ctx, params.id);
    return { success: true };
  },
  'GET /scheduled-messages': (ctx, { query }) => listScheduled(ctx, query),
  'POST /scheduled-messages': (ctx, { body }) => scheduleMessage(ctx, body),
  'PUT /scheduled-messages/:id': (ctx, { params, body }) => changeScheduled(ctx, params.id, body),
  'DELETE /scheduled-messages/:id': async (ctx, { params }) => {
    await deleteScheduled(ctx, params.id);
    return { success: true };
  },
  'POST /scheduled-messages/:id/send': (ctx, { params }) => sendScheduledNow(ctx, params.id),
  'GET /conversations/:id/fan': (ctx, { params }) => viewFan(ctx, params.id),
  'PUT /conversations/:id/fan/note': (ctx, { params, body }) => setFanNote(ctx, params.id, body),
  'GET /fan-lists': (ctx, input) => listFanLists(ctx, input),
  'POST /fan-lists': (ctx, { body }) => createFanList(ctx, body.name),
  'PUT /fan-lists/:id': (ctx, { params, body }) => renameFanList(ctx, params.id, body.name),
  'DELETE /fan-lists/:id': async (ctx, { params }) => {
    await deleteFanList(ctx, params.id);
    return { success: true };
  },
  'GET /fan-lists/:id/members': (ctx, input) => listMembers(ctx, input),
  'PUT /fan-lists/:id/members/:accountId': (ctx, { params }) => addMember(ctx, params),
  'DELETE /fan-lists/:id/members/:accountId': (ctx, { params }) => removeMember(ctx, params),
  'GET /mass-messages/settings': (ctx) => getCap(ctx),
  'PUT /mass-messages/settings': (ctx, { body }) => setCap(ctx, body.weeklyCap),
  'GET /mass-messages/mutes/:id': (ctx, { params }) => isMuted(ctx, params.id),
  'PUT /mass-messages/mutes/:id': (ctx, { params }) => setMuted(ctx, params.id, true),
  'DELETE /mass-messages/mutes/:id': (ctx, { params }) => setMuted(ctx, params.id, false),
};
