import { expect, test } from 'vitest';
import { messageSendRequested } from '#state/messages/message.ts';

// Browsers refuse to store a function, and the message would be lost with its page.
test('a message to send can be stored on the device, whatever a component spread into it', () => {
  const props = { conversationId: 'c1', senderId: 'u1', text: 'Hi', replyTo: undefined, onClose: () => {} };
  const { payload } = messageSendRequested(props);
  expect(structuredClone(payload)).toEqual(payload);
  expect(payload).toMatchObject({ conversationId: 'c1', senderId: 'u1', text: 'Hi', waitingFiles: 0 });
});
