import { useState } from 'react';
import type { MessageQuote } from '#contract/talk/messages/messages.ts';
import { newIdempotencyKey } from '#services/http/idempotency-key.ts';
import { useAppDispatch } from '#state/hooks.ts';
import { messageSendRequested } from '#state/messages/message.ts';
import { saveRecording } from '#state/messages/voice/saved-recordings.ts';
import { localVoice } from '#state/messages/voice/local-voice.ts';
import { readPrice } from '../use-attachments.ts';
import type { Recorded } from './record.ts';

export interface VoiceDraft {
  readonly conversationId: string;
  readonly senderId: string;
  readonly replyTo: MessageQuote | undefined;
}

/** Sends a recording. It is kept on the device first, so that a failed send, or a closed tab, loses nothing. */
export function useVoiceSending(draft: VoiceDraft, sells: boolean) {
  const dispatch = useAppDispatch();
  const [typed, setTyped] = useState('');
  const price = sells ? readPrice(typed) : 0;
  return {
    typed,
    setTyped,
    /** In tokens; null if it isn't valid. */
    price,
    /** Returns false if the price has to be corrected first. */
    send({ blob, seconds, peaks }: Recorded, url: string): boolean {
      if (price === null) return false;
      const clientId = newIdempotencyKey();
      const { conversationId, senderId, replyTo } = draft;
      void saveRecording({
        clientId,
        conversationId,
        senderId,
        at: new Date().toISOString(),
        blob,
        seconds,
        peaks,
        price,
        replyTo: replyTo ?? null,
        fileId: null,
      });
      const file = localVoice({ clientId, url, mime: blob.type, bytes: blob.size, seconds, peaks });
      dispatch(
        messageSendRequested({ conversationId, senderId, replyTo, clientId, text: '', files: [file], price }),
      );
      return true;
    },
  };
}
export type VoiceSending = ReturnType<typeof useVoiceSending>;
