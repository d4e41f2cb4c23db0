import type { streamChat } from '#contract/talk/streams/chat.ts';
import type { FileType } from '#contract/core/schemas.ts';
import type { UploadFields } from '#contract/base/files.ts';
import type { UserCtx } from '../../../../kernel/context.ts';
import { invalid } from '../../../../kernel/errors.ts';
import type { HandlersOf } from '../../../../kernel/handlers.ts';
import type { UploadedFile } from '../../../../kernel/uploaded-file.ts';
import { fileView } from '../../../base/files/presenters.ts';
import { tooLarge } from '../../../base/files/upload-objects.ts';
import { storeUpload } from '../../../base/files/uploads.ts';
import { limits } from '#config/limits.ts';
import { approveMessage, removeAllMessages } from './moderating.ts';
import { ban, endModerator, listPeople, nameModerator, unban } from './people.ts';
import { getStreamChat, listStreamMessages } from './reading.ts';
import { sendStreamMessage } from './sending.ts';
import { updateChat } from './updating.ts';

const done = { success: true } as const;

interface Upload {
  readonly body: UploadFields;
  readonly files: readonly UploadedFile[];
}
/** A recording is smaller than in other places: a chat is read by many at once. */
const store =
  (type: FileType, kind: 'image' | 'video' | 'audio') =>
  async (ctx: UserCtx, { body, files }: Upload) => {
    const row = await storeUpload(ctx, {
      type,
      kind,
      fields: body,
      file: files[0],
      ...(kind === 'image'
        ? {}
        : {
            inspect: async ({ size }) => {
              if (size > limits.stream.fileBytes) throw tooLarge(limits.stream.fileBytes);
              return { duration: null, peaks: null };
            },
          }),
    });
    return fileView(ctx, row, { readable: true });
  };

const draftFor = (
  id: string,
  body: { conversationId: string; data: Parameters<typeof sendStreamMessage>[2]['draft'] },
) => {
  if (body.conversationId !== id)
    throw invalid('conversationId', 'The conversation id doesn’t match the one in the path.');
  return { id, draft: body.data };
};

export const streamChatHandlers: HandlersOf<typeof streamChat> = {
  'GET /conversations/stream/:id': (ctx, { params }) =>
    getStreamChat(ctx, 'private_stream', { streamId: params.id }),
  'GET /conversations/stream/public/:id': (ctx, { params }) =>
    getStreamChat(ctx, 'public_stream', { streamId: params.id }),
  'PUT /conversations/:id/update': (ctx, { params, body }) => updateChat(ctx, params.id, body),
  'GET /messages/conversations/public/:id': (ctx, { params, query }) =>
    listStreamMessages(ctx, params.id, query),
  'POST /messages/stream/conversations/:id': async (ctx, { params, body }) =>
    sendStreamMessage(ctx, 'private_stream', draftFor(params.id, body)),
  'POST /messages/stream/public/conversations/:id': async (ctx, { params, body }) =>
    sendStreamMessage(ctx, 'public_stream', draftFor(params.id, body)),
  'DELETE /messages/:id/remove-all-message': async (ctx, { params }) => {
    await removeAllMessages(ctx, params.id);
    return done;
  },
  'POST /messages/stream/:id/approve': (ctx, { params }) => approveMessage(ctx, params.id),
  'GET /streaming/chat/people': (ctx) => listPeople(ctx),
  'PUT /streaming/chat/moderators/:id': async (ctx, { params }) => {
    await nameModerator(ctx, params.id);
    return done;
  },
  'DELETE /streaming/chat/moderators/:id': async (ctx, { params }) => {
    await endModerator(ctx, params.id);
    return done;
  },
  'POST /streaming/chat/bans': async (ctx, { body }) => {
    await ban(ctx, body);
    return done;
  },
  'DELETE /streaming/chat/bans/:id': async (ctx, { params }) => {
    await unban(ctx, params.id);
    return done;
  },
  'POST /messages/public/file/photo': store('message-photo', 'image'),
  'POST /messages/public/file/video': store('message-video', 'video'),
  'POST /messages/public/file/thumbnail': store('message-thumbnail', 'image'),
  'POST /messages/public/file/audio': store('message-audio', 'audio'),
};
