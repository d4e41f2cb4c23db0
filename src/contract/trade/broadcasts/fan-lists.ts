import { z } from 'zod';
import { limits } from '#config/limits.ts';
import {
  Done,
  Id,
  IdParams,
  OffsetPage,
  PerformerCard,
  Timestamp,
  listReply,
  lineText,
} from '../../core/schemas.ts';
import { op } from '../../core/op.ts';

export const FanList = z.object({
  _id: Id,
  name: z.string(),
  members: z.int().describe('Number of members.'),
  createdAt: Timestamp,
});
export type FanList = z.infer<typeof FanList>;
const FanListName = z.strictObject({
  name: lineText()
    .min(1, 'Enter a name.')
    .max(limits.text.name, `Use at most ${limits.text.name} characters.`),
});
const MemberParams = z.strictObject({ id: Id, accountId: Id });

/** Named lists of fans, for use in audiences. */
export const fanLists = {
  'GET /fan-lists': op({
    summary: 'Your lists of fans, by name',
    access: 'performer',
    ours: true,
    query: z.strictObject(OffsetPage),
    reply: listReply(FanList),
  }),
  'POST /fan-lists': op({
    summary: 'Create a fan list',
    access: 'performer',
    ours: true,
    body: FanListName,
    reply: FanList,
    creates: true,
    status: 201,
  }),
  'PUT /fan-lists/:id': op({
    summary: 'Rename a list of fans',
    access: 'performer',
    ours: true,
    params: IdParams,
    body: FanListName,
    reply: FanList,
  }),
  'DELETE /fan-lists/:id': op({
    summary: 'Delete a list of fans',
    access: 'performer',
    ours: true,
    params: IdParams,
    reply: Done,
  }),
  'GET /fan-lists/:id/members': op({
    summary: 'The fans on a list, last added first',
    access: 'performer',
    ours: true,
    params: IdParams,
    query: z.strictObject(OffsetPage),
    reply: listReply(PerformerCard),
  }),
  'PUT /fan-lists/:id/members/:accountId': op({
    summary: 'Add a fan to a list',
    access: 'performer',
    ours: true,
    params: MemberParams,
    reply: FanList,
  }),
  'DELETE /fan-lists/:id/members/:accountId': op({
    summary: 'Remove a fan from a list',
    access: 'performer',
    ours: true,
    params: MemberParams,
    reply: FanList,
  }),
};

const MassMessageCap = z.object({
  weeklyCap: z.int().describe('Number of mass messages in 7 days; 0: none.'),
  isDefault: z.boolean(),
});
const Muted = z.object({ isMuted: z.boolean() });

/** Limits a fan sets on mass messages. */
export const massMessagePreferences = {
  'GET /mass-messages/settings': op({
    summary: 'How many mass messages you accept a week',
    access: 'user',
    ours: true,
    reply: MassMessageCap,
  }),
  'PUT /mass-messages/settings': op({
    summary: 'Set how many mass messages you accept a week',
    access: 'user',
    ours: true,
    body: z.strictObject({
      weeklyCap: z
        .int('Enter a whole number.')
        .describe('Number of mass messages in 7 days; 0: none, null: the site’s default.')
        .min(0, 'Enter 0 or more.')
        .max(limits.broadcast.weeklyCap, `Enter at most ${limits.broadcast.weeklyCap}.`)
        .nullable(),
    }),
    reply: MassMessageCap,
  }),
  'GET /mass-messages/mutes/:id': op({
    summary: 'Whether you muted a creator’s mass messages',
    access: 'user',
    ours: true,
    params: IdParams,
    reply: Muted,
  }),
  'PUT /mass-messages/mutes/:id': op({
    summary: 'Mute a creator’s mass messages',
    access: 'user',
    ours: true,
    params: IdParams,
    reply: Muted,
  }),
  'DELETE /mass-messages/mutes/:id': op({
    summary: 'Accept a creator’s mass messages again',
    access: 'user',
    ours: true,
    params: IdParams,
    reply: Muted,
  }),
};
