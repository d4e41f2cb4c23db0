import { type Row, members } from './row.ts';
import { streamMessageDeletions } from './rows-stream-chat.ts';
import type { Scene } from './scene.ts';

/** The conversation between the fan and the owner, which doesn't exist for anyone else. */
const bothSides = (status: number) => `401 ${status} 404 404 ${status} 404 404 404 401 401`;
/** The conversation between the blocked fan and the owner, closed to both. */
const closedToBoth = '401 404 404 404 404 404 404 404 401 401';

const theConversation = (scene: Scene) => ({ params: { id: scene.conversationId } });
const afterABlock = (scene: Scene) => ({ params: { id: scene.blockedConversationId } });
const saying = (id: string) => ({ params: { id }, body: { conversationId: id, data: { text: 'Hello' } } });

export const talkRows = {
  'GET /conversations': [{ cells: members(200) }],
  'POST /conversations': [
    {
      case: 'with the owner',
      cells: '401 200 200 200 422 200 404 404 401 401',
      id: 'body.sourceId',
      given: (scene) => ({ body: { source: 'performer', sourceId: scene.owner.id } }),
    },
    {
      // Fans can't write to fans. A creator can write to fans who wrote first, and the fan has written to the
      // owner.
      case: 'with the fan',
      cells: '401 422 404 404 200 403 404 404 401 401',
      id: 'body.sourceId',
      given: (scene) => ({ body: { source: 'user', sourceId: scene.fan.id } }),
    },
  ],
  'GET /conversations/search': [{ cells: members(200) }],
  'GET /conversations/:id': [
    { cells: bothSides(200), id: 'params.id', given: theConversation },
    { case: 'after a block', cells: closedToBoth, id: 'params.id', given: afterABlock },
  ],
  'GET /conversations/:id/media': [
    { cells: bothSides(200), id: 'params.id', given: theConversation },
    { case: 'after a block', cells: closedToBoth, id: 'params.id', given: afterABlock },
  ],
  'GET /messages/search': [
    { cells: members(200), given: () => ({ query: { q: 'hello' } }) },
    {
      case: 'in one conversation',
      cells: bothSides(200),
      id: 'query.conversationId',
      given: (scene) => ({ query: { q: 'hello', conversationId: scene.conversationId } }),
    },
    {
      case: 'in one conversation, after a block',
      cells: closedToBoth,
      id: 'query.conversationId',
      given: (scene) => ({ query: { q: 'hello', conversationId: scene.blockedConversationId } }),
    },
  ],
  'GET /messages/conversations/:id': [
    { cells: bothSides(200), id: 'params.id', given: theConversation },
    { case: 'after a block', cells: closedToBoth, id: 'params.id', given: afterABlock },
  ],
  'POST /messages/conversations/:id': [
    { cells: bothSides(201), given: (scene) => saying(scene.conversationId) },
    { case: 'after a block', cells: closedToBoth, given: (scene) => saying(scene.blockedConversationId) },
  ],
  'GET /messages/counting-not-read-messages': [{ cells: members(200) }],
  'POST /messages/read-all/:id': [
    { cells: bothSides(200), id: 'params.id', given: theConversation },
    { case: 'after a block', cells: closedToBoth, id: 'params.id', given: afterABlock },
  ],
  'PUT /messages/:id': [
    {
      case: 'the fan’s',
      cells: '401 200 404 404 404 404 404 404 401 401',
      id: 'params.id',
      given: async (scene) => ({ params: { id: await scene.message() }, body: { text: 'Hello again' } }),
    },
    {
      case: 'after a block',
      cells: closedToBoth,
      id: 'params.id',
      given: (scene) => ({ params: { id: scene.blockedMessageId }, body: { text: 'Hello again' } }),
    },
  ],
  'PUT /messages/:id/reaction': [
    {
      cells: bothSides(200),
      id: 'params.id',
      given: async (scene) => ({ params: { id: await scene.message() }, body: { emoji: 'heart' } }),
    },
    {
      case: 'after a block',
      cells: closedToBoth,
      id: 'params.id',
      given: (scene) => ({ params: { id: scene.blockedMessageId }, body: { emoji: 'heart' } }),
    },
  ],
  'DELETE /messages/:id/reaction': [
    {
      cells: bothSides(200),
      id: 'params.id',
      given: async (scene) => ({ params: { id: await scene.message() } }),
    },
    {
      case: 'after a block',
      cells: closedToBoth,
      id: 'params.id',
      given: (scene) => ({ params: { id: scene.blockedMessageId } }),
    },
  ],
  'DELETE /messages/:id': [
    ...streamMessageDeletions,
    {
      case: 'the fan’s',
      cells: '401 200 404 404 404 404 404 404 401 401',
      id: 'params.id',
      given: async (scene) => ({ params: { id: await scene.message() } }),
    },
    {
      case: 'after a block',
      cells: closedToBoth,
      id: 'params.id',
      given: (scene) => ({ params: { id: scene.blockedMessageId } }),
    },
  ],
} satisfies Record<string, readonly Row[]>;
